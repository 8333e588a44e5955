// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/process.hpp>

#include <boost/asio/execution/context.hpp>
#include <boost/asio/query.hpp>

#include <new>

#if !defined(_WIN32)
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace restbind::inline RESTBIND_ABI::net::detail
{

// Neither the mutex nor the list is ever destroyed: clients with static storage may outlive
// everything else.
RESTBIND_COLD RESTBIND_DECL std::mutex& process::mutex() noexcept
{
    static std::mutex& shared = *new std::mutex;
    return shared;
}

RESTBIND_COLD RESTBIND_DECL linked_list<own_descriptor>& process::descriptors() noexcept
{
    static linked_list<own_descriptor>& all = *new linked_list<own_descriptor>;
    return all;
}

RESTBIND_COLD RESTBIND_DECL void process::add(own_descriptor& one)
{
    descriptors().push_back(one);
}

RESTBIND_COLD RESTBIND_DECL void process::remove(own_descriptor& one) noexcept
{
    if (one.value != -1)
        descriptors().remove(one);
    one.value = -1;
}

#if defined(_WIN32)

RESTBIND_COLD RESTBIND_DECL void process::watch_forks() {}

#else

RESTBIND_COLD RESTBIND_DECL void process::watch_forks()
{
    // Both exist before the first fork: a child must not wait for a thread that makes them.
    mutex();
    descriptors();
    static int const failure =
        ::pthread_atfork(&before_fork, &after_fork_in_parent, &after_fork_in_child);
    if (failure != 0)
        throw std::bad_alloc(); // its only reason
}

RESTBIND_COLD RESTBIND_DECL void process::before_fork() noexcept
{
    mutex().lock();
}

RESTBIND_COLD RESTBIND_DECL void process::after_fork_in_parent() noexcept
{
    mutex().unlock();
}

/// Only functions that are safe in a signal handler: other threads may have held any lock.
RESTBIND_COLD RESTBIND_DECL void process::after_fork_in_child() noexcept
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

RESTBIND_COLD RESTBIND_DECL context_owner& context_owner::of(asio::any_io_executor const& executor)
{
    return asio::use_service<context_owner>(asio::query(executor, asio::execution::context));
}

RESTBIND_COLD RESTBIND_DECL error foreign_client_error()
{
    return error(error_kind::client_closed,
        "the client belongs to the process that this one was forked from: make a client after the "
        "fork, or call notify_fork() of its execution context");
}

RESTBIND_COLD RESTBIND_DECL error forked_call_error()
{
    return error(error_kind::client_closed,
        "the process was forked while the call was under way: it goes on in the parent");
}

} // namespace restbind::net::detail
