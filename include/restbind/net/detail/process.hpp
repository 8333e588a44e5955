// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/net/detail/linked_list.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/query.hpp>

#include <atomic>
#include <mutex>
#include <new>

#if !defined(_WIN32)
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** A descriptor of one process. */
struct own_descriptor : list_node<own_descriptor>
{
    int value = -1; ///< -1: none
};

/** This process. A child of `fork()` is another one, and owns none of its parent's connections: a
    byte that it sent would be part of its parent's requests.

    In a child each listed descriptor becomes a socket that is connected to nothing, before `fork`
    returns: to use it, or to close it, does nothing to the parent's connection. Windows has no
    `fork`.
*/
class process
{
public:
    /** Differs from the numbers of all ancestors. Costs a load. */
    static unsigned number() noexcept { return number_.load(std::memory_order_relaxed); }

    /** From now on a child of this process has another number. */
    RESTBIND_COLD static void watch_forks();

    /** Guards what all clients of the process share, and the list of descriptors. No other thread
        holds it while the process forks. */
    static std::mutex& mutex() noexcept;

    /** Lists a descriptor. @pre The mutex is held. */
    static void add(own_descriptor& one);

    /** Forgets a descriptor, if it is listed. @pre The mutex is held. */
    static void remove(own_descriptor& one) noexcept;

private:
    static linked_list<own_descriptor>& descriptors() noexcept;
    static void before_fork() noexcept;
    static void after_fork_in_parent() noexcept;
    static void after_fork_in_child() noexcept;

    static inline std::atomic<unsigned> number_{1};
};

/** The process that runs an execution context. A child of `fork()` may run it only if it was told
    of the fork: `notify_fork(execution_context::fork_child)`. Otherwise parent and child share the
    descriptor by which Asio waits for sockets, and the child lacks its parent's threads.
*/
class context_owner final : public asio::execution_context::service
{
public:
    static inline asio::execution_context::id id{};

    explicit context_owner(asio::execution_context& context)
        : asio::execution_context::service(context)
    {
        process::watch_forks();
    }

    /** That of an executor's context. */
    RESTBIND_COLD static context_owner& of(asio::any_io_executor const& executor);

    /** Makes this process the owner. */
    void claim() noexcept { number_.store(process::number(), std::memory_order_relaxed); }

    /** Whether this process may use the context; the first one that asks becomes the owner. */
    bool is_usable() noexcept
    {
        unsigned const owner = number_.load(std::memory_order_relaxed);
        if (owner == 0) [[unlikely]]
            claim();
        return owner == 0 || owner == process::number();
    }

    /** Whether another process owns the context. Its locks may then be held by threads that are not
        here. */
    bool is_foreign() const noexcept
    {
        unsigned const owner = number_.load(std::memory_order_relaxed);
        return owner != 0 && owner != process::number();
    }

private:
    void shutdown() override {}

    void notify_fork(asio::execution_context::fork_event event) override
    {
        if (event == asio::execution_context::fork_child && is_foreign())
            claim();
    }

    std::atomic<unsigned> number_{0}; ///< 0: it was not used yet
};

/** The error of a call in a child whose execution context was not told of the fork. */
RESTBIND_COLD error foreign_client_error();

/** The error of a call that was under way when the process forked, in the child. */
RESTBIND_COLD error forked_call_error();

// Neither the mutex nor the list is ever destroyed: clients with static storage may outlive
// everything else.
RESTBIND_COLD inline std::mutex& process::mutex() noexcept
{
    static std::mutex& shared = *new std::mutex;
    return shared;
}

RESTBIND_COLD inline linked_list<own_descriptor>& process::descriptors() noexcept
{
    static linked_list<own_descriptor>& all = *new linked_list<own_descriptor>;
    return all;
}

RESTBIND_COLD inline void process::add(own_descriptor& one)
{
    descriptors().push_back(one);
}

RESTBIND_COLD inline void process::remove(own_descriptor& one) noexcept
{
    if (one.value != -1)
        descriptors().remove(one);
    one.value = -1;
}

#if defined(_WIN32)

RESTBIND_COLD inline void process::watch_forks() {}

#else

RESTBIND_COLD inline void process::watch_forks()
{
    // Both exist before the first fork: a child must not wait for a thread that makes them.
    mutex();
    descriptors();
    static int const failure =
        ::pthread_atfork(&before_fork, &after_fork_in_parent, &after_fork_in_child);
    if (failure != 0)
        throw std::bad_alloc(); // its only reason
}

RESTBIND_COLD inline void process::before_fork() noexcept
{
    mutex().lock();
}

RESTBIND_COLD inline void process::after_fork_in_parent() noexcept
{
    mutex().unlock();
}

/// Only functions that are safe in a signal handler: other threads may have held any lock.
RESTBIND_COLD inline void process::after_fork_in_child() noexcept
{
    number_.fetch_add(1, std::memory_order_relaxed);
    int unconnected = -1;
    for (own_descriptor* one = descriptors().front(); one; one = one->next)
    {
        // It is closed first, so that a place for the new one is always there.
        ::close(one->value);
        int const fresh =
            unconnected < 0 ? ::socket(AF_INET, SOCK_STREAM, 0) : ::dup(unconnected);
        if (fresh >= 0 && fresh != one->value)
        {
            ::dup2(fresh, one->value);
            ::close(fresh);
        }
        if (fresh >= 0)
            unconnected = one->value;
        ::fcntl(one->value, F_SETFD, FD_CLOEXEC);
        ::fcntl(one->value, F_SETFL, O_NONBLOCK);
    }
    mutex().unlock();
}

#endif

RESTBIND_COLD inline context_owner& context_owner::of(asio::any_io_executor const& executor)
{
    return asio::use_service<context_owner>(asio::query(executor, asio::execution::context));
}

RESTBIND_COLD inline error foreign_client_error()
{
    return error(error_kind::client_closed,
        "the client belongs to the process that this one was forked from: make a client after the "
        "fork, or call notify_fork() of its execution context");
}

RESTBIND_COLD inline error forked_call_error()
{
    return error(error_kind::client_closed,
        "the process was forked while the call was under way: it goes on in the parent");
}

} // namespace restbind::net::detail
