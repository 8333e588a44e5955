// SPDX-License-Identifier: BSL-1.0
// A token provider in a file that sees nothing of a client but its options.
#include <restbind/net/options.hpp>
#include <restbind/net/token_provider.hpp>

#include <boost/test/unit_test.hpp>

#include <type_traits>

BOOST_AUTO_TEST_SUITE(net_token_provider)

BOOST_AUTO_TEST_CASE(a_file_with_nothing_but_options_can_set_and_remove_a_token_provider)
{
    namespace net = restbind::net;
    using token = restbind::result<restbind::http::access_token>;
    net::client_options options;
    BOOST_TEST(!options.tokens.provider);
    options.tokens.provider = []() -> net::asio::awaitable<token>
    { co_return restbind::error(restbind::error_kind::token_unavailable); };
    BOOST_TEST(static_cast<bool>(options.tokens.provider));
    options.tokens.provider = nullptr;
    BOOST_TEST(!options.tokens.provider);
    static_assert(!std::is_convertible_v<int, net::token_provider>);
}

BOOST_AUTO_TEST_SUITE_END()
