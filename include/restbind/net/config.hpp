#pragma once

#include <restbind/core/config.hpp>

/** 1 where an aggregate that is written inside a `co_await` expression is destroyed twice (g++
    before 13), otherwise 0.

    Generated operations then refuse temporary requests at compile time: name the request first.
*/
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 13
#define RESTBIND_TEMPORARY_IN_CO_AWAIT_IS_UNSAFE 1
#else
#define RESTBIND_TEMPORARY_IN_CO_AWAIT_IS_UNSAFE 0
#endif

namespace boost::asio
{
}

namespace restbind::net
{
namespace asio = boost::asio;
} // namespace restbind::net
