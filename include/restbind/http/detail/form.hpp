#pragma once

#include <restbind/http/detail/encoding.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace restbind::http
{

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
