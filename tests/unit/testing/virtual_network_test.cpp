// SPDX-License-Identifier: BSL-1.0
#include <restbind/net/transport.hpp>
#include <restbind/testing/virtual_network.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>

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

BOOST_AUTO_TEST_SUITE_END()
