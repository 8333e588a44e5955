// SPDX-License-Identifier: BSL-1.0
// A proxy on plain sockets.
#pragma once

#include "sockets.hpp"

#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace fake
{

/// A proxy that leads every tunnel to one server, whatever host is asked for, and remembers the
/// requests.
class proxy_server
{
public:
    explicit proxy_server(std::uint16_t target, std::string reply = "HTTP/1.1 200 OK\r\n\r\n")
        : target_(target)
        , reply_(std::move(reply))
        , server_([this](int socket, std::size_t) { serve(socket); })
    {
    }
    std::string url() const { return server_.url(); }
    std::uint16_t port() const noexcept { return server_.port(); }
    std::vector<std::string> heads() const
    {
        std::lock_guard const lock(mutex_);
        return heads_;
    }

private:
    void serve(int client)
    {
        auto head = read_head(client);
        {
            std::lock_guard const lock(mutex_);
            heads_.push_back(std::move(head));
        }
        send_text(client, reply_);
        if (target_ == 0)
            return drain(client);
        int const service = ::socket(AF_INET, SOCK_STREAM, 0);
        server_.adopt(service);
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(target_);
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(service, reinterpret_cast<sockaddr*>(&at), sizeof at) != 0)
            return;
        std::thread back([&] { copy(service, client); });
        copy(client, service);
        back.join();
    }
    static void copy(int from, int to)
    {
        char buffer[4096];
        for (;;)
        {
            auto const count = ::recv(from, buffer, sizeof buffer, 0);
            if (count <= 0)
                break;
            send_text(to, {buffer, static_cast<std::size_t>(count)});
        }
        ::shutdown(to, SHUT_WR);
    }

    std::uint16_t target_;
    std::string reply_;
    mutable std::mutex mutex_;
    std::vector<std::string> heads_;
    socket_server server_;
};

} // namespace fake
