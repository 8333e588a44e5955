#pragma once

#include <restbind/core/error.hpp>
#include <restbind/http/answer_rule.hpp>
#include <restbind/http/response.hpp>
#include <restbind/net/answer_parser.hpp>
#include <restbind/net/config.hpp>
#include <restbind/net/input_buffer.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/none.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace restbind::net::detail
{

/** Bounds on an answer and what is kept of it. */
struct incoming_limits
{
    std::size_t body = 0;          ///< bytes of the body
    std::size_t header = 0;        ///< bytes of the head, chunk extensions and trailers included
    bool keep_all_headers = false; ///< or only those that help to trace the answer

    /** Further headers that are kept, with `, ` between their names. */
    std::string_view kept_headers{};

    /** Successes whose bodies are taken out of the answer while they come; then `body` bounds what
        was not taken out. */
    std::span<http::answer_rule const> streamed{};
};

/** Makes one answer of the bytes that arrive, interim answers (1xx) left out. No I/O. */
class answer_assembler
{
public:
    using error_code = boost::system::error_code;

    /** What is needed next. */
    enum class progress : unsigned char
    {
        need_more,
        complete,
        failed
    };

    /** Most interim answers in front of an answer. */
    static constexpr int most_interim_answers = 8;

    /** @param answer Filled in; must outlive this object.
        @param has_no_body Whether the answer has no body whatever its head says.
    */
    answer_assembler(http::response& answer, incoming_limits const& limits, bool has_no_body)
        : answer_(answer)
        , limits_(limits)
        , has_no_body_(has_no_body)
    {
        restart();
    }

    /** Takes as many bytes as can be understood; those that are left over belong to nothing. */
    progress take(input_buffer& input)
    {
        while (input.size() != 0)
        {
            error_code code;
            std::size_t const taken = parser_->put(asio::buffer(input.view()), code);
            input.consume(taken);
            if (code == boost::beast::http::error::need_more)
                return input.size() > limits_.header
                           ? fail_too_large(boost::beast::http::error::header_limit)
                           : progress::need_more;
            if (code == boost::beast::http::error::body_limit)
            {
                // The head is whole, but Beast looks at the length before it hands the head on.
                answer_.status = parser_->status();
                return fail_too_large(code);
            }
            if (code == boost::beast::http::error::header_limit)
                return fail_too_large(code);
            if (code)
                return fail(error_kind::protocol, code, parser_->complaint());
            if (parser_->is_done())
            {
                int const status = parser_->status();
                if (status >= 200)
                    return progress::complete;
                if (status == 101)
                    return fail(error_kind::protocol, boost::beast::http::error::bad_status,
                        "the server wants to switch protocols");
                if (++interim_answers_ > most_interim_answers)
                    return fail(error_kind::protocol, boost::beast::http::error::bad_status,
                        "too many interim answers");
                restart();
            }
            else if (taken == 0)
            {
                break;
            }
        }
        return progress::need_more;
    }

    /** The peer will send nothing more. */
    progress end()
    {
        if (!parser_->got_some())
            return fail(
                error_kind::read, asio::error::eof, "the connection was closed without an answer");
        error_code code;
        parser_->put_eof(code);
        if (code || !parser_->is_done())
            return fail(
                error_kind::read, asio::error::eof, "the connection was closed inside the answer");
        return progress::complete;
    }

    /** Whether the body of the answer is to be taken out of it while it comes. */
    bool is_streamed() const noexcept
    {
        return !limits_.streamed.empty() &&
               http::find_success(limits_.streamed, answer_.status) != limits_.streamed.size();
    }

    /** Whether a byte of the answer has arrived. */
    bool has_begun() const { return parser_->got_some(); }

    /** Whether the answer, once complete, leaves the connection open. */
    bool keeps_connection() const { return parser_->keep_alive(); }

    /** @name Why `take` or `end` failed
        @{
    */
    error_kind failure_kind() const noexcept { return failure_kind_; }
    error_code failure_code() const noexcept { return failure_code_; }
    std::string_view failure_detail() const noexcept { return failure_detail_; }
    /** @} */

private:
    void restart()
    {
        answer_.status = 0;
        answer_.content_type.clear();
        answer_.headers.clear();
        answer_.retry_after.reset();
        parser_.emplace(answer_, limits_.header, limits_.keep_all_headers);
        parser_->keep_headers(limits_.kept_headers);
        parser_->eager(true);
        parser_->skip(has_no_body_);
        if (limits_.streamed.empty())
        {
            parser_->body_limit(limits_.body);
        }
        else
        {
            parser_->body_limit(boost::none);
            parser_->limit_held_body(limits_.body);
        }
        parser_->header_limit(static_cast<std::uint32_t>(limits_.header));
    }

    progress fail(error_kind kind, error_code code, std::string_view detail)
    {
        failure_kind_ = kind;
        failure_code_ = code;
        failure_detail_ = detail;
        return progress::failed;
    }

    progress fail_too_large(error_code code)
    {
        return fail(error_kind::too_large, code, "the answer is larger than the limit");
    }

    http::response& answer_;
    incoming_limits limits_;
    bool has_no_body_;
    std::optional<answer_parser> parser_;
    int interim_answers_ = 0;
    error_kind failure_kind_ = error_kind::none;
    error_code failure_code_;
    std::string_view failure_detail_;
};

} // namespace restbind::net::detail
