// SPDX-License-Identifier: BSL-1.0
// What the machines take from any encryption, however badly it behaves.
#include "support/fake_channel.hpp"

#include <restbind/http/secure_channel.hpp>

#include <boost/system/errc.hpp>
#include <boost/test/unit_test.hpp>

namespace
{

namespace http = restbind::http;
using restbind::error;
using restbind::error_kind;
using restbind::test::fake_channel;
using restbind::test::idle_channel;
using channel_status = http::secure_channel::status;

} // namespace

BOOST_AUTO_TEST_SUITE(http_secure_channel)

BOOST_AUTO_TEST_CASE(a_channel_that_says_nothing_of_it_is_not_refused_later)
{
    BOOST_TEST(!idle_channel().may_be_refused());
}

BOOST_AUTO_TEST_CASE(a_step_that_waits_for_nothing_has_failed)
{
    fake_channel channel;
    BOOST_TEST((http::detail::checked(channel, channel_status::want_write) == channel_status::failed));
    channel.out = "x";
    BOOST_TEST((http::detail::checked(channel, channel_status::want_write) == channel_status::want_write));
    channel.out.clear();
    for (channel_status const other : {channel_status::ok, channel_status::want_read, channel_status::closed, channel_status::failed})
        BOOST_TEST((http::detail::checked(channel, other) == other));
}

BOOST_AUTO_TEST_CASE(a_failure_always_has_a_kind_and_a_code)
{
    fake_channel channel;
    auto const silent = http::detail::channel_failure(channel, error_kind::connect);
    BOOST_TEST((silent == error_kind::connect));
    BOOST_TEST(silent.detail() == "encryption ended without saying why");
    BOOST_TEST(silent.code().failed());

    channel.failed = error(error_kind::read, "cut off");
    auto const codeless = http::detail::channel_failure(channel, error_kind::connect);
    BOOST_TEST((codeless == error_kind::read));
    BOOST_TEST(codeless.detail() == "cut off");
    BOOST_TEST((codeless.code() == make_error_code(error_kind::read)));

    auto const reset = make_error_code(boost::system::errc::connection_reset);
    channel.failed = restbind::detail::fill(error(error_kind::read)).with_code(reset).take();
    BOOST_TEST((http::detail::channel_failure(channel, error_kind::connect).code() == reset));
}

BOOST_AUTO_TEST_SUITE_END()
