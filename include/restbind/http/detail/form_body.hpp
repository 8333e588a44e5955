// Bodies of the type application/x-www-form-urlencoded.
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/detail/form.hpp>
#include <restbind/http/detail/form_fields.hpp>
#include <restbind/http/detail/form_style.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/json/encode.hpp>

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::http
{

namespace detail
{

/** Writes fields as the URL standard says: `a=1&b=2`. */
class form_writer final : public form_sink
{
public:
    explicit form_writer(std::string& out)
        : out_(out)
    {
    }

    void field(std::string_view name, std::string_view value, bool) override
    {
        append_field(out_, name, value);
    }

    void joined(
        std::string_view name, std::span<std::string const> elements, char delimiter) override
    {
        append_field(out_, name, elements.front());
        for (std::string const& element : elements.subspan(1))
        {
            // A comma stays as it is, so that it differs from one within an element; the other
            // delimiters are not allowed there, and are escaped as everywhere.
            if (delimiter == ',')
                out_.push_back(',');
            else
                form_encode(out_, std::string_view(&delimiter, 1));
            form_encode(out_, element);
        }
    }

private:
    std::string& out_;
};

} // namespace detail

/** A value as a form, `application/x-www-form-urlencoded` of the URL standard: a space becomes `+`,
    every byte but letters, digits and `*-._` becomes `%XX`, names included.

    What is left out, and how numbers and dates look, is as in JSON: an absent optional member is no
    field, null is an empty value. A secret is refused.

    @param value An object: a model, a map, or open JSON.
    @param fields Styles of its members; `form_style::plain` for the others.
    @returns The form; empty if no member has anything to say. `invalid_argument` with
        `error::json_path()` for what JSON cannot hold, for what is no object, and for an element
        that holds its list's delimiter.
*/
template <class T>
result<std::string> encode_form(T const& value, std::span<form_field const> fields = {})
{
    auto const text = json::encode(value);
    if (!text)
        return text.error();
    std::string form;
    form.reserve(text->size() + text->size() / 4);
    detail::form_writer writer(form);
    if (auto const walked = form_walk(*text, writer).members(fields); !walked)
        return walked.error();
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
    encoded_body body;
    body.bytes = std::move(*form);
    body.media_type = "application/x-www-form-urlencoded";
    builder.body(std::move(body));
}

} // namespace restbind::http
