#pragma once

namespace restbind::http
{

/** How a parameter's value is written: OpenAPI's `style`, or `content`. */
enum class style : unsigned char
{
    simple,          ///< path and header: `blue,black`
    label,           ///< path: `.blue.black`
    matrix,          ///< path: `;color=blue;color=black`
    form,            ///< query and cookie: `color=blue&color=black`
    space_delimited, ///< query: `color=blue%20black`; no part may hold a space
    pipe_delimited,  ///< query: `color=blue%7Cblack`; no part may hold a `|`
    deep_object,     ///< query: `color%5BR%5D=100`, see style.hpp
    json             ///< any place: one text, the value's JSON
};

/** How a parameter is written. */
struct parameter_style
{
    /** The form of its text. */
    style shape = style::form;

    /** Whether the parts of a list or object are written apart. space_delimited and pipe_delimited
        are then as form. */
    bool explode = false;

    /** In the query: whether the reserved characters that a query may hold and that do not end a
        value are sent as they are: `: / ? @ ! $ ' ( ) * , ; =`. Escapes (`%20`) in the text are
        then kept, too. */
    bool allow_reserved = false;
};

} // namespace restbind::http
