#pragma once

#include <restbind/http/detail/ascii.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace restbind::http
{

/** Whether a character needs no escape anywhere in an address (RFC 3986, "unreserved"). */
constexpr bool is_unreserved(char c) noexcept
{
    return is_digit(c) || is_letter(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

/** Appends `%XX` with upper-case digits. */
inline void append_escape(std::string& out, char c)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    auto const byte = static_cast<unsigned char>(c);
    char const escape[3] = {'%', digits[byte >> 4], digits[byte & 15]};
    out.append(escape, sizeof escape);
}

/** The byte that stands for `%XX` at the front of a text, or -1 if there is no such escape. */
constexpr int escaped_byte(std::string_view text) noexcept
{
    if (text.size() < 3 || text[0] != '%' || hex_value(text[1]) < 0 || hex_value(text[2]) < 0)
        return -1;
    return hex_value(text[1]) * 16 + hex_value(text[2]);
}

/** Appends the text as one path segment: every byte but the unreserved ones is escaped, `/` too. */
inline void percent_encode_segment(std::string& out, std::string_view text)
{
    while (!text.empty())
    {
        std::size_t plain = 0;
        while (plain != text.size() && is_unreserved(text[plain]))
            ++plain;
        out.append(text.substr(0, plain));
        text.remove_prefix(plain);
        if (text.empty())
            return;
        append_escape(out, text.front());
        text.remove_prefix(1);
    }
}

/** Appends `name=value` to a target, with `?` in front if it is the first and `&` if not. Spaces
    become `%20`. */
inline void append_query(
    std::string& out, bool first, std::string_view name, std::string_view value)
{
    out.push_back(first ? '?' : '&');
    percent_encode_segment(out, name);
    out.push_back('=');
    percent_encode_segment(out, value);
}

/** Whether a byte stays as it is in a form (application/x-www-form-urlencoded of the URL standard).
 */
constexpr bool is_form_character(char c) noexcept
{
    return is_digit(c) || is_letter(c) || c == '*' || c == '-' || c == '.' || c == '_';
}

/** Appends the text as a name or a value of a form: a space becomes `+`, other special bytes `%XX`.
 */
inline void form_encode(std::string& out, std::string_view text)
{
    for (char const c : text)
        if (is_form_character(c) || c == ' ')
            out.push_back(c == ' ' ? '+' : c);
        else
            append_escape(out, c);
}

/** Number of bytes that `form_encode` appends for the text. */
constexpr std::size_t form_encoded_size(std::string_view text) noexcept
{
    std::size_t size = 0;
    for (char const c : text)
        size += is_form_character(c) || c == ' ' ? 1 : 3;
    return size;
}

/** The text as `form_encode` appends it, in one piece from the start: growing would leave copies of
    a secret behind. */
inline std::string form_encoded(std::string_view text)
{
    std::string encoded;
    encoded.reserve(form_encoded_size(text));
    form_encode(encoded, text);
    return encoded;
}

/** Appends `name=value` to a form, with `&` in front unless the form is empty. */
inline void append_field(std::string& form, std::string_view name, std::string_view value)
{
    if (!form.empty())
        form.push_back('&');
    form_encode(form, name);
    form.push_back('=');
    form_encode(form, value);
}

} // namespace restbind::http
