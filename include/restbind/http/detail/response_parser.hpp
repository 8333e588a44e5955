// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/http/detail/complete_lines.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/parser_limits.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/retry_after.hpp>

// Beast 1.81 declares operators of std::ostream without including it.
#include <ostream>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/system/errc.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

namespace detail
{

/** Why Beast could not read a response; a literal. */
RESTBIND_COLD inline std::string_view misread_detail(boost::beast::error_code why)
{
    using reason = boost::beast::http::error;
    static constexpr std::pair<reason, std::string_view> known[] = {
        {reason::bad_version, "the status line is none of HTTP/1.1 or HTTP/1.0"},
        {reason::bad_status, "the status line holds no status code of three digits"},
        {reason::bad_line_ending, "the head holds a control character"},
        {reason::bad_reason, "the head holds a control character"},
        {reason::bad_field, "a line of the head is no field"},
        {reason::bad_value, "the value of a field cannot be read"},
        {reason::bad_content_length,
            "the length of the body is no number, or contradicts itself or the transfer coding"},
        {reason::multiple_content_length,
            "the length of the body is no number, or contradicts itself or the transfer coding"},
        {reason::bad_transfer_encoding,
            "the transfer coding is not a single chunked, or stands beside a length"},
        {reason::bad_chunk, "a chunk does not have the size that it names, or names none"},
        {reason::bad_chunk_extension, "what stands behind the size of a chunk is no extension"}};
    for (auto const& [code, text] : known)
        if (code == static_cast<reason>(why.value()))
            return text;
    return "the response is malformed";
}

/** The time in `timeout=5, max=100`, the value of a Keep-Alive header; not set without a readable
    one.
 */
RESTBIND_COLD inline std::optional<std::chrono::seconds> parse_keep_alive(std::string_view value)
{
    constexpr std::string_view name = "timeout=";
    while (!value.empty())
        if (auto const one = trim(take_element(value)); iequals(one.substr(0, name.size()), name))
            if (auto const seconds = read_saturated(one.substr(name.size()), 1'000'000))
                return std::chrono::seconds(*seconds);
    return std::nullopt;
}

/** Beast's parser of responses. Trailers have a function of their own in newer versions of Beast;
    declared here, it is there with every version. */
struct beast_parser : boost::beast::http::basic_parser<false>
{
    virtual void on_trailer_field_impl(boost::beast::http::field known,
        boost::beast::string_view name, boost::beast::string_view value,
        boost::beast::error_code& failed) = 0;
};

} // namespace detail

/** Reads a response of HTTP/1.1 or HTTP/1.0 from the bytes that arrive (RFC 9112), interim ones
    (1xx) left out. No I/O.

    The syntax is read by Boost.Beast, whole lines at a time (`detail::complete_lines`), and what
    its versions take differently is refused here: one meaning with all of them. This class refuses
    what Beast lets through although another recipient could read it as something else, or as more
    than was asked for: a transfer coding other than one `chunked`, content of an interim response,
    status codes outside 100 to 599, a switch of protocols, content codings. It bounds what Beast
    leaves without a bound.
*/
class response_parser final : private detail::beast_parser
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
    response_parser(response& target, parser_limits const& limits, bool has_no_body)
        : response_(target)
        , limits_(limits)
        , space_(limits.header)
        , has_no_body_(has_no_body)
        , keeps_by_name_(limits.keeps_by_name())
    {
        response_.body.clear();
        restart();
    }

    /** Takes as many bytes as can be understood and removes them from the front of `input`. Those
        that are left must come again, with more behind them; behind a complete response they belong
        to nothing. */
    progress take(std::string_view& input)
    {
        while (!input.empty() && !is_done())
        {
            bool const first = !std::exchange(has_begun_, true);
            if (!(first && takes_whole_head(input)) && !take_lines_or_content(input))
                break;
            if (is_done() && status_ < 200)
                begin_next_message();
        }
        if (failure_kind_ != error_kind::none)
            return progress::failed;
        return is_done() ? progress::complete : progress::need_more;
    }

    /** The peer will send nothing more. */
    progress end()
    {
        error_code failed = boost::beast::http::error::partial_message;
        if (got_some())
            put_eof(failed);
        if (!failed)
            return progress::complete;
        failure_kind_ = error_kind::read;
        failure_detail_ = has_begun_ ? "the connection was closed inside the response"
                                     : "the connection was closed without a response";
        return progress::failed;
    }

    /** Whether a byte of the response has arrived. */
    bool has_begun() const noexcept { return has_begun_; }

    /** Whether the content of the response is to be taken out of it while it comes. */
    bool is_streamed() const noexcept
    {
        return !limits_.streamed.empty() &&
               find_success(limits_.streamed, response_.status) != limits_.streamed.size();
    }

    /** Whether the response, once complete, leaves the connection open. */
    bool keeps_connection() const
    {
        // HTTP/1.0 has no chunks. A server that sends them may not end them properly.
        return is_done() && keep_alive() && !asked_to_close_ && !(is_http_1_0_ && chunked());
    }

    /** How long the response says that the connection stays open when it is idle
        (`Keep-Alive: timeout=5`); not set if it does not say. */
    std::optional<std::chrono::seconds> idle_limit() const noexcept { return idle_limit_; }

    /** Why `take` or `end` failed: `protocol`, `too_large`, or `read` if the end came too early. */
    error_kind failure_kind() const noexcept { return failure_kind_; }

    /** The same in words; a literal. */
    std::string_view failure_detail() const noexcept { return failure_detail_; }

