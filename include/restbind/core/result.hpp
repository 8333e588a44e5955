// A value or the error that stands in its place.
#pragma once

#include <restbind/core/error.hpp>

#include <boost/system/result.hpp>

#include <new>
#include <utility>

namespace restbind
{

/** Either a `T` or an error.

    Tests as true with a value; `*r` and `r->` reach it, `r.error()` the error. `r.value()` throws
    restbind::exception when there is none, so that one function serves both styles.
*/
template <class T>
using result = boost::system::result<T, error>;

namespace detail
{

/** Puts an error in the place of what `target` holds. An assignment would do the same by way of
    another result, and so bring the code to move a `T`, which a failure never needs. */
template <class T>
[[gnu::cold]] void become_error(result<T>& target, error why) noexcept
{
    target.~result<T>();
    ::new (static_cast<void*>(&target)) result<T>(boost::system::in_place_error, std::move(why));
}

} // namespace detail

} // namespace restbind
