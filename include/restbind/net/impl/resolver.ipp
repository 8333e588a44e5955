#pragma once

#include <restbind/net/resolver.hpp>

#include <boost/asio/io_context.hpp>

#include <thread>
#include <utility>

namespace restbind::net::detail
{

RESTBIND_DECL std::shared_ptr<lookup> lookup::start(std::string host, std::string port)
{
    auto self = std::make_shared<lookup>();
    std::thread(
        [self, host = std::move(host), port = std::move(port)]
        {
            boost::system::error_code failure;
            std::vector<asio::ip::tcp::endpoint> found;
            {
                asio::io_context context(1);
                asio::ip::tcp::resolver resolver(context);
                for (auto const& entry : resolver.resolve(host, port, failure))
                    found.push_back(entry.endpoint());
            }
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
