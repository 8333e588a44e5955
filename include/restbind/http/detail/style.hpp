// Values of parameters as OpenAPI's styles write them.
#pragma once

#include <restbind/http/detail/deep_object.hpp>
#include <restbind/http/detail/expansion.hpp>
#include <restbind/http/detail/parameter_location.hpp>
#include <restbind/http/detail/parameter_style.hpp>
#include <restbind/http/detail/value_shape.hpp>
#include <restbind/json/encode.hpp>

#include <string>
#include <string_view>

namespace restbind::http
{

/** Appends a value as its style writes it, names and delimiters included.

    Percent-encoded but in headers. Absent and null values, and lists and objects without parts,
    append nothing; nor do absent members and elements. What is nested deeper than the style reaches
    (an object in a list, a list in a list) is written as its JSON; but a list in an exploded object
    has its name with each element. A label separates by `.` only what is exploded, as RFC 6570
    does. An exploded cookie is several pairs with `; ` in between. A deep object has a name for
    every step, `[]` for a single value in a list, and a number for a list or object in a list.

    @param name The parameter's name.
    @param is_first In query and cookie: whether nothing of that kind stands in front.
    @returns An empty text, or what is wrong, to complete "the parameter …": a number that is not
    finite, text that is not UTF-8, a part that holds what stands between parts where that cannot be
    escaped (headers, space_delimited, pipe_delimited). `out` then holds a useless piece.
*/
template <class T>
std::string_view expand(std::string& out, std::string_view name, T const& value,
    parameter_style how, parameter_location place, bool is_first = true)
{
    if constexpr (detail::optional_value<T>)
    {
        return value.has_value() ? expand(out, name, *value, how, place, is_first)
                                 : std::string_view();
    }
    else
    {
        detail::expansion_rule const rule = detail::rule_of(how, place, is_first);
        if (how.shape == style::deep_object)
        {
            detail::deep_expansion deep(out, name, rule);
            deep.write(value);
            return deep.problem();
        }
        detail::expansion one(out, name, rule);
        if (how.shape != style::json)
        {
            show_value(one, value);
            return one.problem();
        }
        std::string text;
        if (!json::encode_to(text, value))
            return "holds what JSON cannot hold";
        one.text(text);
        return one.problem();
    }
}

} // namespace restbind::http
