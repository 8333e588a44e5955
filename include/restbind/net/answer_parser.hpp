#pragma once

#include <restbind/http/ascii.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/retry_after.hpp>

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/system/error_code.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace restbind::net::detail
{

/** Beast's parser with a fixed set of headers in place of a container, and with the checks that
    Beast leaves out.

    The body goes straight into the answer. A message that Beast takes and HTTP or this client does
    not is an error: a status outside 100 to 599, a transfer coding other than one `chunked`, a
    content coding, a header that goes on in a second line, a body with a status that has none. So
    is a message whose headers, trailers and chunk extensions together pass the limit: Beast limits
    each piece that arrives, and not what they add up to.
*/
class answer_parser : public boost::beast::http::basic_parser<false>
{
public:
    using error_code = boost::system::error_code;

    /** Most lines of headers and trailers. */
    static constexpr std::size_t most_headers = 500;

    /** @param answer Filled in; must outlive the parser.
        @param limit Most bytes of headers, trailers and chunk extensions together.
        @param keep_all_headers Whether all headers are kept, or those that help to trace the
        answer.
    */
    answer_parser(http::response& answer, std::size_t limit, bool keep_all_headers) noexcept
        : answer_(answer)
        , room_(limit)
        , keep_all_headers_(keep_all_headers)
    {
    }

    /** Keeps further headers. @param names With `, ` between them; must outlive the parser. */
    void keep_headers(std::string_view names) noexcept { kept_headers_ = names; }

    /** Bounds the bytes of the body that are in the answer at a time, in place of Beast's limit on
        the whole. */
    void limit_held_body(std::size_t most) noexcept { most_held_ = most; }

    /** Status of the answer; 0 until the status line was read. */
    int status() const noexcept { return status_; }

    /** What is wrong with the message, if this class and not Beast has found it so. */
    std::string_view complaint() const noexcept { return complaint_; }

private:
    using field = boost::beast::http::field;
    using verb = boost::beast::http::verb;
    using text = boost::beast::string_view;

    static std::string_view view(text t) noexcept { return {t.data(), t.size()}; }

    void reject(std::string_view complaint, error_code& code)
    {
        complaint_ = complaint;
        code = boost::beast::http::error::bad_value;
    }

    static void exceed(error_code& code) { code = boost::beast::http::error::header_limit; }

    bool take_room(std::size_t size) noexcept
    {
        // With the colon, the space and the end of the line.
        constexpr std::size_t around = 4;
        bool const fits = size + around <= room_;
        room_ -= fits ? size + around : 0;
        return fits;
    }

    /// A value that was put together from several lines starts elsewhere than behind its colon.
    static bool goes_on_in_next_line(text name, text value) noexcept
    {
        char const* start = name.data() + name.size() + 1;
        while (*start == ' ' || *start == '\t')
            ++start;
        return value.data() != start;
    }

    void on_request_impl(verb, text, text, int, error_code&) override {}

    void on_response_impl(int status, text, int, error_code& code) override
    {
        if (status < 100 || status > 599)
            return reject("the status is not from 100 to 599", code);
        status_ = status;
    }

    void on_field_impl(field name, text name_text, text value_text, error_code& code) override
    {
        if (++headers_ > most_headers || !take_room(name_text.size() + value_text.size()))
            return exceed(code);
        if (goes_on_in_next_line(name_text, value_text))
            return reject("a header goes on in a second line", code);
        if (head_done_)
            return;
        std::string_view const value = view(value_text);
        switch (name)
        {
        case field::content_type:
            answer_.content_type = value;
            break;
        case field::retry_after:
            answer_.retry_after = http::parse_retry_after(value);
            break;
        case field::transfer_encoding:
            if (coded_ || !http::equal_without_case(http::trim(value), "chunked"))
                return reject("the transfer coding is not a single chunked", code);
            coded_ = true;
            break;
        case field::content_encoding:
            if (!http::equal_without_case(http::trim(value), "identity"))
                return reject("the body has a content coding that was not asked for", code);
            break;
        default:
            break;
        }
        if (keep_all_headers_ || helps_to_trace(name, view(name_text)) ||
            (!kept_headers_.empty() && http::lists_header(kept_headers_, view(name_text))))
            answer_.headers.add_unchecked(view(name_text), value);
    }

    void on_header_impl(error_code& code) override
    {
        head_done_ = true;
        if (status_ == 204 && (coded_ || content_length().value_or(0) != 0))
            return reject("an answer with status 204 announces a body", code);
        answer_.status = status_;
    }

    void on_body_init_impl(boost::optional<std::uint64_t> const& length, error_code&) override
    {
        constexpr std::uint64_t most_reserved = 1U << 20;
        if (length && most_held_ == 0)
            answer_.body.reserve(static_cast<std::size_t>((std::min)(*length, most_reserved)));
    }

    std::size_t on_body_impl(text piece, error_code& code) override
    {
        if (most_held_ != 0 && piece.size() > most_held_ - answer_.body.size())
        {
            code = boost::beast::http::error::body_limit;
            return 0;
        }
        answer_.body.append(piece.data(), piece.size());
        return piece.size();
    }

    void on_chunk_header_impl(std::uint64_t, text extensions, error_code& code) override
    {
        if (!extensions.empty() && !take_room(extensions.size()))
            exceed(code);
    }

    std::size_t on_chunk_body_impl(std::uint64_t, text piece, error_code& code) override
    {
        return on_body_impl(piece, code);
    }

    void on_finish_impl(error_code&) override {}

    static bool helps_to_trace(field name, std::string_view name_text) noexcept
    {
        if (name == field::www_authenticate)
            return true;
        if (name != field::unknown)
            return false;
        switch (name_text.size())
        {
        case 10:
            return http::equal_without_case(name_text, "request-id");
        case 11:
            return http::equal_without_case(name_text, "traceparent");
        case 12:
            return http::equal_without_case(name_text, "x-request-id");
        case 16:
            return http::equal_without_case(name_text, "x-correlation-id");
        default:
            return false;
        }
    }

    http::response& answer_;
    std::string_view complaint_;
    std::string_view kept_headers_;
    std::size_t room_;
    std::size_t most_held_ = 0; ///< 0: Beast limits the body
    std::size_t headers_ = 0;
    int status_ = 0;
    bool keep_all_headers_;
    bool head_done_ = false;
    bool coded_ = false;
};

} // namespace restbind::net::detail
