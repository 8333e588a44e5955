// A value or the error that stands in its place.
#pragma once

#include <restbind/core/error.hpp>

#include <boost/system/result.hpp>

namespace restbind
{

/** Either a `T` or an error.

    Tests as true with a value; `*r` and `r->` reach it, `r.error()` the error. `r.value()` throws
    restbind::exception when there is none, so that one function serves both styles.
*/
template <class T>
using result = boost::system::result<T, error>;

} // namespace restbind
