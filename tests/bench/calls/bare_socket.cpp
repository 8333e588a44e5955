// SPDX-License-Identifier: BSL-1.0
// Head and body in one send, then receives until the response's length is there: no event loop, no
// parser. What is left is the kernel, so that no client can be below it on this machine.

#include "contestant.hpp"
#include "payload.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <array>

namespace bench
{

namespace
{

namespace asio = boost::asio;
using asio::ip::tcp;

class bare_socket final : public contestant
{
public:
    bare_socket(service_address const& service, conditions const&)
        : request_(payload::request_head(service.plain_port) +
                   std::to_string(payload::request_body.size()) + "\r\n\r\n" +
                   std::string(payload::request_body))
    {
        socket_.connect({asio::ip::address_v4::loopback(), service.plain_port});
        socket_.set_option(tcp::no_delay(true));
    }

    void run(work const& part) override
    {
        for (std::size_t number = 0; number != part.calls; ++number)
        {
            stopwatch timer(part, number);
            socket_.send(asio::buffer(request_));
            std::size_t count = 0;
            do
                count += socket_.receive(asio::buffer(space_) + count);
            while (!std::string_view(space_.data(), count).ends_with(payload::response_body));
            timer.stop();
        }
    }

private:
    std::string request_;
    asio::io_context io_{1};
    tcp::socket socket_{io_};
    std::array<char, 16384> space_;
};

std::unique_ptr<contestant> make(service_address const& service, conditions const& under)
{
    return std::make_unique<bare_socket>(service, under);
}

registration const one_at_a_time(client_kind::bare_socket, {transport::plain, 1}, make);

} // namespace

} // namespace bench
