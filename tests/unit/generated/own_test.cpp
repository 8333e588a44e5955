// SPDX-License-Identifier: BSL-1.0
// Types and names of one's own: tests/golden/own, with the codecs of generator/own_types.md.
#include "golden/own/operations.hpp"

#include <boost/test/unit_test.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace
{

namespace own = golden::own;
using restbind::json::decode;
using restbind::json::encode;
using namespace std::chrono_literals;

constexpr std::string_view first_text = "123e4567-e89b-12d3-a456-426614174000";
constexpr std::string_view second_text = "00000000-0000-0000-0000-00000000000a";

own::Id id_of(std::string_view text)
{
    return decode<own::Id>('"' + std::string(text) + '"').value();
}

own::Pauses pauses()
{
    return {.id = id_of(first_text), .first = 5s};
}

template <class T>
std::string why(restbind::result<T> const& failed)
{
    return std::string(failed.error().json_path()) + ": " + std::string(failed.error().detail());
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_own)

BOOST_AUTO_TEST_CASE(a_type_of_ones_own_stands_wherever_a_value_does)
{
    std::string const text = R"({"id":"123e4567-e89b-12d3-a456-426614174000","first":5,"second":60,)"
                             R"("none":null,"all":[1,2],)"
                             R"("named":{"a":"00000000-0000-0000-0000-00000000000a"},)"
                             R"("either":7,"word":"00000000-0000-0000-0000-00000000000a"})";
    auto const read = decode<own::Pauses>(text);
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST((read->first == 5s));
    BOOST_TEST((read->next == 1min));
    BOOST_TEST((read->all == std::vector<std::chrono::seconds>{1s, 2s}));
    BOOST_TEST((read->named->at("a") == id_of(second_text)));
    BOOST_TEST((std::get<own::Wait>(*read->either) == 7s));
    BOOST_TEST((std::get<own::Id>(*read->word) == id_of(second_text)));
    BOOST_TEST(encode(*read).value() == text);
}

BOOST_AUTO_TEST_CASE(its_json_type_tells_it_from_other_alternatives)
{
    std::string const head = R"({"id":"123e4567-e89b-12d3-a456-426614174000","first":5,)";
    auto const id = decode<own::Pauses>(head + R"("either":"00000000-0000-0000-0000-00000000000a"})");
    BOOST_TEST_REQUIRE(id.has_value());
    BOOST_TEST(std::holds_alternative<own::Id>(*id->either));
    auto const flag = decode<own::Pauses>(head + R"("either":true})");
    BOOST_TEST_REQUIRE(flag.has_value());
    BOOST_TEST(std::holds_alternative<bool>(*flag->either));
}

BOOST_AUTO_TEST_CASE(a_text_that_is_none_is_the_plain_one_beside_it)
{
    auto const read = decode<own::Pauses>(
        R"({"id":"123e4567-e89b-12d3-a456-426614174000","first":5,"word":"hello"})");
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST(std::get<std::string>(*read->word) == "hello");
}

BOOST_AUTO_TEST_CASE(what_its_codec_refuses_is_refused_with_the_place)
{
    auto const read = decode<own::Pauses>(R"({"id":"hello","first":5})");
    BOOST_TEST_REQUIRE(!read.has_value());
    BOOST_TEST(why(read) == "id: expected a UUID");
    auto unwritable = pauses();
    unwritable.next = -1s;
    BOOST_TEST(why(encode(unwritable)) == "second: nobody waits a negative time");
}

BOOST_AUTO_TEST_CASE(a_parameter_of_it_is_sent_as_its_text)
{
    own::FindWaitsRequest request{.id = id_of(first_text), .wait = 5s, .x_id = id_of(second_text)};
    request.others = {{id_of(first_text), id_of(second_text)}};
    request.longest = 1h;
    request.x_wait = 2s;
    auto const built = own::operations::find_waits::build(request);
    BOOST_TEST_REQUIRE(built.has_value());
    BOOST_TEST(built->target == "/waits/123e4567-e89b-12d3-a456-426614174000/5"
                                "?q=123e4567-e89b-12d3-a456-426614174000"
                                "&q=00000000-0000-0000-0000-00000000000a&longest=3600");
    BOOST_TEST(built->headers.find("X-Wait").value() == "2");
    BOOST_TEST(built->headers.find("X-Id").value() == second_text);
}

BOOST_AUTO_TEST_CASE(a_parameter_that_its_codec_refuses_is_not_sent)
{
    own::FindWaitsRequest const request{.id = id_of(first_text), .wait = -1s, .x_id = {}};
    auto const built = own::operations::find_waits::build(request);
    BOOST_TEST_REQUIRE(!built.has_value());
    BOOST_TEST(built.error().detail().find("nobody waits a negative time") != std::string_view::npos);
}

BOOST_AUTO_TEST_CASE(limits_of_what_holds_it_are_checked)
{
    own::PutWaitsRequest request{.id = id_of(first_text), .wait = 5s, .body = pauses()};
    request.body.all = {{1s, 2s, 1s}};
    auto const built = own::operations::put_waits::build(request);
    BOOST_TEST_REQUIRE(!built.has_value());
    BOOST_TEST_REQUIRE(built.error().violations().size() == 1U);
    BOOST_TEST(built.error().violations()[0].pointer == "/all");
    request.body.all = {{1s, 2s}};
    BOOST_TEST(own::operations::put_waits::build(request).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
