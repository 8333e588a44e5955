// SPDX-License-Identifier: BSL-1.0
// Bodies other than JSON: texts, bytes and forms.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/style.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/json/encode.hpp>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

/** Whether a media type has the parameter `charset=utf-8`, in quotes or not, compared without case.
 */
constexpr bool is_utf8_type(std::string_view content_type) noexcept
{
    std::size_t at = content_type.find(';');
    while (at != std::string_view::npos)
    {
        content_type.remove_prefix(at + 1);
        at = content_type.find(';');
        std::string_view const parameter = trim(content_type.substr(0, at));
        if (iequals(parameter, "charset=utf-8") || iequals(parameter, "charset=\"utf-8\""))
            return true;
    }
    return false;
}

/** Sends a scalar as text: a string as it is, a number, a date or a boolean as in JSON.

    @param content_type What is sent as Content-Type. A literal. With `charset=utf-8` a text that is
        not UTF-8 is refused; otherwise its bytes are sent unchecked.
    @par Errors
    `invalid_argument`: such a text, a number that is not finite.
*/
template <class T>
void text_body(request_builder& builder, T const& value, std::string_view content_type)
{
    if (builder.failed())
        return;
    auto text = parameter_text(value);
    if (!text)
        return builder.body(invalid_argument({"the body has no form as text"}));
    if (is_utf8_type(content_type) && utf8_prefix(*text) != text->size())
        return builder.body(invalid_argument({"the body is not UTF-8"}));
    builder.body(encoded_body{.bytes = std::move(*text),
        .media_type = media_type(content_type),
        .content_type = std::string(content_type)});
}

/** Sends bytes as they are.

    @param value `file::name` and `file::headers` are ignored.
    @param content_type What is sent as Content-Type unless `file::content_type` says otherwise. A
        literal. A range, such as `image/` and a star, is never sent, nor is a `multipart/…`
        without its boundary: `file::content_type` must then be given.
    @par Errors
    `invalid_argument`: no media type, or one that cannot be sent.
*/
inline void file_body(request_builder& builder, file const& value, std::string_view content_type)
{
    if (builder.failed())
        return;
    bool const is_open =
        content_type.find('*') != std::string_view::npos || content_type.starts_with("multipart/");
    if (is_open && trim(value.content_type).empty())
        return builder.body(invalid_argument(
            {"the body needs a content_type: the operation describes only ", content_type}));
    std::string_view const type = value.content_type.empty() ? content_type : value.content_type;
    builder.body(encoded_body{.media_type = media_type(content_type),
        .content_type = std::string(type),
        .referred = value.content});
}

/** A value as a form, `application/x-www-form-urlencoded` of the URL standard: a space becomes `+`,
    every byte but letters, digits and `*-._` becomes `%XX`, names included.

    What is left out, and how numbers and dates look, is as in JSON: an absent optional member is no
    field, null is an empty value. A secret is refused.

    @param value An object: a model, a map, or open JSON.
    @param fields Styles of its members; `style::none` for the others.
    @param hides_secrets Whether members that are secret or only written are left out.
    @returns The form; empty if all members are left out. `invalid_argument` with
        `error::json_path()` for what JSON cannot hold, for what is no object, and for an element
        that holds its list's delimiter.
*/
template <class T>
result<std::string> encode_form(
    T const& value, std::span<form_field const> fields = {}, bool hides_secrets = false)
{
    std::string form;
    detail::text_sink sink(form, detail::form_target);
    sink.hides_secrets = hides_secrets;
    if (auto const written = detail::write_members(std::addressof(value),
            json::detail::write_plan_of<T>, fields, detail::form_target, sink);
        !written)
        return written.error();
    return form;
}

/** Sends a value as a form; see encode_form(). */
template <class T>
void form_body(
    request_builder& builder, T const& value, std::initializer_list<form_field> fields = {})
{
    if (builder.failed())
        return;
    auto form = encode_form(
        value, std::span(fields.begin(), fields.size()), builder.hides_secrets());
    if (!form)
        return builder.body(form.error());
    builder.body(
        encoded_body{.bytes = std::move(*form), .media_type = "application/x-www-form-urlencoded"});
}

/** @name For what reads requests, and has these functions itself
    @{
*/
template <class Reader, class T>
void text_body(Reader& reader, T const& value, std::string_view content_type)
{
    reader.text_body(value, content_type);
}

template <class Reader>
void file_body(Reader& reader, file const& value, std::string_view content_type)
{
    reader.file_body(value, content_type);
}

template <class Reader, class T>
void form_body(Reader& reader, T const& value, std::initializer_list<form_field> fields = {})
{
    reader.form_body(value, std::span(fields.begin(), fields.size()));
}
/** @} */

} // namespace restbind::http
