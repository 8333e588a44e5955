// How values are written where they are not JSON: OpenAPI's styles.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <string_view>

namespace restbind::http
{

/** OpenAPI's `style`, of parameters and of the properties of forms. Only lists and objects differ,
    but with `label` and `matrix`: a boolean is `true` or `false`, a number and a date is what it is
    in JSON, a text is itself. */
enum class style : unsigned char
{
    none,            ///< none is stated: `color=blue&color=black`; an object is its JSON
    simple,          ///< path and header: `blue,black`
    label,           ///< path: `.blue.black`
    matrix,          ///< path: `;color=blue;color=black`
    form,            ///< `color=blue&color=black`; a comma in an element is escaped
    space_delimited, ///< `color=blue%20black`; no part may hold a space
    pipe_delimited,  ///< `color=blue%7Cblack`; no part may hold a `|`
    deep_object,     ///< `color%5BR%5D=100`, see style_encoder.hpp
    json,            ///< one text, the value's JSON
    cookie           ///< cookie: as form, and nothing is escaped
};

/** How a value is written. */
struct style_options
{
    /** The form of its text. */
    http::style style = http::style::none;

    /** Whether the parts of a list or object are written apart. space_delimited and pipe_delimited
        are then as form. */
    bool explode = false;

    /** In the query: whether the reserved characters that a query may hold and that do not end a
        value are sent as they are: `: / ? @ ! $ ' ( ) * , ; =`. Escapes (`%20`) in the text are
        then kept, too. */
    bool allow_reserved = false;
};

/** What is stated about one property of a form. */
struct form_field
{
    /** Name of the property on the wire. */
    std::string_view name{};

    /** How it is written. */
    style_options how{};

    /** In a form of several parts: media type of its parts. Empty: none for scalars,
        `application/json` for objects, `application/octet-stream` for files and base64. */
    std::string_view content_type{};

    /** In a form of several parts: further headers of its parts, as lines that end in CR LF. */
    std::string_view headers{};

    /** `content_type`, or another one if nothing is stated. */
    constexpr std::string_view type_or(std::string_view otherwise) const noexcept
    {
        return content_type.empty() ? otherwise : content_type;
    }
};

} // namespace restbind::http
