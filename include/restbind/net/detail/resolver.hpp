// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/url.hpp>
#include <restbind/net/detail/process.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/detail/waiter.hpp>
#include <restbind/net/resolve_function.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/query.hpp>
#include <boost/system/error_code.hpp>

#if __has_include(<boost/asio/config.hpp>)
#include <boost/asio/config.hpp>
#endif

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <list>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#if !defined(_WIN32) // there Asio's headers declare it
#include <netdb.h>
#include <sys/socket.h>
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

/** An error of looking a name up. */
RESTBIND_COLD inline error resolve_error(boost::system::error_code code, std::string why = {})
{
    return restbind::detail::fill(error(error_kind::resolve, std::move(why)))
        .with_code(code)
        .with_phase(phase::resolve)
        .take();
}

/// The addresses that a function of the application finds. Throws `std::bad_alloc` only.
RESTBIND_COLD inline result<void> ask_application(address_list& found,
    resolve_function const& resolve, std::string const& host, std::uint16_t port)
{
    auto const said = resolve(host);
    if (!said)
    {
        error const& why = said.error();
        return resolve_error(
            why.code() ? why.code() : asio::error::host_not_found, why.detail());
    }
    for (asio::ip::address const& one : *said)
        found.add({one, port});
    return {};
}

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

/// The addresses that the system finds. It is asked directly: Asio's resolver would add an
/// execution context, its services and its thread for one function that blocks.
RESTBIND_COLD inline result<void> ask_system(
    address_list& found, std::string const& host, std::uint16_t port)
{
    ::addrinfo* first = nullptr;
    ::addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    if (int const status = ::getaddrinfo(host.c_str(), nullptr, &hints, &first))
        return resolve_error(lookup_failure(status));
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

/** One name lookup, mostly in a thread of its own: the system's lookup, or the application's, can
    neither be timed out nor interrupted.

    Any number of coroutines may wait for it. A waiter that gives up is removed from the list. The
    thread ends when the system's resolver returns.
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
            { self->ask(resolve, host, port); })
            .detach();
        return self;
    }

    /** A lookup that has ended: it was done in the calling thread, which it has blocked. */
    RESTBIND_COLD static intrusive_ptr<lookup> here(
        resolve_function const& resolve, std::string const& host, std::uint16_t port)
    {
        intrusive_ptr<lookup> done(new lookup);
        done->ask(resolve, host, port);
        return done;
    }

    /** A lookup that has ended with one address. */
    RESTBIND_COLD static intrusive_ptr<lookup> of(asio::ip::tcp::endpoint const& address)
    {
        intrusive_ptr<lookup> done(new lookup);
        done->addresses_.add(address);
        done->done_ = true;
        return done;
    }

    /** Whether it has ended. */
    bool is_done()
    {
        std::lock_guard const lock(mutex_);
        return done_;
    }

    /** Has a coroutine wait for the end. It does not join where the lookup has ended. */
    RESTBIND_COLD void join(waiter& waiting, clock::time_point until)
    {
        std::lock_guard const lock(mutex_);
        if (!done_)
            waiting.join(waiting_, mutex_, until);
    }

    /** Ends all waits with `client_closed`. */
    RESTBIND_COLD void shut_down()
    {
        std::lock_guard const lock(mutex_);
        waiting_.shut_down();
    }

    /** Whether there are addresses, or why there are none. @pre It has ended: then nothing changes
        any more.

        @throws std::bad_alloc if the memory ended during the lookup.
    */
    result<void> const& outcome() const
    {
        if (memory_ended_)
            throw std::bad_alloc();
        return outcome_;
    }

    /** The addresses. @pre It has ended. */
    address_list const& addresses() const noexcept { return addresses_; }

private:
    RESTBIND_COLD void ask(
        resolve_function const& resolve, std::string const& host, std::uint16_t port)
    {
        // Nothing may leave the thread, so that those who wait are told in any case.
        try
        {
            outcome_ = resolve ? ask_application(addresses_, resolve, host, port)
                               : ask_system(addresses_, host, port);
            if (outcome_ && addresses_.size() == 0)
                outcome_ = resolve_error(asio::error::host_not_found);
        }
        catch (std::bad_alloc const&)
        {
            memory_ended_ = true;
        }
        std::lock_guard const lock(mutex_);
        done_ = true;
        waiting_.grant_all();
    }

    std::mutex mutex_; ///< guards the next two
    wait_queue waiting_;
    bool done_ = false;

    // Written by the thread of the lookup before it says that it is done.
    bool memory_ended_ = false;
    result<void> outcome_;
    address_list addresses_;
};

