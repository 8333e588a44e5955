// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/retry.hpp>

#include <boost/test/unit_test.hpp>

using namespace restbind;

BOOST_AUTO_TEST_SUITE(http_idempotency)

BOOST_AUTO_TEST_CASE(the_places_of_a_list_that_are_not_used_stand_for_no_status)
{
    http::status_list const some{503};
    BOOST_TEST(http::is_listed(some, 503));
    BOOST_TEST(!http::is_listed(some, 500));
    BOOST_TEST(!http::is_listed(some, 0));
    BOOST_TEST(http::is_listed({1, 2, 3, 4}, 4));
}

BOOST_AUTO_TEST_CASE(a_status_says_that_a_request_was_not_applied_by_its_meaning_or_by_the_document)
{
    for (int const status : {304, 307, 308, 400, 404, 429, 499})
        BOOST_TEST(http::means_unapplied({}, status), status);
    for (int const status : {0, 200, 204, 300, 301, 302, 303, 500, 502, 503, 504})
        BOOST_TEST(!http::means_unapplied({}, status), status);
    BOOST_TEST(http::means_unapplied({503, 302}, 503));
    BOOST_TEST(http::means_unapplied({503, 302}, 302));
    BOOST_TEST(!http::means_unapplied({503, 302}, 500));
}

BOOST_AUTO_TEST_CASE(classes_stand_in_the_order_of_their_harm)
{
    BOOST_TEST((http::idempotency::safe < http::idempotency::idempotent));
    BOOST_TEST((http::idempotency::idempotent < http::idempotency::not_idempotent));
}

BOOST_AUTO_TEST_SUITE_END()
