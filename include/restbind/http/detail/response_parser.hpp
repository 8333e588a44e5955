#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/http/detail/response_rule.hpp>
#include <restbind/http/detail/trace_id.hpp>
#include <restbind/http/response.hpp>

// Beast 1.81 declares operators of std::ostream without including it.
#include <boost/beast/http/basic_parser.hpp>

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string_view>

namespace restbind::http
{

/** Bounds on a response and what is kept of it. */
struct parser_limits
{
    /** Most bytes of the body that are in the response at a time. */
    std::size_t body = 0;

    /** Most bytes of the head, interim responses, chunk extensions and trailers included. */
    std::size_t header = 0;

    /** Whether all headers are kept, or those that help to trace the response. */
    bool keep_all_headers = false;

    /** Headers that help to trace the response, with `, ` between their names. */
    std::string_view trace_headers = usual_trace_headers;

    /** Further headers that are kept, with `, ` between their names. */
    std::string_view kept_headers{};

    /** Successes whose bodies are taken out of the response while they come; then `body` bounds
        what was not taken out. */
    std::span<response_rule const> streamed{};
};

/** Reads a response of HTTP/1.1 or HTTP/1.0 from the bytes that arrive (RFC 9112), interim ones
    (1xx) left out. No I/O.

    The syntax is read by Boost.Beast. This class refuses what Beast lets through although another
    recipient could read it as something else, or as more than was asked for: a transfer coding
    other than one `chunked`, content with a status that has none, status codes outside 100 to 599,
    a switch of protocols, content codings; and it bounds what Beast leaves without a bound. More
    than a dozen members: each bound and each such fact is one, because Beast tells it only once.
*/
class response_parser final : private boost::beast::http::basic_parser<false>
{
public:
    /** What is needed next. */
    enum class progress : unsigned char
    {
        need_more,
        complete,
        failed
    };

    /** Most fields in heads and trailers, those of interim responses included. */
    static constexpr unsigned max_fields = 500;

    /** Most interim responses in front of a response. */
    static constexpr unsigned max_interim_responses = 8;

    /** @param target Emptied, then filled in; must outlive this object.
        @param has_no_body Whether the response has no content whatever its head says, as to HEAD.
    */
    response_parser(response& target, parser_limits const& limits, bool has_no_body);

    /** Takes as many bytes as can be understood and removes them from the front of `input`. Those
        that are left must come again, with more behind them; behind a complete response they belong
        to nothing. */
    progress take(std::string_view& input);

    /** The peer will send nothing more. */
    progress end();

    /** Whether a byte of the response has arrived. */
    bool has_begun() const noexcept { return has_begun_; }

    /** Whether the content of the response is to be taken out of it while it comes. */
    bool is_streamed() const noexcept;

    /** Whether the response, once complete, leaves the connection open. */
    bool keeps_connection() const;

    /** Why `take` or `end` failed: `protocol`, `too_large`, or `read` if the end came too early. */
    error_kind failure_kind() const noexcept { return failure_kind_; }

    /** The same in words; a literal. */
    std::string_view failure_detail() const noexcept { return failure_detail_; }

private:
    using base = boost::beast::http::basic_parser<false>;
    using field = boost::beast::http::field;
    using error_code = boost::beast::error_code;
    using text = boost::beast::string_view;

    void restart();
    void begin_next_message();

    void on_request_impl(boost::beast::http::verb, text, text, int, error_code&) override {}
    void on_response_impl(int code, text reason, int version, error_code& failed) override;
    void on_field_impl(field known, text name, text value, error_code& failed) override;
    void on_header_impl(error_code& failed) override;
    void on_body_init_impl(
        boost::optional<std::uint64_t> const& length, error_code& failed) override;
    std::size_t on_body_impl(text piece, error_code& failed) override;
    void on_chunk_header_impl(std::uint64_t size, text extensions, error_code& failed) override;
    std::size_t on_chunk_body_impl(std::uint64_t left, text piece, error_code& failed) override;
    void on_finish_impl(error_code&) override {}

    /// Takes what was read beside the content off the space for it. @returns Whether it fits.
    bool charge(std::size_t taken, std::size_t unread, bool needs_more, bool in_chunks);
    bool keeps(field known, std::string_view name) const;
    void announce(std::uint64_t size, error_code& failed);
    void refuse(std::string_view why, error_code& failed);
    void exceed(error_code& failed);
    progress fail(error_code why);

    response& response_;
    parser_limits limits_;
    std::size_t space_;            ///< bytes that heads, extensions and trailers may still take
    std::uint64_t chunk_left_ = 0; ///< bytes of the present chunk that are to come
    std::string_view failure_detail_;
    error_kind failure_kind_ = error_kind::none;
    int status_ = 0;
    unsigned fields_ = 0;
    unsigned interim_responses_ = 0;
    bool has_no_body_;
    bool has_begun_ = false;
    bool is_http_1_0_ = false;
    bool asked_to_close_ = false;
};

} // namespace restbind::http

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/http/detail/response_parser.ipp>
#endif
