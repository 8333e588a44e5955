#pragma once

#include <string_view>

namespace restbind::http
{

/** How one property of a form is written. Only lists and objects differ: a boolean is `true` or
    `false`, a number and a date is what it is in JSON, a text is itself, and null is an empty
    value.

    Below, `a` is the property, `[1,2]` a list and `{"b":1,"c":2}` an object. An empty list is not
    sent, nor is an empty object but with `plain` and `json`: a form has no way to say so.
*/
enum class form_style : unsigned char
{
    /** Nothing is stated: `a=1`, `a=2`; an object, in a list too, as JSON text, as OpenAPI 3.1.1
        says. */
    plain,

    /** The whole value as JSON text: `a=[1,2]`, `a={"b":1,"c":2}`. */
    json,

    /** OpenAPI's `form`, exploded: `a=1`, `a=2`; the members of an object as fields of their own,
        `b=1`, `c=2`. What is nested deeper, where OpenAPI says nothing, is JSON text. */
    form,

    /** OpenAPI's `form`, not exploded: `a=1,2`, `a=b,1,c,2`. A comma within an element is escaped
        once more than the one between elements; deeper values are JSON text. */
    comma,

    /** `spaceDelimited`, not exploded: as `comma`, with a space. No element may hold one. */
    space,

    /** `pipeDelimited`, not exploded: as `comma`, with a `|`. No element may hold one. */
    pipe,

    /** `deepObject`: `a[b]=1`, `a[c]=2`, to any depth: `a[b][c]=1`. OpenAPI says nothing of lists
        and of depth; these are written as most servers read them: `a[]=1`, `a[]=2`, and with
        indices where an element is a list or an object itself: `a[0][b]=1`, `a[1][b]=2`. */
    deep_object
};

/** The style of one property of a form. */
struct form_field
{
    /** Name of the property on the wire. */
    std::string_view name{};

    /** How it is written. */
    form_style style = form_style::plain;
};

} // namespace restbind::http
