// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

using restbind::detail::escaped_byte;
using restbind::detail::hex_value;
using restbind::detail::is_digit;
using restbind::detail::is_letter;
using restbind::detail::to_lower;

/** A whole number of at least one digit and nothing else; the limit, where it is larger.
    @param limit Less than a tenth of what the type holds. */
constexpr std::optional<std::int64_t> read_saturated(
    std::string_view digits, std::int64_t limit) noexcept
{
    std::int64_t value = 0;
    for (char const c : digits)
    {
        if (!is_digit(c))
            return std::nullopt;
        value = value * 10 + (c - '0');
        value = value < limit ? value : limit;
    }
    return digits.empty() ? std::nullopt : std::optional(value);
}

/** Whether the text holds a control character. */
constexpr bool has_control(std::string_view text) noexcept
{
    for (char const c : text)
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7F')
            return true;
    return false;
}

/** Whether two texts are equal when A to Z count as a to z. */
constexpr bool iequals(std::string_view a, std::string_view b) noexcept
{
    if (a.size() != b.size())
        return false;
    if (a == b)
        return true;
    for (std::size_t i = 0; i != a.size(); ++i)
        if (a[i] != b[i] && to_lower(a[i]) != to_lower(b[i]))
            return false;
    return true;
}

/** The text without spaces and tabs at both ends. */
constexpr std::string_view trim(std::string_view text) noexcept
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

/** Takes the next element off a list with commas between its elements, without the spaces around
    it. */
constexpr std::string_view take_element(std::string_view& list) noexcept
{
    std::size_t const comma = list.find(',');
    std::string_view const element = trim(list.substr(0, comma));
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    return element;
}

// Texts one after the other. A chain of `+` makes code for each `+`, these functions for one call.
using restbind::detail::invalid_argument;
using restbind::detail::joined;

/** Puts texts one after the other in the place of all that follows the first `kept` bytes. The
    memory grows at most once. */
template <class... Texts>
void concat_behind(std::string& out, std::size_t kept, Texts const&... texts)
{
    out.resize(kept + (std::string_view(texts).size() + ...));
    char* to = out.data() + kept;
    auto const put = [&to](std::string_view text) { to += text.copy(to, text.size()); };
    (put(texts), ...);
}

/** Appends texts one after the other. The memory grows at most once. */
template <class... Texts>
void concat_to(std::string& out, Texts const&... texts)
{
    concat_behind(out, out.size(), texts...);
}

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
