// SPDX-License-Identifier: BSL-1.0
// A function that looks names up, in a file that sees nothing of a client but its options.
#include <restbind/net/options.hpp>
#include <restbind/net/resolve_function.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <type_traits>
#include <vector>

BOOST_AUTO_TEST_SUITE(net_resolve_function)

BOOST_AUTO_TEST_CASE(a_file_with_nothing_but_options_can_set_and_remove_a_resolve_function)
{
    namespace net = restbind::net;
    using addresses = restbind::result<std::vector<net::asio::ip::address>>;
    net::client_options options;
    BOOST_TEST(!options.resolver);
    options.resolver = [](std::string const&) -> addresses
    { return restbind::error(restbind::error_kind::resolve); };
    BOOST_TEST(static_cast<bool>(options.resolver));
    options.resolver = {};
    BOOST_TEST(!options.resolver);
    static_assert(!std::is_convertible_v<int, net::resolve_function>);
}

BOOST_AUTO_TEST_SUITE_END()
