// SPDX-License-Identifier: BSL-1.0
// From values to JSON text.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/result.hpp>
#include <restbind/json/cursor.hpp>
#include <restbind/json/detail/containers.hpp>
#include <restbind/json/detail/optionals.hpp>
#include <restbind/json/detail/scalars.hpp>
#include <restbind/json/detail/size_bound.hpp>
#include <restbind/json/detail/structs.hpp>
#include <restbind/json/detail/variants.hpp>
#include <restbind/json/writer.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

/** How to write a value where its type is not known. */
struct write_plan
{
    void (*estimate)(size_estimate& to, void const* value);
    bool (*write)(writer& out, void const* value);
};

template <class T>
void estimate_from(size_estimate& to, void const* value)
{
    detail::estimate(to, *static_cast<T const*>(value));
}

template <class T>
bool write_from(writer& out, void const* value)
{
    return codec<T>::write(out, *static_cast<T const*>(value));
}

template <class T>
inline constexpr write_plan write_plan_of{&estimate_from<T>, &write_from<T>};

/** Appends a value whose type is known. @returns false when JSON cannot carry it.

    Always inline: writing took 30% longer when the writer was not made where it is used.
*/
template <class T>
RESTBIND_ALWAYS_INLINE inline bool append_here(std::string& out, T const& value, failure& why)
{
    size_estimate likely;
    detail::estimate(likely, value);
    writer to(out, likely.total());
    if (codec<T>::write(to, value)) [[likely]]
        return true;
    why = std::move(to.why);
    return false;
}

/** As encode_to(), for any type. @param hides_secrets See json::writer. */
RESTBIND_NOINLINE inline result<void> append(
    std::string& out, void const* value, write_plan const& plan, bool hides_secrets = false)
{
    size_estimate likely;
    plan.estimate(likely, value);
    std::size_t const size = out.size();
    writer to(out, likely.total());
    to.hides_secrets = hides_secrets;
    if (plan.write(to, value)) [[likely]]
        return {};
    to.at = to.from(size);
    return std::move(to.why).to_error();
}

} // namespace detail

/** Appends a value as compact JSON to `out`.

    Floating-point numbers are written in the shortest form that reads back as the same number,
    decimals as they are.
    @par Errors
    error_kind::invalid_argument with error::json_path() for what JSON cannot carry: NaN,
    infinities, text that is not UTF-8, days that are none. `out` then is what it was before.
*/
template <class T>
result<void> encode_to(std::string& out, T const& value)
{
    return detail::append(out, std::addressof(value), detail::write_plan_of<T>);
}

/** A value as compact JSON; see encode_to(). */
template <class T>
result<std::string> encode(T const& value)
{
    result<std::string> out(std::in_place);
    failure why;
    if (!detail::append_here(*out, value, why)) [[unlikely]]
        out = std::move(why).to_error();
    return out; // the only return, so that nothing is moved
}

} // namespace restbind::json
