// Throwing, also where exceptions are switched off.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <boost/config.hpp>
#ifdef BOOST_NO_EXCEPTIONS
#include <boost/throw_exception.hpp>
#endif

namespace restbind::detail
{

/** Throws `what`; without exceptions calls the program's own boost::throw_exception(). With them
    that would make a class of its own for each type that is thrown. */
template <class E>
[[noreturn, gnu::cold]] inline void raise(E const& what)
{
#ifdef BOOST_NO_EXCEPTIONS
    boost::throw_exception(what);
#else
    throw what;
#endif
}

} // namespace restbind::detail
