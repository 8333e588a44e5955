// SPDX-License-Identifier: BSL-1.0
#include <restbind/net/transport.hpp>
#include <restbind/testing/virtual_network.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace
{

using namespace std::chrono_literals;
using restbind::testing::virtual_network;

/// Notes when it is woken.
struct noting_sleeper final : restbind::net::transport::sleeper
{
    explicit noting_sleeper(virtual_network& by)
        : network(by)
        , begun(by.now())
    {
    }

    void wake() override
    {
        ++times;
        woken_after = network.now() - begun;
    }

    virtual_network& network;
    virtual_network::time_point begun;
    virtual_network::duration woken_after{0};
    int times = 0;
};

/// A host with one connection, and both of its ends.
struct one_connection
{
    /// Keeps what comes.
    struct keeper final : virtual_network::peer
    {
        explicit keeper(std::string& to)
            : all(to)
        {
        }
        void received(std::string_view bytes) override { all += bytes; }
        std::string& all;
    };

    one_connection()
    {
        network.latency = 10ms;
        network.listen("host.test", 80,
            [this](virtual_network::far_end made)
            {
                service_end.emplace(std::move(made));
                return std::make_unique<keeper>(received);
            });
    }

    void connect() { client_end = std::move(network.connect("host.test", 80)).value(); }

    /// Writes as much as is accepted. @returns How much that is.
    std::size_t write(std::string_view bytes)
    {
        boost::system::error_code code;
        return client_end->write_some(bytes, code);
    }

    std::string read()
    {
        std::array<char, 100> space{};
        boost::system::error_code code;
        return {space.data(), client_end->read_some(space, false, code)};
    }

    void run_for(virtual_network::duration length)
    {
        network.run_until(context, network.now() + length);
    }

    virtual_network network;
    boost::asio::io_context context;
    std::string received;
    std::optional<virtual_network::far_end> service_end;
    std::unique_ptr<restbind::net::transport::stream> client_end;
};

} // namespace

BOOST_AUTO_TEST_SUITE(testing_virtual_network)

BOOST_AUTO_TEST_CASE(time_goes_on_to_what_is_next)
{
    virtual_network network;
    noting_sleeper late(network);
    noting_sleeper soon(network);
    network.wake_at(late, network.now() + 2h);
    network.wake_at(soon, network.now() + 1h);
    boost::asio::io_context context;
    network.run_until(context, network.now() + 90min);
    BOOST_TEST(soon.times == 1);
    BOOST_TEST((soon.woken_after == 1h));
    BOOST_TEST(late.times == 0);
    BOOST_TEST((network.now() - late.begun == 90min));
    network.run_until_idle(context);
    BOOST_TEST(late.times == 1);
    BOOST_TEST((late.woken_after == 2h));
}

BOOST_AUTO_TEST_CASE(a_second_time_takes_the_place_of_the_first)
{
    virtual_network network;
    noting_sleeper sleeper(network);
    network.wake_at(sleeper, network.now() + 1h);
    network.wake_at(sleeper, network.now() + 3h);
    boost::asio::io_context context;
    network.run_until_idle(context);
    BOOST_TEST(sleeper.times == 1);
    BOOST_TEST((sleeper.woken_after == 3h));
}

BOOST_AUTO_TEST_CASE(who_is_forgotten_is_not_woken)
{
    virtual_network network;
    noting_sleeper sleeper(network);
    network.wake_at(sleeper, network.now() + 1h);
    network.forget(sleeper);
    boost::asio::io_context context;
    network.run_until_idle(context);
    BOOST_TEST(sleeper.times == 0);
    BOOST_TEST((network.now() == sleeper.begun));
}

BOOST_AUTO_TEST_CASE(chance_follows_from_the_seed)
{
    virtual_network one(7);
    virtual_network same(7);
    virtual_network other(8);
    auto const first = one.chance();
    BOOST_TEST(first == same.chance());
    BOOST_TEST(first != other.chance());
    BOOST_TEST(first != one.chance());
}

