#pragma once

#include <restbind/net/resolver.hpp>

#include <boost/asio/error.hpp>

#include <cerrno>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

#if !defined(_WIN32) // there Asio's headers declare it
#include <netdb.h>
#include <sys/socket.h>
#endif

namespace restbind::net::detail
{

/// What the failure of a lookup by the system means.
[[gnu::cold]] inline boost::system::error_code lookup_failure(int status)
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
[[gnu::cold]] inline std::vector<asio::ip::tcp::endpoint> ask_system(
    std::string const& host, std::uint16_t port, boost::system::error_code& failure)
{
    std::vector<asio::ip::tcp::endpoint> found;
    ::addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    ::addrinfo* first = nullptr;
    if (int const status = ::getaddrinfo(host.c_str(), nullptr, &hints, &first))
    {
        failure = lookup_failure(status);
        return found;
    }
    std::unique_ptr<::addrinfo, decltype(&::freeaddrinfo)> const owner(first, &::freeaddrinfo);
    for (::addrinfo const* one = first; one; one = one->ai_next)
    {
        asio::ip::tcp::endpoint endpoint;
        if (one->ai_addrlen > endpoint.capacity())
            continue;
        std::memcpy(endpoint.data(), one->ai_addr, one->ai_addrlen);
        endpoint.port(port);
        found.push_back(endpoint);
    }
    return found;
}

/// What a function of the application's knows about a name.
[[gnu::cold]] inline std::vector<asio::ip::tcp::endpoint> ask_function(
    resolve_function const& resolve, std::string const& host, std::uint16_t port,
    boost::system::error_code& failure)
{
    std::vector<asio::ip::tcp::endpoint> found;
    try
    {
        auto const addresses = resolve(host);
        failure = addresses ? boost::system::error_code() : addresses.error().code();
        if (addresses)
            for (auto const& address : *addresses)
                found.emplace_back(address, port);
    }
    catch (...)
    {
        failure = asio::error::no_recovery;
    }
    return found;
}

[[gnu::cold]] RESTBIND_DECL std::shared_ptr<lookup> lookup::start(
    resolve_function resolve, std::string host, std::uint16_t port)
{
    auto self = std::make_shared<lookup>();
    std::thread(
        [self, resolve = std::move(resolve), host = std::move(host), port]
        {
            boost::system::error_code failure;
            auto found = resolve ? ask_function(resolve, host, port, failure)
                                 : ask_system(host, port, failure);
            if (!failure && found.empty())
                failure = asio::error::host_not_found;
            if (found.size() > most_kept)
                found.resize(most_kept);
            std::lock_guard const lock(self->mutex);
            self->done = true;
            self->code = failure;
            self->endpoints = std::move(found);
            self->waiting.grant_all();
        })
        .detach();
    return self;
}

} // namespace restbind::net::detail
