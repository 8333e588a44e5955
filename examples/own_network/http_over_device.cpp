// SPDX-License-Identifier: BSL-1.0
#include "http_over_device.hpp"

#include <restbind/core/secret.hpp>
#include <restbind/http/exchange.hpp>
#include <restbind/http/handshake.hpp>

#include <string>
#include <utility>

namespace device {
namespace {

namespace http = restbind::http;
using restbind::error;
using restbind::error_kind;

/// Tells a machine what a read has come to.
template <class Machine>
void report_read(Machine& machine, moved const& in)
{
    if (in.code)
        machine.failed(in.code);
    else if (in.count == 0)
        machine.closed();
    else
        machine.received(in.count);
}

restbind::result<void> shake_hands(tcp_connection& connection, http::secure_channel& channel)
{
    http::handshake machine(channel);
    while (machine.next() != http::step::done)
    {
        if (machine.next() == http::step::send)
        {
            moved const out = connection.write(machine.output());
            out.code ? machine.failed(out.code) : machine.sent(out.count);
        }
        else if (machine.is_held_back() && !connection.can_read(http::handshake::max_refusal_wait))
            machine.stop_waiting();
        else
            report_read(machine, connection.read(machine.input()));
    }
    return machine.ended();
}

/// A server that refuses a request without reading all of it may have said so before it closed.
void look_for_refusal(tcp_connection& connection, http::exchange& machine)
{
    while (machine.is_sending())
    {
        moved const in = connection.read(machine.input(), false);
        if (in.code || in.count == 0)
            return;
        machine.received(in.count);
    }
}

void move_bytes(tcp_connection& connection, http::exchange& machine)
{
    using step = http::step;
    while (machine.next() != step::done)
    {
        if (machine.next() == step::receive)
        {
            report_read(machine, connection.read(machine.input()));
            continue;
        }
        moved const out = connection.write(machine.output()[0]);
        if (!out.code)
        {
            machine.sent(out.count);
            continue;
        }
        look_for_refusal(connection, machine);
        if (machine.next() == step::send)
            machine.failed(out.code);
    }
}

} // namespace

restbind::result<void> http_connection::open(http::url const& to, http::secure_channel_factory* tls)
{
    if (auto const code = socket_.connect(to.host, to.port))
        return error(error_kind::connect, code, to.authority(), restbind::phase::connect);
    if (!to.is_secure())
        return {};
    if (tls)
        channel_ = tls->make(to.host, to.port);
    if (!channel_)
        return error(error_kind::connect, "there is no encryption for " + to.authority());
    return shake_hands(socket_, *channel_);
}

http::exchange_report http_connection::exchange(http::url const& to, http::request const& request, std::string_view authorization,
    http::response& response)
{
    std::string memory;
    auto const out = http::request_head(to.authority(), "own_network/1").write(memory, request, authorization);
    http::input_buffer buffer;
    http::exchange machine(out, response, {.body = 16U << 20, .header = 64U << 10}, buffer, channel_.get());
    move_bytes(socket_, machine);
    restbind::wipe(memory); // a token was in it
    return std::move(machine.report());
}

} // namespace device
