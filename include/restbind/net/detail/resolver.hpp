#pragma once

#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/resolve_function.hpp>
#include <restbind/net/detail/waiter.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#if !defined(_WIN32) // there Asio's headers declare it
#include <netdb.h>
#include <sys/socket.h>
#endif

namespace restbind::net::detail
{

/** The addresses of a destination in the order in which they were found. */
class address_list
{
public:
    /** Number of addresses that are kept. */
    static constexpr std::size_t max_size = 64;

    /** Adds an address; one too many is left out. */
    void add(asio::ip::tcp::endpoint const& address) noexcept
    {
        if (size_ != max_size)
            addresses_[size_++] = address;
    }

    std::size_t size() const noexcept { return size_; }
    asio::ip::tcp::endpoint const* begin() const noexcept { return addresses_; }
    asio::ip::tcp::endpoint const* end() const noexcept { return addresses_ + size_; }

private:
    asio::ip::tcp::endpoint addresses_[max_size];
    std::size_t size_ = 0;
};

/// What the failure of a lookup by the system means.
RESTBIND_COLD inline boost::system::error_code lookup_failure(int status)
{
    switch (status)
    {
    case EAI_AGAIN:
        return asio::error::host_not_found_try_again;
    case EAI_FAIL:
        return asio::error::no_recovery;
    case EAI_MEMORY:
        return asio::error::no_memory;
#ifdef EAI_SYSTEM
    case EAI_SYSTEM:
        return boost::system::error_code(errno, boost::system::system_category());
#endif
    default:
        return asio::error::host_not_found;
    }
}

/// What the system knows about a name. Asks it directly: Asio's resolver would bring an execution
/// context, its services and its thread for one call that waits.
RESTBIND_COLD inline boost::system::error_code ask_system(
    address_list& found, std::string const& host, std::uint16_t port)
{
    ::addrinfo* first = nullptr;
    ::addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    if (int const status = ::getaddrinfo(host.c_str(), nullptr, &hints, &first))
        return lookup_failure(status);
    for (::addrinfo const* one = first; one; one = one->ai_next)
    {
        asio::ip::tcp::endpoint endpoint;
        if (one->ai_addrlen > endpoint.capacity())
            continue;
        std::memcpy(endpoint.data(), one->ai_addr, one->ai_addrlen);
        endpoint.port(port);
        found.add(endpoint);
    }
    ::freeaddrinfo(first);
    return {};
}

/** One name lookup, in a thread of its own: the system's lookup, or the application's, can neither
    be timed out nor interrupted.

    Any number of coroutines may wait for it. A waiter that gives up is removed from the list. The
    thread ends when the system's resolver returns. A later lookup of the same name joins the one
    that is still running, so that a silent name server costs one thread and no more.
*/
class lookup final : public ref_counted<lookup>
{
public:
    /** Starts the thread. @returns The lookup, which the thread shares. Throws what `std::thread`
        throws.

        @param resolve Looks the name up; empty: the system does.
    */
    RESTBIND_COLD static intrusive_ptr<lookup> start(
        resolve_function resolve, std::string host, std::uint16_t port)
    {
        intrusive_ptr<lookup> const self(new lookup);
        std::thread(
            [self, resolve = std::move(resolve), host = std::move(host), port]
            {
                address_list found;
                boost::system::error_code failure =
                    resolve ? resolve(found, host, port) : ask_system(found, host, port);
                if (!failure && found.size() == 0)
                    failure = asio::error::host_not_found;
                std::lock_guard const lock(self->mutex);
                self->done = true;
                self->code = failure;
                self->addresses = found;
                self->waiting.grant_all();
            })
            .detach();
        return self;
    }

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