BOOST_AUTO_TEST_CASE(an_unknown_host_is_not_found)
{
    virtual_network network;
    auto const made = network.connect("nowhere.test", 80);
    BOOST_REQUIRE(!made);
    BOOST_TEST((made.error().kind() == restbind::error_kind::resolve));
}

BOOST_FIXTURE_TEST_CASE(a_router_decides_what_becomes_of_connections, one_connection)
{
    virtual_network::way next;
    network.route([&next](std::string const&, std::uint16_t) { return next; });
    next.failure = boost::asio::error::host_not_found_try_again;
    BOOST_TEST((network.connect("host.test", 80).error() == restbind::error_kind::resolve));
    next.failure = boost::asio::error::network_unreachable;
    next.after = 3s;
    connect();
    run_for(3s);
    BOOST_TEST(client_end->connected() == boost::asio::error::would_block);
    run_for(20ms);
    BOOST_TEST(client_end->connected() == boost::asio::error::network_unreachable);
    next = {.is_silent = true};
    connect();
    run_for(24h);
    BOOST_TEST(client_end->connected() == boost::asio::error::would_block);
    BOOST_TEST(!service_end.has_value());
    next = {};
    connect();
    run_for(20ms);
    BOOST_TEST(!client_end->connected());
    BOOST_TEST(service_end.has_value());
}

BOOST_FIXTURE_TEST_CASE(open_connections_are_counted, one_connection)
{
    BOOST_TEST(network.open_connections("host.test", 80) == 0U);
    connect();
    BOOST_TEST(network.open_connections("host.test", 80) == 1U);
    client_end.reset();
    BOOST_TEST(network.open_connections("host.test", 80) == 0U);
    BOOST_TEST(network.open_connections("other.test", 80) == 0U);
}

BOOST_FIXTURE_TEST_CASE(what_was_sent_arrives_though_the_client_has_left, one_connection)
{
    connect();
    run_for(20ms);
    BOOST_TEST(write("request") == 7U);
    client_end.reset();
    BOOST_TEST(service_end->is_left());
    run_for(10ms);
    BOOST_TEST(received == "request");
}

BOOST_FIXTURE_TEST_CASE(nobody_is_told_that_the_network_is_unplugged, one_connection)
{
    connect();
    run_for(20ms);
    network.is_unplugged = true;
    BOOST_TEST(write("lost") == 4U);
    service_end->send("lost too");
    network.is_unplugged = false;
    BOOST_TEST(write("request") == 7U);
    service_end->send("response");
    run_for(10ms);
    BOOST_TEST(received == "request");
    BOOST_TEST(read() == "response");
}

BOOST_FIXTURE_TEST_CASE(a_peer_that_does_not_read_lets_the_client_wait, one_connection)
{
    network.capacity = 10;
    connect();
    run_for(20ms);
    BOOST_TEST(write("0123456789") == 10U);
    run_for(10ms);
    BOOST_TEST(received == "0123456789");
    service_end->stop_reading();
    BOOST_TEST(write("0123456789") == 10U);
    run_for(24h);
    BOOST_TEST(write("more") == 0U);
    BOOST_TEST(received == "0123456789");
}

BOOST_FIXTURE_TEST_CASE(a_host_that_is_forgotten_keeps_its_connections, one_connection)
{
    connect();
    run_for(20ms);
    network.forget_host("host.test", 80);
    BOOST_TEST((network.connect("host.test", 80).error() == restbind::error_kind::resolve));
    write("request");
    run_for(10ms);
    BOOST_TEST(received == "request");
}

BOOST_AUTO_TEST_CASE(only_the_time_of_day_can_be_set)
{
    virtual_network network;
    auto const before = network.now();
    auto const day = network.time_of_day();
    network.set_time_of_day(day - 48h);
    BOOST_TEST((network.time_of_day() == day - 48h));
    BOOST_TEST((network.now() == before));
    boost::asio::io_context context;
    network.run_until(context, before + 1h);
    BOOST_TEST((network.time_of_day() == day - 47h));
}

BOOST_AUTO_TEST_SUITE_END()