private:
    using base = boost::beast::http::basic_parser<false>;
    using field = boost::beast::http::field;
    using error_code = boost::beast::error_code;
    using text = boost::beast::string_view;

    void restart()
    {
        response_.status = status_ = 0;
        response_.content_type.clear();
        response_.headers.clear();
        response_.retry_after.reset();
        response_.date.reset();
        idle_limit_.reset();
        has_begun_ = asked_to_close_ = false;
        // This class has bounds of its own, because Beast counts each piece of a head from zero.
        body_limit(boost::none);
        header_limit((std::numeric_limits<std::uint32_t>::max)());
        skip(has_no_body_);
    }

    RESTBIND_COLD void begin_next_message()
    {
        // An object of Beast's reads one message.
        base::operator=(response_parser(response_, limits_, has_no_body_));
        restart();
    }

    /// Takes the head of a message that lies in its first piece to its end, as nearly all do: its
    /// lines need not be looked for. Content that is not in chunks is taken with it. Without the
    /// head's end nothing has happened.
    bool takes_whole_head(std::string_view& input)
    {
        unsigned const fields = fields_;
        unsigned const interim_responses = interim_responses_;
        error_code failed;
        std::size_t const taken =
            put(boost::asio::const_buffer(input.data(), (std::min)(input.size(), space_)), failed);
        if (!failed)
        {
            input.remove_prefix(taken);
            space_ -= taken;
            return true;
        }
        begin_next_message();
        has_begun_ = true;
        fields_ = fields;
        interim_responses_ = interim_responses;
        failure_kind_ = error_kind::none;
        return false;
    }

    /// @returns Whether bytes were taken and none of them was refused.
    bool take_lines_or_content(std::string_view& input)
    {
        if (status_ == 0 && has_no_reason(input.substr(0, space_)))
            return take_bare_status(input);
        bool const in_content = is_header_done() && (!chunked() || chunk_left_ != 0);
        detail::complete_part const part =
            in_content ? detail::complete_part{input.size()} : lines_of(input);
        error_code failed;
        if (part.size == 0)
        {
            if (input.size() > space_ + part.free)
                exceed(failed);
            return false;
        }
        std::size_t const taken = put(boost::asio::const_buffer(input.data(), part.size), failed);
        input.remove_prefix(taken);
        if (failed && failed != boost::beast::http::error::need_more)
        {
            fail(failed);
            return false;
        }
        if (!in_content)
        {
            lines_.restart();
            space_ -= taken - (std::min)(taken, part.free);
        }
        return taken != 0;
    }

    /// Whether the status line ends behind its code, without the space that RFC 9112, section 4,
    /// asks for.
    static bool has_no_reason(std::string_view input) noexcept
    {
        return input.size() >= bare_status_size && input.substr(12, 2) == "\r\n";
    }

    /// Takes a status line without that space as one with it: the reason is empty.
    RESTBIND_COLD bool take_bare_status(std::string_view& input)
    {
        std::string const line = std::string(input.substr(0, 12)) + " \r\n";
        error_code failed;
        put(boost::asio::const_buffer(line.data(), line.size()), failed);
        if (failed && failed != boost::beast::http::error::need_more)
        {
            fail(failed);
            return false;
        }
        input.remove_prefix(bare_status_size);
        lines_.restart();
        space_ -= bare_status_size;
        return true;
    }

    void on_request_impl(boost::beast::http::verb, text, text, int, error_code&) override {}
    void on_response_impl(int code, text, int version, error_code& failed) override
    {
        if (code < 100 || code > 599)
            return refuse("the status is not from 100 to 599", failed);
        status_ = code;
        is_http_1_0_ = version == 10;
    }

    void on_field_impl(field known, text name, text value, error_code& failed) override
    {
        if (is_header_done())
            return on_trailer_field_impl(known, name, value, failed);
        if (++fields_ > max_fields)
            return exceed(failed);
        if (is_read(known) || keeps_by_name_)
            take_field(known, name, value, failed);
    }

    /// Whether `take_field` does anything with a field, whatever the client keeps by name. Most
    /// fields are looked at no further.
    bool is_read(field known) const noexcept
    {
        switch (known)
        {
        case field::connection:
        case field::proxy_connection:
            return is_http_1_0_;
        case field::date:
        case field::location:
            return status_ >= 300;
        case field::content_type:
        case field::content_encoding:
        case field::keep_alive:
        case field::retry_after:
        case field::transfer_encoding:
        case field::www_authenticate:
            return true;
        default:
            return false;
        }
    }

    void take_field(field known, text name, text value, error_code& failed)
    {
        switch (known)
        {
        case field::connection:
        case field::proxy_connection:
            // Beast lets `keep-alive` win; RFC 9112, section 9.3, lets `close`.
            if (is_http_1_0_)
                asked_to_close_ = asked_to_close_ || lists_header(value, "close");
            break;
        case field::content_type:
            response_.content_type.clear();
            response_.content_type.append(value.data(), value.size());
            break;
        case field::content_encoding:
            if (!iequals(value, "identity"))
                return refuse("the body has a content coding that was not asked for", failed);
            break;
        case field::date:
            // Only a failure can ask for a pause.
            if (status_ >= 300)
                response_.date = parse_http_date(value);
            break;
        case field::keep_alive:
            idle_limit_ = detail::parse_keep_alive(value);
            break;
        case field::retry_after:
            response_.retry_after = parse_retry_after(value);
            break;
        case field::transfer_encoding:
            if (!iequals(value, "chunked"))
                return refuse("the transfer coding is not a single chunked", failed);
            break;
        default:
            break;
        }
        if (keeps(known, name))
            response_.headers.add_unchecked(name, value);
    }

    /// Fields that say how long a message is must stand in its head, not in its trailers (RFC 9110,
    /// section 6.5.1). Only older versions of Beast refuse them there; these are their reasons.
    RESTBIND_COLD void on_trailer_field_impl(
        field known, text, text value, error_code& failed) override
    {
        using reason = boost::beast::http::error;
        if (++fields_ > max_fields)
            return exceed(failed);
        if (known == field::content_length)
            failed = reason::bad_content_length;
        else if (known == field::transfer_encoding)
            failed = reason::bad_transfer_encoding;
        else if (known == field::connection || known == field::proxy_connection)
        {
            namespace beast_http = boost::beast::http;
            if (!beast_http::validate_list(beast_http::opt_token_list(value)))
                failed = reason::bad_value;
            asked_to_close_ = asked_to_close_ || lists_header(value, "close");
        }
    }

    void on_header_impl(error_code& failed) override
    {
        // Beast then takes what has come of the content, too. Chunks are taken line by line.
        eager(!chunked());
        auto const length = content_length();
        bool const announces = chunked() || length.value_or(0) != 0;
        if (status_ < 200 && announces)
            return refuse("an interim response announces a body", failed);
        // These end with their head whatever it says (RFC 9112, section 6.3). A server that
        // announces content may nevertheless send it.
        asked_to_close_ = asked_to_close_ || (announces && (status_ == 204 || status_ == 304));
        response_.status = status_;
        if (status_ == 101)
            return refuse("the server wants to switch protocols", failed);
        if (status_ < 200 && ++interim_responses_ > max_interim_responses)
            return refuse("too many interim responses", failed);
        if (!is_done() && length)
            announce(*length, failed);
    }

    void on_body_init_impl(boost::optional<std::uint64_t> const& length, error_code&) override
    {
        constexpr std::uint64_t max_reserved = 1U << 20;
        if (length && !is_streamed())
            response_.body.reserve(static_cast<std::size_t>((std::min)(*length, max_reserved)));
    }

    std::size_t on_body_impl(text piece, error_code& failed) override
    {
        if (piece.size() > limits_.body - response_.body.size())
            exceed(failed);
        else
            response_.body.append(piece.data(), piece.size());
        return piece.size();
    }

    void on_chunk_header_impl(std::uint64_t size, text extensions, error_code& failed) override
    {
        for (char const c : extensions)
        {
            if (!detail::is_control(c))
                continue;
            failed = boost::beast::http::error::bad_chunk_extension; // as newer versions say
            return;
        }
        chunk_left_ = size;
        has_chunks_ = true;
        announce(size, failed);
    }

    std::size_t on_chunk_body_impl(std::uint64_t left, text piece, error_code& failed) override
    {
        chunk_left_ = left - piece.size();
        return on_body_impl(piece, failed);
    }

    void on_finish_impl(error_code&) override {}

    /// What of the input Beast can judge, in a head or between the data of chunks.
    detail::complete_part lines_of(std::string_view input)
    {
        if (is_header_done())
            return lines_.chunk(input, space_, has_chunks_);
        return status_ == 0 ? lines_.status_and_fields(input, space_)
                            : lines_.fields(input, space_);
    }

    bool keeps(field known, std::string_view name) const
    {
        return limits_.keep_all_headers || known == field::www_authenticate ||
               (known == field::location && status_ >= 300) ||
               (known != field::content_type && known != field::content_length &&
                   known != field::date && limits_.trace_headers.contains(name)) ||
               (!limits_.kept_headers.empty() && lists_header(limits_.kept_headers, name));
    }

    void announce(std::uint64_t size, error_code& failed)
    {
        // What is taken out of the response while it comes may be of any size.
        if (size > limits_.body - response_.body.size() && !is_streamed())
            exceed(failed);
    }

    RESTBIND_COLD void refuse(std::string_view why, error_code& failed)
    {
        failure_kind_ = error_kind::protocol;
        failure_detail_ = why;
        failed = make_error_code(boost::system::errc::bad_message);
    }

    RESTBIND_COLD void exceed(error_code& failed)
    {
        failure_kind_ = error_kind::too_large;
        failure_detail_ = "the response is larger than the limit";
        failed = make_error_code(boost::system::errc::message_size);
    }

    RESTBIND_COLD void fail(error_code why)
    {
        if (why == boost::beast::http::error::header_limit) // of a folded field
            exceed(why);
        else if (failure_kind_ == error_kind::none)
            refuse(detail::misread_detail(why), why);
    }

    static constexpr std::size_t bare_status_size = 14; ///< version, space, code, line end

    response& response_;
    parser_limits limits_;
    detail::complete_lines lines_;
    std::size_t space_;            ///< bytes that heads, extensions and trailers may still take
    std::uint64_t chunk_left_ = 0; ///< bytes of the present chunk that are to come
    std::optional<std::chrono::seconds> idle_limit_;
    std::string_view failure_detail_;
    error_kind failure_kind_ = error_kind::none;
    int status_ = 0;
    unsigned fields_ = 0;
    unsigned interim_responses_ = 0;
    bool has_no_body_;
    bool keeps_by_name_;
    bool has_begun_ = false;
    bool is_http_1_0_ = false;
    bool asked_to_close_ = false;
    bool has_chunks_ = false; ///< whether a chunk has begun
};

} // namespace restbind::http
