// SPDX-License-Identifier: BSL-1.0
// Which sessions are kept, for how long and for how many connections; without a connection.
#include <restbind/tls.hpp>
#include <restbind/tls/detail/channel.hpp>

#include <boost/test/unit_test.hpp>

#include <openssl/ssl.h>

#include <ctime>
#include <string>
#include <string_view>

namespace
{

using restbind::tls::detail::openssl_ptr;
using restbind::tls::detail::session_cache;

/// A session that a server would resume. @param age In seconds; its life is 100 s.
openssl_ptr<SSL_SESSION> make_session(std::string_view id, int version, int age = 0)
{
    openssl_ptr<SSL_SESSION> made(SSL_SESSION_new());
    BOOST_TEST_REQUIRE(made.get());
    BOOST_TEST_REQUIRE(
        SSL_SESSION_set1_id(made.get(), reinterpret_cast<unsigned char const*>(id.data()),
            static_cast<unsigned>(id.size())) == 1);
    BOOST_TEST_REQUIRE(SSL_SESSION_set_protocol_version(made.get(), version) == 1);
#if OPENSSL_VERSION_NUMBER >= 0x30400000L
    SSL_SESSION_set_time_ex(made.get(), std::time(nullptr) - age);
#else
    SSL_SESSION_set_time(made.get(), static_cast<long>(std::time(nullptr) - age));
#endif
    SSL_SESSION_set_timeout(made.get(), 100);
    return made;
}

/// The session that the cache gives, by its id; empty if it gives none.
std::string taken(session_cache& cache)
{
    auto const found = cache.take("shop:443");
    if (!found)
        return {};
    unsigned size = 0;
    unsigned char const* const id = SSL_SESSION_get_id(found.get(), &size);
    return {reinterpret_cast<char const*>(id), size};
}

} // namespace

BOOST_AUTO_TEST_SUITE(tls_session_cache)

// survives: T21
BOOST_AUTO_TEST_CASE(the_newest_session_is_taken_first_and_one_of_version_1_3_once)
{
    session_cache cache;
    cache.put("shop:443", make_session("older", TLS1_3_VERSION));
    cache.put("shop:443", make_session("newer", TLS1_3_VERSION));
    BOOST_TEST(taken(cache) == "newer");
    BOOST_TEST(taken(cache) == "older");
    BOOST_TEST(taken(cache) == "");
}

// survives: T21
BOOST_AUTO_TEST_CASE(a_session_of_version_1_2_takes_the_place_of_the_one_before)
{
    session_cache cache;
    cache.put("bank:443", make_session("other", TLS1_2_VERSION));
    cache.put("shop:443", make_session("older", TLS1_2_VERSION));
    cache.put("shop:443", make_session("newer", TLS1_2_VERSION));
    BOOST_TEST(cache.size() == 2U);
    BOOST_TEST(taken(cache) == "newer");
    BOOST_TEST(taken(cache) == "newer");
}

// OpenSSL changes the session of a connection: two threads must not share one.
BOOST_AUTO_TEST_CASE(each_connection_has_a_session_of_its_own)
{
    session_cache cache;
    cache.put("shop:443", make_session("id", TLS1_2_VERSION));
    auto const first = cache.take("shop:443");
    auto const second = cache.take("shop:443");
    BOOST_TEST_REQUIRE(first.get());
    BOOST_TEST_REQUIRE(second.get());
    BOOST_TEST(first.get() != second.get());
}

BOOST_AUTO_TEST_CASE(a_session_is_not_resumed_when_its_life_is_over)
{
    for (int const version : {TLS1_2_VERSION, TLS1_3_VERSION})
    {
        session_cache cache;
        cache.put("shop:443", make_session("old", version, 200));
        BOOST_TEST(taken(cache) == "");
        BOOST_TEST(cache.size() == 0U);
        cache.put("shop:443", make_session("young", version, 20));
        BOOST_TEST(taken(cache) == "young");
    }
}

BOOST_AUTO_TEST_CASE(a_session_whose_life_is_over_hides_no_other_one)
{
    session_cache cache;
    cache.put("shop:443", make_session("young", TLS1_3_VERSION));
    cache.put("shop:443", make_session("old", TLS1_3_VERSION, 200));
    BOOST_TEST(taken(cache) == "young");
}

BOOST_AUTO_TEST_CASE(a_session_that_no_server_could_resume_is_not_tried)
{
    session_cache cache;
    cache.put("shop:443", make_session("", TLS1_3_VERSION)); // neither an id nor a ticket
    BOOST_TEST(!cache.take("shop:443"));
}

BOOST_AUTO_TEST_SUITE_END()
