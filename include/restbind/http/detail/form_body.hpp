// Bodies of the type application/x-www-form-urlencoded.
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/style.hpp>
#include <restbind/json/encode.hpp>

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace restbind::http
{

/** A value as a form, `application/x-www-form-urlencoded` of the URL standard: a space becomes `+`,
    every byte but letters, digits and `*-._` becomes `%XX`, names included.

    What is left out, and how numbers and dates look, is as in JSON: an absent optional member is no
    field, null is an empty value. A secret is refused.

    @param value An object: a model, a map, or open JSON.
    @param fields Styles of its members; `style::none` for the others.
    @returns The form; empty if no member has anything to say. `invalid_argument` with
        `error::json_path()` for what JSON cannot hold, for what is no object, and for an element
        that holds its list's delimiter.
*/
template <class T>
result<std::string> encode_form(T const& value, std::span<form_field const> fields = {})
{
    std::string form;
    detail::text_sink sink(form, detail::form_target);
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
    auto form = encode_form(value, std::span(fields.begin(), fields.size()));
    if (!form)
        return builder.body(form.error());
    builder.body(
        encoded_body{.bytes = std::move(*form), .media_type = "application/x-www-form-urlencoded"});
}

} // namespace restbind::http
