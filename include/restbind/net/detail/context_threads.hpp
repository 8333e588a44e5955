// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/config.hpp>

#include <boost/asio/execution_context.hpp>
#include <boost/asio/io_context.hpp>

#if __has_include(<boost/asio/config.hpp>)
#include <boost/asio/config.hpp>
#endif

namespace restbind::inline RESTBIND_ABI::net::detail
{

#if defined(BOOST_ASIO_HAS_IOCP)
using context_scheduler = asio::detail::win_iocp_io_context;
#else
using context_scheduler = asio::detail::scheduler;
#endif

/** Whether threads that do not run an execution context may end its waits. They may not if it was
    made without locks (`BOOST_ASIO_CONCURRENCY_HINT_UNSAFE`): nothing else would say so.

    @tparam Scheduler Always `context_scheduler`; versions of Boost differ in what it tells.
*/
template <class Scheduler = context_scheduler>
RESTBIND_COLD bool allows_other_threads([[maybe_unused]] asio::execution_context& context)
{
#if defined(BOOST_ASIO_DISABLE_THREADS)
    return false;
#else
    if constexpr (requires(Scheduler& one) { one.concurrency_hint(); })
    {
        if (!asio::has_service<Scheduler>(context))
            return true;
        [[maybe_unused]] int const hint = asio::use_service<Scheduler>(context).concurrency_hint();
        return BOOST_ASIO_CONCURRENCY_HINT_IS_LOCKING(SCHEDULER, hint) &&
               BOOST_ASIO_CONCURRENCY_HINT_IS_LOCKING(REACTOR_REGISTRATION, hint);
    }
#if __has_include(<boost/asio/config.hpp>)
    else
        return asio::config(context).get("scheduler", "locking", true) &&
               asio::config(context).get("reactor", "registration_locking", true);
#else
    else
        return true;
#endif
#endif
}

} // namespace restbind::net::detail
