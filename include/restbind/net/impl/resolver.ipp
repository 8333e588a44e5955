#pragma once

#include <restbind/net/resolver.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>

#include <thread>
#include <utility>

namespace restbind::net::detail
{

/// What the system knows about a name.
[[gnu::cold]] inline std::vector<asio::ip::tcp::endpoint> ask_system(
    std::string const& host, std::uint16_t port, boost::system::error_code& failure)
{
    std::vector<asio::ip::tcp::endpoint> found;
    asio::io_context context(1);
    asio::ip::tcp::resolver resolver(context);
    for (auto const& entry : resolver.resolve(host, std::to_string(port), failure))
        found.push_back(entry.endpoint());
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
