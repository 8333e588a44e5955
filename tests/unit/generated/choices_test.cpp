// SPDX-License-Identifier: BSL-1.0
// Alternatives of one JSON type: tests/golden/choices.
#include "golden/choices/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <variant>

namespace
{

namespace choices = golden::choices;

choices::Choice read(std::string const& json)
{
    auto const value = restbind::json::decode<choices::Choice>(json);
    BOOST_TEST_REQUIRE(value.has_value(), json << ": " << (value ? "" : value.error().detail()));
    BOOST_TEST(restbind::json::encode(*value).value() == json);
    return *value;
}

std::string refusal(choices::Choice const& value)
{
    auto const request = choices::operations::choose::build(value);
    return request ? "" : request.error().problem().errors.front().message;
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_choices)

BOOST_AUTO_TEST_CASE(an_expandable_member_is_an_id_or_the_object)
{
    BOOST_TEST(std::get<std::string>(*read(R"({"customer":"c1"})").customer) == "c1");
    BOOST_TEST(
        std::get<choices::Customer>(*read(R"({"customer":{"id":"c1","object":"customer"}})").customer)
            .id == "c1");
    auto const gone = read(R"({"customer":{"id":"c1","object":"customer","deleted":true}})");
    BOOST_TEST(std::get<choices::DeletedCustomer>(*gone.customer).deleted);
    BOOST_TEST(read(R"({"customer":null})").customer.is_null());
}

BOOST_AUTO_TEST_CASE(an_open_list_of_texts_takes_any_other)
{
    auto choice = read(R"({"model":"next-year"})");
    BOOST_TEST(refusal(choice) == "");
    choice.model = choices::ChoiceModel::large;
    BOOST_TEST(refusal(choice) == "");
}

BOOST_AUTO_TEST_CASE(texts_of_several_alternatives_are_checked_by_all_of_them)
{
    BOOST_TEST(refusal(read(R"({"color":"red"})")) == "");
    BOOST_TEST(refusal(read(R"({"color":"#00ff00"})")) == "");
    BOOST_TEST(refusal(read(R"({"color":"blue"})")) ==
               "Color must fit at least one of the alternatives; the nearest says: Color must "
               "match the pattern ^#[0-9a-f]{6}$");
}

BOOST_AUTO_TEST_CASE(dates_and_times_are_read_before_plain_texts)
{
    BOOST_TEST(std::holds_alternative<restbind::date>(*read(R"({"when":"2025-02-28"})").when));
    BOOST_TEST(std::holds_alternative<restbind::timestamp>(
        *read(R"({"when":"2025-02-28T10:00:00Z"})").when));
    BOOST_TEST(
        (std::get<choices::ChoiceWhen>(*read(R"({"when":"now"})").when) == choices::ChoiceWhen::now));
}

BOOST_AUTO_TEST_CASE(numbers_of_several_alternatives_are_checked_by_all_of_them)
{
    BOOST_TEST((read(R"({"level":2})").level == choices::ChoiceLevel::value_2));
    BOOST_TEST(refusal(read(R"({"level":100})")) == "");
    BOOST_TEST(refusal(read(R"({"level":3})")) ==
               "Level must fit at least one of the alternatives; the nearest says: Level must be "
               "greater than or equal to 100");
}

BOOST_AUTO_TEST_CASE(lists_are_told_apart_by_reading_them)
{
    BOOST_TEST(std::get<0>(*read(R"({"input":["a"]})").input).front() == "a");
    BOOST_TEST(std::get<1>(*read(R"({"input":[1,2]})").input).back() == 2);
    BOOST_TEST(std::get<2>(*read(R"({"input":"a"})").input) == "a");
}

BOOST_AUTO_TEST_CASE(what_fits_no_alternative_is_open_json_and_not_sent)
{
    for (std::string const json : {R"({"input":["a",1]})", R"({"input":7})", R"({"input":{}})"})
    {
        auto const neither = read(json);
        BOOST_TEST(std::holds_alternative<restbind::unknown_value>(*neither.input));
        BOOST_TEST(refusal(neither).starts_with(
            "Input must fit at least one of the alternatives; the nearest says: "));
    }
    BOOST_TEST(read(R"({"when":12})").when->index() == 3U);
    BOOST_TEST(read(R"({"customer":[1]})").customer->index() == 4U);
    BOOST_TEST(read(R"({"customer":{"id":1}})").customer->index() == 3U); // an object at least
}

BOOST_AUTO_TEST_CASE(maps_are_told_apart_by_reading_them)
{
    BOOST_TEST(std::get<0>(*read(R"({"settings":{"a":1}})").settings).at("a") == 1);
    BOOST_TEST(std::get<1>(*read(R"({"settings":{"a":"b"}})").settings).at("a") == "b");
    auto const neither = read(R"({"settings":{"a":true}})"); // a response stays readable
    BOOST_TEST(neither.settings->index() == 2U);
    BOOST_TEST(refusal(neither) == "Settings must fit at least one of the alternatives; the "
                                   "nearest says: A must be of type integer");
}

BOOST_AUTO_TEST_CASE(a_member_with_one_value_tells_objects_apart_and_has_it_from_the_start)
{
    choices::Choice choice;
    choice.payment = choices::ChoicePaymentCash{.number = 5};
    auto const request = choices::operations::choose::build(choice);
    BOOST_TEST_REQUIRE(request.has_value());
    BOOST_TEST(request->body == R"({"payment":{"kind":"cash","number":5}})");
    BOOST_TEST(std::holds_alternative<choices::ChoicePaymentCash>(*read(request->body).payment));
    auto const unknown = read(R"({"payment":{"kind":"cheque"}})");
    BOOST_TEST(unknown.payment->index() == 2U);
    BOOST_TEST(refusal(unknown) == "Payment must fit exactly one of the alternatives; the nearest, "
                                   "cash, says: Kind must be cash");
}

BOOST_AUTO_TEST_CASE(members_of_alternatives_beside_properties_are_members)
{
    auto const asset =
        restbind::json::decode<choices::Asset>(R"({"name":"n","bytes":"aGk=","size":2})");
    BOOST_TEST_REQUIRE(asset.has_value());
    BOOST_TEST(asset->bytes->bytes.size() == 2U);
    BOOST_TEST(*asset->size == 2);
    BOOST_TEST(!asset->text.has_value());
}

BOOST_AUTO_TEST_CASE(a_base_that_lists_its_kinds_is_read_as_the_one_that_is_named)
{
    auto const pet = restbind::json::decode<choices::Pet>(R"({"kind":"Dog","trick":"sit"})");
    BOOST_TEST_REQUIRE(pet.has_value());
    BOOST_TEST(*std::get<choices::Dog>(*pet).trick == "sit");
}

BOOST_AUTO_TEST_SUITE_END()
