// SPDX-License-Identifier: BSL-1.0
#include "scripted_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace restbind::test
{

namespace
{

bool iequals(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
        [](char x, char y)
        {
            return std::tolower(static_cast<unsigned char>(x)) ==
                   std::tolower(static_cast<unsigned char>(y));
        });
}

} // namespace

std::string received_request::header(std::string_view name) const
{
    std::string_view rest = head;
    while (!rest.empty())
    {
        std::string_view const line = rest.substr(0, rest.find("\r\n"));
        rest.remove_prefix(std::min(rest.size(), line.size() + 2));
        auto const colon = line.find(':');
        if (colon != std::string_view::npos && iequals(line.substr(0, colon), name))
            return std::string(line.substr(std::min(line.size(), colon + 2)));
    }
    return {};
}

script& script::send(std::string bytes)
{
    steps_.push_back({kind::send, std::move(bytes)});
    return *this;
}

script& script::send_slowly(std::string bytes, std::chrono::milliseconds pause)
{
    steps_.push_back({kind::send_slowly, std::move(bytes), pause});
    return *this;
}

script& script::wait(std::chrono::microseconds length)
{
    steps_.push_back({kind::wait, {}, length});
    return *this;
}

script& script::wait_for_gate()
{
    steps_.push_back({kind::wait_for_gate, {}});
    return *this;
}

script& script::close()
{
    steps_.push_back({kind::close, {}});
    return *this;
}

script& script::half_close()
{
    steps_.push_back({kind::half_close, {}});
    return *this;
}

script& script::reset()
{
    steps_.push_back({kind::reset, {}});
    return *this;
}

script& script::swallow(std::size_t count)
{
    steps_.push_back({kind::swallow, {}, {}, count});
    return *this;
}

script& script::apply()
{
    steps_.push_back({kind::apply, {}});
    return *this;
}

script& script::then(script const& next)
{
    steps_.insert(steps_.end(), next.steps_.begin(), next.steps_.end());
    return *this;
}

script response(int status, std::string_view body, std::string_view further_headers)
{
    std::string text = "HTTP/1.1 " + std::to_string(status) + " Some Reason\r\n";
    if (!body.empty())
        text += "Content-Type: application/json\r\n";
    text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    text += std::string(further_headers) + "\r\n" + std::string(body);
    return script().send(std::move(text));
}

script token_response(std::string_view token, std::string_view expires_in)
{
    return response(200, R"({"token_type":"Bearer","expires_in":)" + std::string(expires_in) +
                           R"(,"ext_expires_in":3599,"access_token":")" + std::string(token) +
                           "\"}");
}

scripted_server::scripted_server(handler on_request, std::uint16_t port)
    : on_request_(std::move(on_request))
{
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    int const on = 1;
    ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (listener_ < 0 || ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        ::listen(listener_, 256) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        throw std::runtime_error("the scripted server cannot listen");
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_loop(); });
}

scripted_server::~scripted_server()
{
    std::vector<std::thread> threads;
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
        gate_open_ = true;
        for (int const socket : sockets_)
            ::shutdown(socket, SHUT_RDWR);
    }
    changed_.notify_all();
    ::shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    ::close(listener_);
    {
        std::lock_guard const lock(mutex_);
        threads.swap(threads_);
    }
    for (std::thread& thread : threads)
        thread.join();
}

std::string scripted_server::url() const
{
    return "http://127.0.0.1:" + std::to_string(port_);
}

std::size_t scripted_server::connections() const
{
    std::lock_guard const lock(mutex_);
    return connections_;
}

std::size_t scripted_server::effects() const
{
    std::lock_guard const lock(mutex_);
    return effects_;
}

std::vector<received_request> scripted_server::requests() const
{
    std::lock_guard const lock(mutex_);
    return requests_;
}

std::size_t scripted_server::count(std::string_view target) const
{
    std::lock_guard const lock(mutex_);
    return static_cast<std::size_t>(std::count_if(requests_.begin(), requests_.end(),
        [target](received_request const& request) { return request.target.starts_with(target); }));
}

bool scripted_server::wait_for(std::string_view target, std::size_t count) const
{
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(5),
        [&]
        {
            return static_cast<std::size_t>(std::count_if(requests_.begin(), requests_.end(),
                       [target](received_request const& request)
                       { return request.target.starts_with(target); })) >= count;
        });
}