/** The lookups of a client. A lookup of a name joins the one that is still running, so that a
    silent name server costs one thread for a name and no more. Thread-safe.
*/
class resolver
{
public:
    /** @param by_application Looks names up in place of the system; may be empty. */
    RESTBIND_COLD resolver(asio::any_io_executor const& executor, time_source const& time,
        resolve_function const& by_application)
        : executor_(executor)
        , time_(time)
        , by_application_(by_application)
        , may_use_threads_(
              allows_other_threads(asio::query(executor_, asio::execution::context)))
    {
    }

    /** The addresses of a host. @returns A lookup that has ended well. */
    asio::awaitable<result<intrusive_ptr<lookup>>> resolve(
        http::url const& address, clock::time_point deadline);

    /** Ends all waits with `client_closed`. */
    RESTBIND_COLD void shut_down()
    {
        std::lock_guard const lock(mutex_);
        closed_ = true;
        for (auto const& one : running_)
            one.what->shut_down();
    }

private:
    struct running_lookup
    {
        std::string host;
        std::uint16_t port;
        intrusive_ptr<lookup> what;
        unsigned starter = process::number(); ///< the process whose thread looks the name up
    };

    /// The lookup of a name that is running, or a new one. @pre The lock is held.
    RESTBIND_COLD intrusive_ptr<lookup> find_or_start(std::string const& host, std::uint16_t port)
    {
        running_.remove_if([](running_lookup const& one)
            { return one.starter != process::number() || one.what->is_done(); });
        for (auto const& one : running_)
            if (one.host == host && one.port == port)
                return one.what;
        running_.push_back({host, port, lookup::start(by_application_, host, port)});
        return running_.back().what;
    }

    asio::any_io_executor const executor_;
    time_source const time_;
    resolve_function const& by_application_;
    bool const may_use_threads_; ///< if not, names are looked up in the thread of the call

    std::mutex mutex_; ///< guards what follows
    std::list<running_lookup> running_;
    bool closed_ = false;
};

RESTBIND_COLD inline asio::awaitable<result<intrusive_ptr<lookup>>> resolver::resolve(
    http::url const& address, clock::time_point deadline)
{
    boost::system::error_code code;
    std::string const host =
        address.zone.empty() ? address.host : address.host + "%" + address.zone;
    if (auto const literal = asio::ip::make_address(host, code); !code)
    {
        if (!address.zone.empty() && literal.to_v6().scope_id() == 0)
            co_return resolve_error(asio::error::host_not_found,
                "there is no network interface " + address.zone);
        co_return lookup::of({literal, address.port});
    }

    intrusive_ptr<lookup> found;
    waiter waiting(executor_, time_);
    if (!may_use_threads_)
        found = lookup::here(by_application_, address.host, address.port);
    else
    {
        // A shutdown before this is seen here, and one after it finds the waiter.
        std::lock_guard const lock(mutex_);
        if (closed_)
            co_return wait_error(wait_end::client_closed, phase::resolve);
        try
        {
            found = find_or_start(address.host, address.port);
        }
        catch (std::system_error const& failure)
        {
            code.assign(failure.code().value(), boost::system::system_category());
            co_return resolve_error(code);
        }
        found->join(waiting, deadline);
    }
    if (waiting.has_joined())
    {
        wait_end const end = co_await waiting.wait();
        if (end != wait_end::granted)
            co_return wait_error(end, phase::resolve);
    }
    if (auto const& outcome = found->outcome(); !outcome)
        co_return outcome.error();
    co_return found;
}

} // namespace restbind::net::detail
