// SPDX-License-Identifier: BSL-1.0
// Headers of tags beside each other: tests/golden/split.
#include "golden/split/operations/payment.hpp"
#include "golden/split/operations/voucher.hpp"

#include <boost/test/unit_test.hpp>

#include <variant>

namespace
{

namespace split = golden::split;

} // namespace

BOOST_AUTO_TEST_SUITE(generated_split)

BOOST_AUTO_TEST_CASE(a_variant_is_told_apart_in_each_model_that_holds_it)
{
    auto const payment =
        restbind::json::decode<split::Payment>(R"({"method":{"number":"1","kind":"Cash"}})");
    BOOST_TEST_REQUIRE(payment.has_value());
    BOOST_TEST(std::holds_alternative<split::Cash>(payment->method.value()));
    auto const receipt = restbind::json::decode<split::Receipt>(
        R"({"method":{"kind":"card","last":[{"method":{"kind":"Cash"}}]}})");
    BOOST_TEST_REQUIRE(receipt.has_value());
    auto const& card = std::get<split::Card>(receipt->method.value());
    BOOST_TEST(std::holds_alternative<split::Cash>(card.last.value().at(0).method.value()));
}

BOOST_AUTO_TEST_CASE(a_schema_of_two_tags_is_checked_in_both)
{
    restbind::violations found;
    split::validate(split::Payment{.seats = {{1}}}, found);
    split::validate(split::Voucher{.seats = {{1}}}, found);
    BOOST_TEST_REQUIRE(found.size() == 2U);
    split::validate(split::Payment{.seats = {{5}}}, found);
    BOOST_TEST(found.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_body_that_is_no_model_is_checked_in_the_header_of_its_tag)
{
    split::client_parameters const shared{.tenant = "a"};
    BOOST_TEST(split::operations::name_methods::build({"card", "cash"}, shared).has_value());
    BOOST_TEST(!split::operations::name_methods::build({"card", "card"}, shared).has_value());
    BOOST_TEST(!split::operations::name_methods::build({"Card"}, shared).has_value());
}

BOOST_AUTO_TEST_CASE(a_setting_of_the_client_is_held_to_its_pattern)
{
    BOOST_TEST(split::client_parameters{.tenant = "a"}.check().has_value());
    BOOST_TEST(!split::client_parameters{.tenant = "A"}.check().has_value());
}

BOOST_AUTO_TEST_SUITE_END()
