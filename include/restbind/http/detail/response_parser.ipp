// Bodies of <restbind/http/detail/response_parser.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/lines.hpp>
#include <restbind/http/detail/ascii.hpp>
#include <restbind/http/detail/response_parser.hpp>
#include <restbind/http/detail/retry_after.hpp>
#include <restbind/http/headers.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/system/errc.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace restbind::http
{

namespace detail
{

/** Whether a character can stand in no line of HTTP. */
inline bool is_control(char c) noexcept
{
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
}

/** Why Beast could not read a response; a literal. */
RESTBIND_COLD inline std::string_view misread_detail(boost::beast::error_code why)
{
    using reason = boost::beast::http::error;
    // What several reasons share stands once, and is named by its line.
    constexpr std::string_view texts =
        "the status line is none of HTTP/1.1 or HTTP/1.0\n"
        "the status line holds no status code of three digits and a space\n"
        "the head holds a control character\na line of the head is no field\n"
        "the value of a field cannot be read\n"
        "the length of the body is no number, or contradicts itself or the transfer coding\n"
        "the transfer coding is not a single chunked, or stands beside a length\n"
        "a chunk does not have the size that it names, or names none\n";
    struct line
    {
        reason code;
        unsigned char at;
    };
    static constexpr line known[]{{reason::bad_version, 0},
        {reason::bad_status, 1}, {reason::bad_line_ending, 2}, {reason::bad_reason, 2},
        {reason::bad_field, 3}, {reason::bad_value, 4}, {reason::bad_content_length, 5},
        {reason::multiple_content_length, 5}, {reason::bad_transfer_encoding, 6},
        {reason::bad_chunk, 7}, {reason::bad_chunk_extension, 7}};
    for (line const& one : known)
        if (one.code == static_cast<reason>(why.value()))
            return restbind::detail::line_at(texts, one.at);
    return "the response is malformed";
}

} // namespace detail

RESTBIND_DECL response_parser::response_parser(
    response& target, parser_limits const& limits, bool has_no_body)
    : response_(target)
    , limits_(limits)
    , space_(limits.header)
    , has_no_body_(has_no_body)
{
    response_.body.clear();
    restart();
}

RESTBIND_DECL void response_parser::restart()
{
    response_.status = 0;
    response_.content_type.clear();
    response_.headers.clear();
    response_.retry_after.reset();
    response_.date.reset();
    has_begun_ = asked_to_close_ = false;
    // Bounds are this class's own: Beast's count each piece of a head anew.
    body_limit(boost::none);
    header_limit((std::numeric_limits<std::uint32_t>::max)());
    skip(has_no_body_);
}

RESTBIND_COLD RESTBIND_DECL void response_parser::refuse(std::string_view why, error_code& failed)
{
    failure_kind_ = error_kind::protocol;
    failure_detail_ = why;
    failed = make_error_code(boost::system::errc::bad_message);
}

RESTBIND_COLD RESTBIND_DECL void response_parser::exceed(error_code& failed)
{
    failure_kind_ = error_kind::too_large;
    failure_detail_ = "the response is larger than the limit";
    failed = make_error_code(boost::system::errc::message_size);
}

RESTBIND_COLD RESTBIND_DECL response_parser::progress response_parser::fail(error_code why)
{
    if (why == boost::beast::http::error::header_limit) // of a folded field
        exceed(why);
    else if (failure_kind_ == error_kind::none)
        refuse(detail::misread_detail(why), why);
    return progress::failed;
}

RESTBIND_DECL bool response_parser::is_streamed() const noexcept
{
    return !limits_.streamed.empty() &&
           find_success(limits_.streamed, response_.status) != limits_.streamed.size();
}

RESTBIND_DECL bool response_parser::keeps_connection() const
{
    // HTTP/1.0 knows no chunks: who sends them all the same cannot be trusted to end them.
    return is_done() && keep_alive() && !(is_http_1_0_ && (asked_to_close_ || chunked()));
}

RESTBIND_DECL bool response_parser::charge(
    std::size_t taken, std::size_t unread, bool needs_more, bool in_chunks)
{
    // In front of the data of a chunk CR LF, 16 digits and CR LF cost nothing, around the last
    // chunk what has to stand there: a head that has used up its space may have any body.
    std::size_t const free = !in_chunks ? 0 : is_done() ? 7 : 20;
    std::size_t const used = taken - (std::min)(taken, free);
    if (used > space_ || (needs_more && unread > space_ + free))
        return false;
    space_ -= used;
    return true;
}

RESTBIND_DECL response_parser::progress response_parser::take(std::string_view& input)
{
    while (!input.empty() && !is_done())
    {
        has_begun_ = true;
        bool const in_chunks = is_header_done() && chunked() && chunk_left_ == 0;
        // The least that can stand here is `0`, CR LF, CR LF. Beast takes for granted that it was
        // given as much once it has seen the last chunk's size.
        if (in_chunks && input.size() < 5)
            break;
        std::size_t const had = response_.body.size();
        error_code failed;
        std::size_t const taken = put(boost::asio::buffer(input.data(), input.size()), failed);
        input.remove_prefix(taken);
        bool const needs_more = failed == boost::beast::http::error::need_more;
        if (failed && !needs_more)
            return fail(failed);
        if (!charge(taken - (response_.body.size() - had), input.size(), needs_more, in_chunks))
        {
            exceed(failed);
            return progress::failed;
        }
        if (needs_more)
            break;
        if (is_done() && status_ < 200)
            begin_next_message();
    }
    return is_done() ? progress::complete : progress::need_more;
}

RESTBIND_DECL response_parser::progress response_parser::end()
{
    error_code failed = boost::beast::http::error::partial_message;
    if (has_begun_)
        put_eof(failed);
    if (!failed)
        return progress::complete;
    failure_kind_ = error_kind::read;
    failure_detail_ = has_begun_ ? "the connection was closed inside the response"
                                 : "the connection was closed without a response";
    return progress::failed;
}

RESTBIND_COLD RESTBIND_DECL void response_parser::begin_next_message()
{
    // An object of Beast's reads one message.
    base::operator=(response_parser(response_, limits_, has_no_body_));
    restart();
}

RESTBIND_DECL void response_parser::on_response_impl(
    int code, text, int version, error_code& failed)
{
    if (code < 100 || code > 599)
        return refuse("the status is not from 100 to 599", failed);
    status_ = code;
    is_http_1_0_ = version == 10;
}

RESTBIND_DECL void response_parser::on_field_impl(
    field known, text name, text value, error_code& failed)
{
    if (++fields_ > max_fields)
        return exceed(failed);
    if (is_header_done())
        return; // a trailer
    switch (known)
    {
    case field::connection:
    case field::proxy_connection:
        // Beast lets `keep-alive` win; RFC 9112, section 9.3, lets `close`.
        if (is_http_1_0_)
            asked_to_close_ = asked_to_close_ || lists_header(value, "close");
        break;
    case field::content_type:
        response_.content_type.assign(value.data(), value.size());
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

RESTBIND_DECL bool response_parser::keeps(field known, std::string_view name) const
{
    return limits_.keep_all_headers || known == field::www_authenticate ||
           (known != field::content_type && known != field::content_length &&
               known != field::date && lists_header(limits_.trace_headers, name)) ||
           (!limits_.kept_headers.empty() && lists_header(limits_.kept_headers, name));
}

RESTBIND_DECL void response_parser::on_header_impl(error_code& failed)
{
    auto const length = content_length();
    if ((status_ < 200 || status_ == 204) && (chunked() || length.value_or(0) != 0))
        return refuse("a response that has no body announces one", failed);
    response_.status = status_;
    if (status_ == 101)
        return refuse("the server wants to switch protocols", failed);
    if (status_ < 200 && ++interim_responses_ > max_interim_responses)
        return refuse("too many interim responses", failed);
    if (!is_done() && length)
        announce(*length, failed);
}

RESTBIND_DECL void response_parser::on_body_init_impl(
    boost::optional<std::uint64_t> const& length, error_code&)
{
    constexpr std::uint64_t max_reserved = 1U << 20;
    if (length && !is_streamed())
        response_.body.reserve(static_cast<std::size_t>((std::min)(*length, max_reserved)));
}

RESTBIND_DECL void response_parser::announce(std::uint64_t size, error_code& failed)
{
    // What is taken out of the response while it comes may be of any size.
    if (size > limits_.body - response_.body.size() && !is_streamed())
        exceed(failed);
}

RESTBIND_DECL std::size_t response_parser::on_body_impl(text piece, error_code& failed)
{
    if (piece.size() > limits_.body - response_.body.size())
        exceed(failed);
    else
        response_.body.append(piece.data(), piece.size());
    return piece.size();
}

RESTBIND_DECL void response_parser::on_chunk_header_impl(
    std::uint64_t size, text extensions, error_code& failed)
{
    if (std::any_of(extensions.begin(), extensions.end(), detail::is_control))
        return refuse("an extension of a chunk holds a control character", failed);
    chunk_left_ = size;
    announce(size, failed);
}

RESTBIND_DECL std::size_t response_parser::on_chunk_body_impl(
    std::uint64_t left, text piece, error_code& failed)
{
    chunk_left_ = left - piece.size();
    return on_body_impl(piece, failed);
}

} // namespace restbind::http