bool scripted_server::wait_for_effects(std::size_t count) const
{
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(5), [&] { return effects_ >= count; });
}

bool scripted_server::wait_for_ended(std::size_t count) const
{
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(5), [&] { return ended_ >= count; });
}

void scripted_server::open_gate()
{
    {
        std::lock_guard const lock(mutex_);
        gate_open_ = true;
    }
    changed_.notify_all();
}

void scripted_server::accept_loop()
{
    for (;;)
    {
        int const socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket < 0 && errno == EMFILE) // a test has taken all descriptors
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        std::lock_guard const lock(mutex_);
        if (stopping_ || socket < 0)
        {
            if (socket >= 0)
                ::close(socket);
            return;
        }
        int const on = 1;
        ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        std::size_t const number = ++connections_;
        sockets_.push_back(socket);
        changed_.notify_all();
        threads_.emplace_back([this, socket, number] { serve(socket, number); });
    }
}

bool scripted_server::send_all(int socket, std::string_view bytes)
{
    while (!bytes.empty())
    {
        ssize_t const sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

/// Plays a script. Returns false when the connection has ended.
bool scripted_server::play(int socket, script const& steps)
{
    auto const wait_until_stop = [this](std::chrono::microseconds length)
    {
        std::unique_lock lock(mutex_);
        return !changed_.wait_for(lock, length, [this] { return stopping_; });
    };
    for (auto const& step : steps.steps_)
    {
        switch (step.what)
        {
        case script::kind::send:
            if (!send_all(socket, step.bytes))
                return false;
            break;
        case script::kind::send_slowly:
            for (char const c : step.bytes)
                if (!wait_until_stop(step.length) || !send_all(socket, {&c, 1}))
                    return false;
            break;
        case script::kind::wait:
            if (!wait_until_stop(step.length))
                return false;
            break;
        case script::kind::wait_for_gate:
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return gate_open_; });
            if (stopping_)
                return false;
            break;
        }
        case script::kind::apply:
        {
            std::lock_guard const lock(mutex_);
            ++effects_;
            changed_.notify_all();
            break;
        }
        case script::kind::close:
            return false;
        case script::kind::half_close:
            ::shutdown(socket, SHUT_WR);
            break;
        case script::kind::reset:
        {
            linger const at_once{1, 0};
            ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
            return false;
        }
        case script::kind::swallow:
        {
            std::string space(64U << 10, '\0');
            for (std::size_t left = step.count; left != 0;)
            {
                ssize_t const got = ::recv(socket, space.data(), std::min(left, space.size()), 0);
                if (got <= 0)
                    return false;
                left -= static_cast<std::size_t>(got);
            }
            break;
        }
        }
    }
    return true;
}

void scripted_server::serve(int socket, std::size_t number)
{
    std::string input;
    std::string space(64U << 10, '\0');
    auto const receive = [&]
    {
        ssize_t const got = ::recv(socket, space.data(), space.size(), 0);
        if (got > 0)
            input.append(space.data(), static_cast<std::size_t>(got));
        return got > 0;
    };

    bool open = !on_connect_ || play(socket, on_connect_(number));
    for (std::size_t index = 1; open; ++index)
    {
        std::size_t end = std::string::npos;
        while (open && (end = input.find("\r\n\r\n")) == std::string::npos)
            open = receive();
        if (!open)
            break;
        received_request request;
        request.head = input.substr(0, end + 2);
        request.connection = number;
        request.index = index;
        input.erase(0, end + 4);
        std::size_t const first = request.head.find(' ');
        std::size_t const second = request.head.find(' ', first + 1);
        request.method = request.head.substr(0, first);
        request.target = request.head.substr(first + 1, second - first - 1);
        std::size_t length = 0;
        std::string const text = request.header("Content-Length");
        std::from_chars(text.data(), text.data() + text.size(), length);
        while (open && input.size() < length)
            open = receive();
        if (!open)
            break;
        request.body = input.substr(0, length);
        input.erase(0, length);
        request.at = std::chrono::steady_clock::now();
        {
            std::lock_guard const lock(mutex_);
            requests_.push_back(request);
        }
        changed_.notify_all();
        open = play(socket, on_request_(request));
    }
    {
        std::lock_guard const lock(mutex_);
        sockets_.remove(socket);
        ::close(socket);
        ++ended_;
    }
    changed_.notify_all();
}

} // namespace restbind::test
