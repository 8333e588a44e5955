#include "http_over_device.hpp"

#include "device.hpp"

#include <restbind/core/secret.hpp>
#include <restbind/http/exchange.hpp>
#include <restbind/http/handshake.hpp>
#include <restbind/http/request_head.hpp>

#include <memory>
#include <string>

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

error shake_hands(tcp_connection& connection, http::secure_channel& channel)
{
    http::handshake machine(channel);
    while (machine.next() != http::handshake::step::done)
    {
        if (machine.next() == http::handshake::step::send)
        {
            moved const out = connection.write(machine.output());
            out.code ? machine.failed(out.code) : machine.sent(out.count);
        }
        else if (machine.is_held_back() && !connection.can_read(http::handshake::max_refusal_wait))
            machine.stop_waiting();
        else
            report_read(machine, connection.read(machine.input()));
    }
    return machine.failure();
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

error perform(tcp_connection& connection, http::exchange& machine)
{
    using step = http::exchange::step;
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
    return machine.report().failure;
}

} // namespace

restbind::result<http::response> exchange(http::url const& to, http::secure_channel_factory* tls, http::request const& request,
    std::string_view authorization)
{
    tcp_connection connection;
    if (auto const code = connection.connect(to.host, to.port))
        return error(error_kind::connect, to.authority()).with_code(code).with_phase(restbind::phase::connect);
    std::unique_ptr<http::secure_channel> channel;
    if (to.is_secure())
    {
        if (tls)
            channel = tls->make(to.host, to.port);
        if (!channel)
            return error(error_kind::connect, "there is no encryption for " + to.authority());
        if (error failure = shake_hands(connection, *channel); failure.kind() != error_kind::none)
            return failure;
    }

    std::string memory;
    auto const out = http::request_head(to.authority(), "own_network/1").write(memory, request, authorization);
    http::response response;
    http::input_buffer buffer;
    http::exchange machine(out, response, {.body = 16U << 20, .header = 64U << 10}, buffer, channel.get());
    error failure = perform(connection, machine);
    restbind::wipe(memory); // a token was in it
    if (failure.kind() != error_kind::none)
        return failure;
    return response;
}

} // namespace device
