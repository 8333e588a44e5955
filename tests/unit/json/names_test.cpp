// SPDX-License-Identifier: BSL-1.0
// Finding members by name: the table that is made at compile time, and names as they stand in a
// text.
#include "unit/json/both_ways.hpp"

#include <restbind/core/described.hpp>
#include <restbind/json/detail/names.hpp>
#include <restbind/json/encode.hpp>

#include <boost/describe/class.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>

using json_test::decode_both_ways;
using restbind::member;
using restbind::presence;
using restbind::json::encode;

namespace
{

// Alike in length, first, middle and last character: one slot for all.
constexpr std::array<member, 6> alike{
    {{"a1xxb"}, {"a2xxb"}, {"a3xxb"}, {"a4xxb"}, {"a5xxb"}, {""}}};
constexpr restbind::json::detail::name_slots<6> alike_slots{alike.data()};
constexpr restbind::json::detail::name_texts_of<6,
    restbind::json::detail::name_texts_size(alike.data(), 6)>
    alike_texts{alike.data()};

struct odd_names
{
    int quote = 0;
    int backslash = 0;
    int control = 0;
    int accent = 0;
    int empty = 0;
    std::optional<int> prefix;
    std::optional<int> longer;

    bool operator==(odd_names const&) const = default;
};
BOOST_DESCRIBE_STRUCT(odd_names, (), (quote, backslash, control, accent, empty, prefix, longer))

constexpr std::array<member, 7> restbind_members(odd_names const*) noexcept
{
    return {{{"a\"b", presence::required}, {"a\\b", presence::required},
        {"a\nb\x01", presence::required}, {"\xC3\xA9t\xC3\xA9", presence::required},
        {"", presence::required}, {"name", presence::optional}, {"names", presence::optional}}};
}

struct only_optional
{
    std::optional<int> a;
    std::optional<int> b;
    std::optional<int> c;

    bool operator==(only_optional const&) const = default;
};
BOOST_DESCRIBE_STRUCT(only_optional, (), (a, b, c))

constexpr std::array<member, 3> restbind_members(only_optional const*) noexcept
{
    return {{{"a", presence::optional}, {"b", presence::optional}, {"c", presence::optional}}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_names)

BOOST_AUTO_TEST_CASE(names_of_one_slot_are_told_apart)
{
    auto const table = alike_slots.table(alike_texts.texts());
    for (std::size_t i = 0; i != alike.size(); ++i)
        BOOST_TEST(table.find(alike[i].name) == i);
    for (std::string_view const other : {"a6xxb", "a1xx", "a1xxbb", "b1xxb", " ", "a1yxb"})
        BOOST_TEST(table.find(other) == restbind::json::detail::unknown_member);
}

BOOST_AUTO_TEST_CASE(names_that_need_escapes_are_written_with_them_and_read_in_every_form)
{
    odd_names const value{1, 2, 3, 4, 5, 6, {}};
    std::string const text =
        "{\"a\\\"b\":1,\"a\\\\b\":2,\"a\\nb\\u0001\":3,\"\xC3\xA9t\xC3\xA9\":4,\"\":5,\"name\":6}";
    BOOST_TEST(*encode(value) == text);
    BOOST_CHECK(decode_both_ways<odd_names>(text).value() == value);
    BOOST_CHECK(
        decode_both_ways<odd_names>(
            R"({"":5,"\u00e9t\u00E9":4,"\u0061\u000ab\u0001":3,"a\u005cb":2,"a\u0022b":1,"name":6})")
            .value() == value);
    // Without its escape the name would end the string.
    BOOST_TEST(!decode_both_ways<odd_names>("{\"a\"b\":1}"));
}

BOOST_AUTO_TEST_CASE(a_name_that_starts_another_one_is_not_taken_for_it)
{
    auto const value =
        decode_both_ways<odd_names>("{\"a\\\"b\":1,\"a\\\\b\":2,\"a\\nb\\u0001\":3,\"\xC3\xA9t\xC3\xA9\":4,"
                          "\"\":5,\"names\":7}");
    BOOST_REQUIRE(value.has_value());
    BOOST_TEST(!value->prefix);
    BOOST_TEST(value->longer.value() == 7);
}

BOOST_AUTO_TEST_CASE(absent_members_leave_the_straight_line_and_commas_right)
{
    using value = only_optional;
    for (auto const& [text, expected] : std::initializer_list<std::pair<char const*, value>>{
             {"{}", {{}, {}, {}}}, {R"({"a":1})", {1, {}, {}}}, {R"({"b":2})", {{}, 2, {}}},
             {R"({"c":3})", {{}, {}, 3}}, {R"({"a":1,"c":3})", {1, {}, 3}},
             {R"({"b":2,"c":3})", {{}, 2, 3}}, {R"({"a":1,"b":2,"c":3})", {1, 2, 3}}})
    {
        BOOST_CHECK(decode_both_ways<value>(text).value() == expected);
        BOOST_TEST(*encode(expected) == text);
    }
    BOOST_CHECK(decode_both_ways<value>(R"({"c":3,"a":1})").value() == (value{1, {}, 3}));
    BOOST_CHECK(decode_both_ways<value>(R"({"a":1,"x":[],"b":2})").value() == (value{1, 2, {}}));
    BOOST_CHECK(decode_both_ways<value>("{ }").value() == value());
    BOOST_CHECK(decode_both_ways<value>("{\"a\": 1,\"c\":\n3}").value() == (value{1, {}, 3}));
    for (char const* const wrong :
        {R"({,"a":1})", R"({"a":1,})", R"({"a":1"b":2})", R"({"a":1,,"b":2})", R"({"b":2,"b":3})",
            R"({"a":1,"c":3,"a":2})", R"({"a":1)", R"({"a":1,)", "{,}", R"({"a":null})",
            R"({,"b":2})", R"({,"b":2,"c":3})", R"({"b":2,,"c":3})"})
        BOOST_TEST(!decode_both_ways<value>(wrong), wrong);
}

BOOST_AUTO_TEST_SUITE_END()
