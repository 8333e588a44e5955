// SPDX-License-Identifier: BSL-1.0
// A second reading of a response of HTTP/1.x, written for comparison only: strict, all bytes at
// once, by the grammar of RFC 9112. It shares no code with the runtime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace restbind_test
{

/** What a response means. */
struct http_reading
{
    int status = 0;
    std::string content_type;
    std::string body;
    std::size_t left_over = 0;     ///< bytes behind the response
    bool keeps_connection = false; ///< as the head says (RFC 9112, section 9.3)

    friend bool operator==(http_reading const&, http_reading const&) = default;
};

/** Reads bytes behind which the connection is closed. */
class strict_http_reader
{
public:
    /** @param has_no_body Whether the request was HEAD. */
    strict_http_reader(std::string_view bytes, bool has_no_body)
        : rest_(bytes)
        , has_no_body_(has_no_body)
    {
    }

    /** Nothing for what a client must not take, or not understand. */
    std::optional<http_reading> read()
    {
        for (int interim = 0; interim != 9; ++interim)
        {
            if (!read_status_line() || !read_fields(false) || !is_head_allowed())
                return std::nullopt;
            if (status_ >= 200)
                return read_content();
        }
        return std::nullopt;
    }

private:
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_space(char c) { return c == ' ' || c == '\t'; }

    static bool is_token_character(char c)
    {
        char const lower = static_cast<char>(c | 0x20);
        return is_digit(c) || (lower >= 'a' && lower <= 'z' && c != '\0') ||
               (c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos);
    }

    static bool is_token(std::string_view text)
    {
        for (char const c : text)
            if (!is_token_character(c))
                return false;
        return !text.empty();
    }

    /// HTAB, SP, VCHAR and obs-text.
    static bool is_text(std::string_view text)
    {
        for (char const c : text)
            if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == '\x7f')
                return false;
        return true;
    }

    static std::string_view trimmed(std::string_view text)
    {
        while (!text.empty() && is_space(text.front()))
            text.remove_prefix(1);
        while (!text.empty() && is_space(text.back()))
            text.remove_suffix(1);
        return text;
    }

    static std::string lower(std::string_view text)
    {
        std::string result(text);
        for (char& c : result)
            if (c >= 'A' && c <= 'Z')
                c = static_cast<char>(c + ('a' - 'A'));
        return result;
    }

    /// Text up to the next CR LF, which is removed, too.
    std::optional<std::string_view> line()
    {
        std::size_t const end = rest_.find("\r\n");
        if (end == std::string_view::npos || !is_text(rest_.substr(0, end)))
            return std::nullopt;
        std::string_view const found = rest_.substr(0, end);
        rest_.remove_prefix(end + 2);
        return found;
    }

    bool read_status_line()
    {
        auto const text = line();
        // Without the space behind the code there is no reason either.
        if (!text || text->size() < 12 || text->substr(0, 7) != "HTTP/1." || (*text)[8] != ' ' ||
            ((*text)[7] != '0' && (*text)[7] != '1') || (text->size() > 12 && (*text)[12] != ' '))
            return false;
        status_ = 0;
        for (char const c : text->substr(9, 3))
        {
            if (!is_digit(c))
                return false;
            status_ = 10 * status_ + (c - '0');
        }
        minor_version_ = (*text)[7] - '0';
        chunked_ = close_ = keep_alive_ = false;
        length_.reset();
        content_type_.clear();
        return status_ >= 100 && status_ <= 599;
    }

    bool read_fields(bool trailers)
    {
        for (;;)
        {
            auto const first = line();
            if (!first)
                return false;
            if (first->empty())
                return true;
            std::size_t const colon = first->find(':');
            if (colon == std::string_view::npos || !is_token(first->substr(0, colon)) ||
                ++fields_ > 500)
                return false;
            std::string value(trimmed(first->substr(colon + 1)));
            while (!rest_.empty() && is_space(rest_.front())) // section 5.2: obs-fold
            {
                auto const more = line();
                if (!more)
                    return false;
                std::string_view const part = trimmed(*more);
                value += value.empty() || part.empty() ? "" : " ";
                value += part;
            }
            if (!take_field(lower(first->substr(0, colon)), value, trailers))
                return false;
        }
    }

    bool take_field(std::string const& name, std::string const& value, bool trailers)
    {
        bool const frames = name == "content-length" || name == "transfer-encoding";
        // Clients of old speak of a proxy's connection; it means the same.
        if (name == "connection" || name == "proxy-connection")
            return take_connection(value);
        if (trailers)
            return !frames;
        if (name == "content-length")
            return take_length(value);
        if (name == "transfer-encoding")
        {
            bool const first = !chunked_;
            chunked_ = true;
            return first && lower(value) == "chunked";
        }
        if (name == "content-encoding")
            return lower(value) == "identity";
        if (name == "content-type")
            content_type_ = value;
        return true;
    }

    bool take_connection(std::string_view value)
    {
        for (bool last = false; !last;)
        {
            std::size_t const comma = value.find(',');
            last = comma == std::string_view::npos;
            std::string const option = lower(trimmed(value.substr(0, comma)));
            if (!option.empty() && !is_token(option))
                return false;
            close_ = close_ || option == "close";
            keep_alive_ = keep_alive_ || option == "keep-alive";
            value.remove_prefix(last ? 0 : comma + 1);
        }
        return true;
    }

    /// Section 6.3: one number, or a list of the same number.
    bool take_length(std::string_view value)
    {
        for (bool last = false; !last;)
        {
            std::size_t const comma = value.find(',');
            last = comma == std::string_view::npos;
            std::string_view const digits = trimmed(value.substr(0, comma));
            std::uint64_t number = 0;
            for (char const c : digits)
            {
                auto const digit = static_cast<std::uint64_t>(c - '0');
                if (!is_digit(c) || number > (UINT64_MAX - digit) / 10)
                    return false;
                number = 10 * number + digit;
            }
            if (digits.empty() || (length_ && *length_ != number))
                return false;
            length_ = number;
            value.remove_prefix(last ? 0 : comma + 1);
        }
        return true;
    }

    bool is_head_allowed() const
    {
        if (chunked_ && length_)
            return false;
        if (status_ == 101)
            return false;
        return status_ >= 200 || (!chunked_ && length_.value_or(0) == 0);
    }

    std::optional<http_reading> read_content()
    {
        bool until_close = false;
        std::string body;
        if (status_ == 204 || status_ == 304)
            close_ = close_ || chunked_ || length_.value_or(0) != 0;
        if (has_no_body_ || status_ == 204 || status_ == 304)
        {
        }
        else if (chunked_)
        {
            if (!read_chunks(body))
                return std::nullopt;
        }
        else if (length_)
        {
            if (rest_.size() < *length_)
                return std::nullopt;
            body = rest_.substr(0, static_cast<std::size_t>(*length_));
            rest_.remove_prefix(body.size());
        }
        else
        {
            until_close = true;
            body = rest_;
            rest_ = {};
        }
        bool const persists =
            !close_ && (minor_version_ == 1 || (keep_alive_ && !chunked_)) && !until_close;
        return http_reading{status_, content_type_, body, rest_.size(), persists};
    }

    bool read_chunks(std::string& body)
    {
        for (;;)
        {
            auto text = line();
            if (!text)
                return false;
            std::uint64_t size = 0;
            std::size_t digits = 0;
            for (; digits != text->size(); ++digits)
            {
                std::size_t const digit =
                    std::string_view("0123456789abcdef").find(lower(text->substr(digits, 1)));
                if (digit == std::string_view::npos)
                    break;
                if (size >> 60 != 0)
                    return false;
                size = 16 * size + digit;
            }
            if (digits == 0 || !is_extensions(text->substr(digits)))
                return false;
            if (size == 0)
                return read_fields(true);
            if (rest_.size() < size || rest_.substr(static_cast<std::size_t>(size), 2) != "\r\n")
                return false;
            body += rest_.substr(0, static_cast<std::size_t>(size));
            rest_.remove_prefix(static_cast<std::size_t>(size) + 2);
        }
    }

    static std::string_view without_space(std::string_view text)
    {
        while (!text.empty() && is_space(text.front()))
            text.remove_prefix(1);
        return text;
    }

    static bool skip_token(std::string_view& text)
    {
        std::size_t size = 0;
        while (size != text.size() && is_token_character(text[size]))
            ++size;
        text.remove_prefix(size);
        return size != 0;
    }

    static bool skip_quoted(std::string_view& text)
    {
        for (std::size_t i = 1; i < text.size(); ++i)
        {
            if (text[i] == '\\')
                ++i;
            else if (text[i] == '"')
            {
                text.remove_prefix(i + 1);
                return true;
            }
        }
        return false;
    }

    /// Section 7.1.1: *( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )
    static bool is_extensions(std::string_view text)
    {
        while (!text.empty())
        {
            text = without_space(text);
            if (text.empty() || text.front() != ';')
                return false;
            text = without_space(text.substr(1));
            if (!skip_token(text))
                return false;
            std::string_view const behind = without_space(text);
            if (behind.empty() || behind.front() != '=')
                continue;
            text = without_space(behind.substr(1));
            if (text.empty() || !(text.front() == '"' ? skip_quoted(text) : skip_token(text)))
                return false;
        }
        return true;
    }

    std::string_view rest_;
    bool has_no_body_;
    std::optional<std::uint64_t> length_;
    std::string content_type_;
    int status_ = 0;
    int minor_version_ = 0;
    unsigned fields_ = 0;
    bool chunked_ = false;
    bool close_ = false;
    bool keep_alive_ = false;
};

} // namespace restbind_test
