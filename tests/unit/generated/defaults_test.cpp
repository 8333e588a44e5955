// SPDX-License-Identifier: BSL-1.0
// Defaults of every kind: tests/golden/defaults.
#include "golden/defaults/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <variant>

namespace defaults = golden::defaults;

BOOST_AUTO_TEST_SUITE(generated_defaults)

BOOST_AUTO_TEST_CASE(a_new_value_has_them_all)
{
    auto const request = defaults::operations::set::build(defaults::Settings{});
    BOOST_TEST_REQUIRE(request.has_value(), (request ? "" : request.error().detail()));
    BOOST_TEST(request->body ==
               R"({"version":"v1","names":["a","b, c"],"counts":[1,null],"grid":[[1],[2,3]],)"
               R"("colors":["red"],"flags":[true,false],"labels":{"a":"b","c":"d"},)"
               R"("inner":{"n":3,"s":null,"c":"red"},"list":[{"n":3,"s":"x"}],"note":"none",)"
               R"("limit":5,"ids":[],"color":"green","day":"2024-02-29",)"
               R"("moment":"2024-02-29T04:05:06.5+01:00","bytes":"aGk=","choice":"green",)"
               R"("object":{"n":4},"open":{"a":[1,2.5,"x",null,true,{"b":{}}]},"any":"hello"})");
}

BOOST_AUTO_TEST_CASE(what_is_absent_in_an_response_has_its_default)
{
    auto const read = restbind::json::decode<defaults::Settings>(R"({"version":"v1"})");
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST((*read == defaults::Settings{}));
}

BOOST_AUTO_TEST_CASE(what_is_there_replaces_the_default)
{
    auto const read = restbind::json::decode<defaults::Settings>(
        R"({"version":"v1","names":["x"],"labels":{"z":"y"},"note":null,"open":{},"object":7})");
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST(read->names.size() == 1U);
    BOOST_TEST(read->labels.size() == 1U);
    BOOST_TEST(read->note.is_null());
    BOOST_TEST(read->open.empty());
    BOOST_TEST(std::get<1>(read->object) == 7);
    BOOST_TEST(*read->limit == 5);
}

BOOST_AUTO_TEST_SUITE_END()
