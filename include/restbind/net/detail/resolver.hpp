#pragma once

#include <restbind/net/detail/address_list.hpp>
#include <restbind/net/detail/config.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/resolve_function.hpp>
#include <restbind/net/detail/waiter.hpp>

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <mutex>
#include <string>

namespace restbind::net::detail
{

/** One name lookup, in a thread of its own: the system's lookup, or the application's, can neither
    be timed out nor interrupted.

    Any number of coroutines may wait for it. Whoever gives up leaves; the thread ends whenever the
    system responses, and a later lookup of the same name joins the one that is still running, so
    that a silent name server costs one thread and no more.
*/
class lookup final : public ref_counted<lookup>
{
public:
    /** Starts the thread. @returns The lookup, which the thread shares. Throws what `std::thread`
        throws.

        @param resolve Looks the name up; empty: the system does.
    */
    static intrusive_ptr<lookup> start(
        resolve_function resolve, std::string host, std::uint16_t port);

    /** Guards everything below. */
    std::mutex mutex;

    /** Coroutines that wait for the end. */
    wait_queue waiting;

    /** Whether the system has responded. */
    bool done = false;

    /** Why there are no addresses. */
    boost::system::error_code code;

    /** The addresses. */
    address_list addresses;
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/resolver.ipp>
#endif
