// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "bare_parser.hpp"
#include "coroutines.hpp"
#include "payload.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bench
{

/** The least that a coroutine with Beast's parser needs for a call: one buffer pair for head and
    body, a write that is tried before it is waited for, a parser that keeps nothing but status and
    body. No token, no pool, no deadline, no cancellation.

    @tparam Bodies What becomes of the bodies. `request()` gives something that converts to the
    `std::string_view` of the request's body and lives until the response is there; `response(status,
    body)` takes the response and throws unless it is the expected one.
*/
template <class Bodies>
class tuned_loop final : public contestant
{
public:
    tuned_loop(service_address const& service, conditions const& under)
        : fixed_head_(payload::request_head(service.plain_port))
    {
        asio::ip::tcp::endpoint const where(asio::ip::address_v4::loopback(), service.plain_port);
        for (std::size_t i = 0; i != under.in_flight; ++i)
        {
            auto& made = *connections_.emplace_back(std::make_unique<connection>(io_));
            made.socket.connect(where);
            made.socket.set_option(asio::ip::tcp::no_delay(true));
            made.socket.non_blocking(true);
        }
    }

    void run(work const& part) override
    {
        call_source calls(part);
        run_coroutines(io_, connections_.size(),
            [&](std::size_t number) { return loop(*connections_[number], calls); });
    }

private:
    struct connection
    {
        explicit connection(asio::io_context& io)
            : socket(io)
        {
        }

        asio::ip::tcp::socket socket;
        std::string head;
        std::string body;
        std::array<char, 16384> space;
    };

    asio::awaitable<void> loop(connection& link, call_source& calls)
    {
        stopwatch timer;
        while (calls.take(timer))
        {
            auto const made = bodies_.request();
            std::string_view const request_body = made;
            boost::system::error_code code;
            std::array<char, 24> digits;
            auto const length = std::to_chars(
                digits.data(), digits.data() + digits.size(), request_body.size());
            link.head.assign(fixed_head_).append(digits.data(), length.ptr).append("\r\n\r\n");
            std::array<asio::const_buffer, 2> request{
                asio::buffer(link.head), asio::buffer(request_body)};
            std::size_t const sent = link.socket.write_some(request, code);
            if (code && code != asio::error::would_block)
                throw boost::system::system_error(code, "write");
            if (sent != asio::buffer_size(request))
            {
                std::size_t const of_head = std::min(sent, request[0].size());
                request[0] += of_head;
                request[1] += sent - of_head;
                co_await asio::async_write(link.socket, request, asio::use_awaitable);
            }

            link.body.clear();
            bare_parser parser(link.body);
            std::size_t there = 0;
            while (!parser.is_done())
            {
                there += co_await link.socket.async_read_some(
                    asio::buffer(link.space) + there, asio::use_awaitable);
                std::size_t const used = parser.put(asio::buffer(link.space.data(), there), code);
                if (code && code != boost::beast::http::error::need_more)
                    throw boost::system::system_error(code, "read");
                there -= used;
                std::memmove(link.space.data(), link.space.data() + used, there);
            }
            bodies_.response(parser.status(), link.body);
            timer.stop();
        }
    }

    asio::io_context io_{1};
    Bodies bodies_;
    std::string fixed_head_;
    std::vector<std::unique_ptr<connection>> connections_;
};

} // namespace bench
