// SPDX-License-Identifier: BSL-1.0
// What webhooks and callbacks bring: tests/golden/payloads.
#include "golden/payloads/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <type_traits>

namespace payloads = golden::payloads;

BOOST_AUTO_TEST_SUITE(generated_payloads)

BOOST_AUTO_TEST_CASE(a_payload_is_read_and_checked)
{
    auto const data = restbind::json::decode<payloads::SubscribeOnDataPayload>(R"({"n":2})");
    BOOST_TEST_REQUIRE(data.has_value());
    restbind::violations found;
    payloads::validate(*data, found);
    BOOST_TEST(found.take().front().field == "n");
}

BOOST_AUTO_TEST_CASE(payloads_have_names_of_their_own)
{
    static_assert(std::is_same_v<payloads::NewPetPayload, payloads::Pet>);
    auto const pets = restbind::json::decode<payloads::BatchPayload>(R"([{"name":"a"}])");
    BOOST_TEST_REQUIRE(pets.has_value());
    BOOST_TEST(*pets->front().name == "a");
    BOOST_TEST(restbind::json::decode<payloads::SharedPayload>("\"x\"").value() == "x");
}

BOOST_AUTO_TEST_SUITE_END()
