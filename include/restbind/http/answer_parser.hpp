#pragma once

#include <restbind/core/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/http/answer_rule.hpp>
#include <restbind/http/response.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace restbind::http
{

/** Bounds on an answer and what is kept of it. */
struct answer_limits
{
    /** Most bytes of the body that are in the answer at a time. */
    std::size_t body = 0;

    /** Most bytes of the head, interim answers, chunk extensions and trailers included. */
    std::size_t header = 0;

    /** Whether all headers are kept, or those that help to trace the answer. */
    bool keep_all_headers = false;

    /** Further headers that are kept, with `, ` between their names. */
    std::string_view kept_headers{};

    /** Successes whose bodies are taken out of the answer while they come; then `body` bounds what
        was not taken out. */
    std::span<answer_rule const> streamed{};
};

/** Reads an answer of HTTP/1.1 or HTTP/1.0 from the bytes that arrive (RFC 9112), interim answers
    (1xx) left out. No I/O.

    Takes nothing that another recipient could read as something else: different lengths, one beside
    a transfer coding, a coding other than one `chunked`, line ends other than CR LF, control
    characters, headers that go on in a second line, a body with a status that has none.
*/
class answer_parser
{
public:
    /** What is needed next. */
    enum class progress : unsigned char
    {
        need_more,
        complete,
        failed
    };

    /** Most lines of headers and trailers, interim answers included. */
    static constexpr unsigned most_headers = 500;

    /** Most interim answers in front of an answer. */
    static constexpr unsigned most_interim_answers = 8;

    /** @param answer Emptied, then filled in; must outlive this object.
        @param has_no_body Whether the answer has no body whatever its head says, as after HEAD.
    */
    answer_parser(response& answer, answer_limits const& limits, bool has_no_body);

    /** Takes as many bytes as can be understood and removes them from the front of `input`. Those
        that are left must come again, with more behind them; behind a complete answer they belong
        to nothing. */
    progress take(std::string_view& input);

    /** The peer will send nothing more. */
    progress end();

    /** Whether a byte of the answer has arrived. */
    bool has_begun() const noexcept { return has_begun_; }

    /** Whether the body of the answer is to be taken out of it while it comes. */
    bool is_streamed() const noexcept;

    /** Whether the answer, once complete, leaves the connection open. */
    bool keeps_connection() const noexcept { return keeps_connection_; }

    /** Why `take` or `end` failed: `protocol`, `too_large`, or `read` if the end came too early. */
    error_kind failure_kind() const noexcept { return failure_kind_; }

    /** The same in words; a literal. */
    std::string_view failure_detail() const noexcept { return failure_detail_; }

private:
    enum class part : unsigned char
    {
        status_line,
        header,
        body,
        body_until_end,
        chunk_size,
        chunk,
        chunk_end,
        trailer,
        nothing
    };

    void restart();
    progress take_line(std::string_view& input, std::string_view& line);
    bool take_body(std::string_view& input);
    bool take_room(std::size_t size);

    // These return false if the answer is refused.
    bool read_line(std::string_view line);
    bool read_status_line(std::string_view line);
    bool read_header(std::string_view line);
    bool take_header(std::string_view name, std::string_view value);
    bool read_length(std::string_view value);
    bool end_head();
    bool read_chunk_size(std::string_view line);
    bool announce(std::uint64_t size);
    bool refuse(std::string_view why);
    bool exceed();

    void read_connection(std::string_view value);

    response& answer_;
    answer_limits limits_;
    std::size_t room_;         ///< bytes of the head that are left
    std::size_t scanned_ = 0;  ///< bytes of the present line that hold no end
    std::uint64_t length_ = 0; ///< of the body as announced
    std::uint64_t left_ = 0;   ///< bytes of the body or the chunk that are to come
    std::string_view failure_detail_;
    error_kind failure_kind_ = error_kind::none;
    int status_ = 0;
    unsigned headers_ = 0;
    unsigned interim_answers_ = 0;
    part part_ = part::status_line;
    bool has_no_body_;
    bool has_begun_ = false;
    bool has_length_ = false;
    bool chunked_ = false;
    bool first_version_ = false; ///< HTTP/1.0
    bool asked_to_close_ = false;
    bool asked_to_keep_ = false;
    bool keeps_connection_ = false;
};

} // namespace restbind::http

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/http/impl/answer_parser.ipp>
#endif
