// SPDX-License-Identifier: BSL-1.0
// Objects that are one of several types, and what an attempt that fails may cost.
#include <restbind/core/date_time.hpp>
#include <restbind/core/described.hpp>
#include <restbind/core/response.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/open_value.hpp>
#include <restbind/json/encode.hpp>

#include <boost/describe/class.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace choices
{

struct left;
struct right;

/** Holds either of two, as the other does; so each level can be read in two ways. */
struct left
{
    std::vector<std::variant<left, right>> next;
    std::int64_t number = 0;
};
struct right
{
    std::vector<std::variant<left, right>> next;
    std::int64_t number = 0;
};
/** As the others, but for a text as number. */
struct worded
{
    std::vector<std::variant<left, right>> next;
    std::string number;
};
BOOST_DESCRIBE_STRUCT(left, (), (next, number))
BOOST_DESCRIBE_STRUCT(right, (), (next, number))
BOOST_DESCRIBE_STRUCT(worded, (), (next, number))

constexpr std::array<restbind::member, 2> restbind_members(left const*) noexcept
{
    return {{{"next", restbind::presence::required}, {"number", restbind::presence::required}}};
}
constexpr std::array<restbind::member, 2> restbind_members(right const*) noexcept
{
    return {{{"next", restbind::presence::required}, {"number", restbind::presence::required}}};
}
constexpr std::array<restbind::member, 2> restbind_members(worded const*) noexcept
{
    return {{{"next", restbind::presence::required}, {"number", restbind::presence::required}}};
}

using either = std::variant<left, right>;

/** Numbers, texts or one kind of object, and whatever else may come. */
struct thing
{
    std::int64_t id = 0;
    bool operator==(thing const&) const = default;
};
BOOST_DESCRIBE_STRUCT(thing, (), (id))
constexpr std::array<restbind::member, 1> restbind_members(thing const*) noexcept
{
    return {{{"id", restbind::presence::required}}};
}
/** Two kinds that know other members each. */
struct named_thing
{
    std::int64_t id = 0;
    std::optional<std::string> name;
};
struct owned_thing
{
    std::int64_t id = 0;
    std::optional<std::string> owner;
};
BOOST_DESCRIBE_STRUCT(named_thing, (), (id, name))
BOOST_DESCRIBE_STRUCT(owned_thing, (), (id, owner))
constexpr std::array<restbind::member, 2> restbind_members(named_thing const*) noexcept
{
    return {{{"id", restbind::presence::required}, {"name", restbind::presence::optional}}};
}
constexpr std::array<restbind::member, 2> restbind_members(owned_thing const*) noexcept
{
    return {{{"id", restbind::presence::required}, {"owner", restbind::presence::optional}}};
}
/** Told apart by a member that both have; the first needs another one. */
struct owner
{
    std::string kind;
    std::int64_t id = 0;
};
struct guest
{
    std::string kind;
};
BOOST_DESCRIBE_STRUCT(owner, (), (kind, id))
BOOST_DESCRIBE_STRUCT(guest, (), (kind))
constexpr std::array<restbind::member, 2> restbind_members(owner const*) noexcept
{
    return {{{"kind", restbind::presence::required}, {"id", restbind::presence::required}}};
}
constexpr std::array<restbind::member, 1> restbind_members(guest const*) noexcept
{
    return {{{"kind", restbind::presence::required}}};
}
using person = std::variant<owner, guest, boost::json::object>;
constexpr auto restbind_discriminator(person const*) noexcept
{
    return restbind::discriminator<2>{"kind", {{"owner", 0}, {"guest", 1}}};
}

using things = std::variant<named_thing, owned_thing, boost::json::object>;
/** Two kinds with one member that holds another kind in each; nothing else tells them apart. */
struct named_box
{
    std::optional<named_thing> held;
    std::optional<std::string> size;
};
struct owned_box
{
    std::optional<owned_thing> held;
    std::optional<std::string> size;
};
BOOST_DESCRIBE_STRUCT(named_box, (), (held, size))
BOOST_DESCRIBE_STRUCT(owned_box, (), (held, size))
constexpr std::array<restbind::member, 2> restbind_members(named_box const*) noexcept
{
    return {{{"held", restbind::presence::optional}, {"size", restbind::presence::optional}}};
}
constexpr std::array<restbind::member, 2> restbind_members(owned_box const*) noexcept
{
    return {{{"held", restbind::presence::optional}, {"size", restbind::presence::optional}}};
}
using boxes = std::variant<named_box, owned_box, boost::json::object>;
using thing_lists = std::variant<std::vector<named_thing>, std::vector<owned_thing>>;

/** Lists of lists, each with a member that the others do not know. */
struct left_node;
struct right_node;
using nodes =
    std::variant<std::vector<left_node>, std::vector<right_node>, restbind::unknown_value>;
struct left_node
{
    std::optional<std::int64_t> left;
    std::optional<nodes> next;
};
struct right_node
{
    std::optional<std::int64_t> right;
    std::optional<nodes> next;
};
BOOST_DESCRIBE_STRUCT(left_node, (), (left, next))
BOOST_DESCRIBE_STRUCT(right_node, (), (right, next))
constexpr std::array<restbind::member, 2> restbind_members(left_node const*) noexcept
{
    return {{{"left", restbind::presence::optional}, {"next", restbind::presence::optional}}};
}
constexpr std::array<restbind::member, 2> restbind_members(right_node const*) noexcept
{
    return {{{"right", restbind::presence::optional}, {"next", restbind::presence::optional}}};
}

using open_choice = std::variant<std::int64_t, std::string, thing, restbind::unknown_value>;

/** Two kinds that may hold either, and need nothing. */
struct left_only;
struct right_only;
struct left_only
{
    std::optional<std::vector<std::variant<left_only, right_only>>> next;
    std::optional<std::string> left;
};
struct right_only
{
    std::optional<std::vector<std::variant<left_only, right_only>>> next;
    std::optional<std::string> right;
};
BOOST_DESCRIBE_STRUCT(left_only, (), (next, left))
BOOST_DESCRIBE_STRUCT(right_only, (), (next, right))
constexpr std::array<restbind::member, 2> restbind_members(left_only const*) noexcept
{
    return {{{"next", restbind::presence::optional}, {"left", restbind::presence::optional}}};
}
constexpr std::array<restbind::member, 2> restbind_members(right_only const*) noexcept
{
    return {{{"next", restbind::presence::optional}, {"right", restbind::presence::optional}}};
}

/** Lists of lists that end in numbers or in texts. */
struct numbers;
struct words;
using lists = std::variant<std::vector<numbers>, std::vector<words>>;
struct numbers
{
    std::variant<std::int64_t, std::vector<numbers>, std::vector<words>> value;
};
struct words
{
    std::variant<std::string, std::vector<numbers>, std::vector<words>> value;
};
constexpr restbind::wrapper restbind_wrapper(numbers const*) noexcept
{
    return {};
}
constexpr restbind::wrapper restbind_wrapper(words const*) noexcept
{
    return {};
}

std::string nested(int levels, std::string const& number)
{
    std::string text;
    for (int i = 0; i != levels; ++i)
        text += R"({"next":[)";
    for (int i = 0; i != levels; ++i)
        text += R"(],"number":)" + number + '}';
    return text;
}

} // namespace choices

BOOST_AUTO_TEST_SUITE(json_choices)

BOOST_AUTO_TEST_CASE(attempts_that_fail_at_every_level_do_not_double_the_time)
{
    // Without a bound these 100 levels take 2^100 attempts.
    auto const found =
        restbind::json::decode<choices::either>(choices::nested(100, R"("x")"), {.max_depth = 300});
    BOOST_TEST_REQUIRE(found.has_error());
    BOOST_TEST(found.error().detail() == "expected an integer, found a string");
}

BOOST_AUTO_TEST_CASE(an_object_that_does_not_end_is_tried_once_at_every_level)
{
    std::string text = choices::nested(100, "1");
    text.resize(text.size() / 2);
    auto const found = restbind::json::decode<choices::either>(text, {.max_depth = 300});
    BOOST_TEST_REQUIRE(found.has_error());
}

BOOST_AUTO_TEST_CASE(a_failed_attempt_leaves_nothing_behind)
{
    // The first of two equal fits cannot be read: the depth and the memory that it took come back.
    using loose = std::variant<choices::left, choices::worded>;
    std::string const text = R"({"next":[{"next":[],"number":1}],"number":"x"})";
    auto const found = restbind::json::decode<loose>(
        text, {.max_depth = 4, .max_memory = sizeof(choices::either)});
    BOOST_TEST_REQUIRE(found.has_value(), (found ? "" : found.error().detail()));
    BOOST_TEST(restbind::json::encode(*found).value() == text);
}

BOOST_AUTO_TEST_CASE(the_failure_told_is_the_first_one_with_its_path)
{
    auto const found = restbind::json::decode<choices::either>(
        R"({"next":[{"next":[],"number":true}],"number":1})");
    BOOST_TEST_REQUIRE(found.has_error());
    BOOST_TEST(found.error().json_path() == "next[0].number");
}

BOOST_AUTO_TEST_CASE(lists_that_can_be_read_in_two_ways_at_every_level_do_not_double_the_time)
{
    // 30 lists in each other, each a list of the one kind or the other; the innermost is neither.
    std::string text = "true";
    for (int i = 0; i != 30; ++i)
        text = "[" + text + "]";
    auto const found = restbind::json::decode<choices::lists>(text, {.max_depth = 100});
    BOOST_TEST_REQUIRE(found.has_error());
    // Each level says how many alternatives it has tried; after the tenth, one each.
    std::string expected = "expected an integer or an array, found true";
    for (int i = 0; i != 30; ++i)
        expected += i < 10 ? "; none of 2 alternatives fits" : "; none of 1 alternatives fits";
    BOOST_TEST(found.error().detail() == expected);
}

BOOST_AUTO_TEST_CASE(texts_are_taken_by_the_first_alternative_that_reads_them)
{
    using when = std::variant<restbind::date, std::string>;
    BOOST_TEST(restbind::json::decode<when>(R"("2025-02-28")")->index() == 0U);
    BOOST_TEST(restbind::json::decode<when>(R"("2025-02-30")")->index() == 1U);
    using strict = std::variant<restbind::date, restbind::timestamp>;
    auto const found = restbind::json::decode<strict>(R"("soon")");
    BOOST_TEST_REQUIRE(found.has_error());
    BOOST_TEST(found.error().detail().ends_with("; none of 2 alternatives fits"));
}

BOOST_AUTO_TEST_CASE(what_fits_no_alternative_is_kept_as_open_json)
{
    struct row
    {
        std::string_view text;
        std::size_t index;
    };
    for (row const one : {row{"7", 0}, row{R"("a")", 1}, row{R"({"id":1})", 2}, row{"true", 3},
             row{"null", 3}, row{"1.5", 3}, row{"[1,{}]", 3}, row{R"({"id":"x"})", 3},
             row{"9223372036854775808", 3}})
    {
        auto const found = restbind::json::decode<choices::open_choice>(one.text);
        BOOST_TEST_REQUIRE(found.has_value(), one.text);
        BOOST_TEST(found->index() == one.index, one.text);
        BOOST_TEST(restbind::json::encode(*found).value() == one.text);
        restbind::json::deviations seen;
        auto const again = restbind::json::decode_leniently<choices::open_choice>(one.text, seen);
        BOOST_TEST_REQUIRE(again.has_value(), one.text);
        if (one.text == R"({"id":"x"})") // as the only object that it can be
            BOOST_TEST((again->index() == 2 && seen.count == 1), one.text);
        else
            BOOST_TEST((*again == *found && seen.count == 0), one.text);
    }
    auto const broken = restbind::json::decode<choices::open_choice>("[tru]");
    BOOST_TEST_REQUIRE(broken.has_error());
    BOOST_TEST(broken.error().detail() == "expected a value, found 't'");
}

BOOST_AUTO_TEST_CASE(the_first_object_that_loses_nothing_is_taken)
{
    struct row
    {
        std::string_view text;
        std::size_t index;
    };
    for (row const one :
        {row{R"({"id":1})", 0}, row{R"({"id":1,"name":"a"})", 0}, row{R"({"id":1,"owner":"b"})", 1},
            row{R"({"id":1,"owner":"b","name":"a"})", 2}, row{R"({"owner":"b"})", 2}})
    {
        auto const found = restbind::json::decode<choices::things>(one.text);
        BOOST_TEST_REQUIRE(found.has_value(), one.text);
        BOOST_TEST(found->index() == one.index, one.text);
        BOOST_TEST(restbind::json::encode(*found).value() == one.text);
    }
    // What no alternative has is skipped, as ever.
    auto const newer = restbind::json::decode<choices::things>(R"({"id":1,"name":"a","new":2})");
    BOOST_TEST(newer->index() == 0U);
}

BOOST_AUTO_TEST_CASE(the_first_list_that_loses_the_least_is_taken)
{
    struct row
    {
        std::string_view text;
        std::size_t index;
    };
    for (row const one :
        {row{"[]", 0}, row{R"([{"id":1}])", 0}, row{R"([{"id":1},{"id":2,"owner":"b"}])", 1},
            row{R"([{"id":1,"new":2}])", 0}, row{R"([{"id":1,"new":2,"owner":"b"}])", 1},
            row{R"([{"id":1,"name":"a"},{"id":2,"owner":"b"}])", 0}})
    {
        auto const found = restbind::json::decode<std::vector<choices::thing_lists>>(
            "[" + std::string(one.text) + ",[]]");
        BOOST_TEST_REQUIRE(found.has_value(), one.text);
        BOOST_TEST(found->front().index() == one.index, one.text);
        BOOST_TEST(found->size() == 2U);
    }
}

BOOST_AUTO_TEST_CASE(nothing_becomes_an_open_alternative_by_itself)
{
    choices::open_choice value = "text";
    BOOST_TEST(value.index() == 1U);
    value = 5;
    BOOST_TEST(value.index() == 0U);
    value = restbind::unknown_value{"[1,2]"};
    BOOST_TEST(restbind::json::encode(value).value() == "[1,2]");
    std::optional<std::variant<std::string, restbind::unknown_value>> const held = "text";
    BOOST_TEST(held->index() == 0U);
}

BOOST_AUTO_TEST_CASE(attempts_before_open_json_do_not_double_the_time)
{
    using again = std::variant<std::string, choices::either, restbind::unknown_value>;
    auto const kept =
        restbind::json::decode<again>(choices::nested(4, R"("x")"), {.max_depth = 300});
    BOOST_TEST_REQUIRE(kept.has_value());
    BOOST_TEST(kept->index() == 2U);
    // Once too much was read in vain, nothing further is tried.
    auto const deep =
        restbind::json::decode<again>(choices::nested(100, R"("x")"), {.max_depth = 300});
    BOOST_TEST_REQUIRE(deep.has_value());
    BOOST_TEST(deep->index() == 2U);
}

BOOST_AUTO_TEST_CASE(lists_in_lists_lose_nothing_however_deep_they_are)
{
    for (std::size_t const depth : {1U, 2U, 7U, 12U, 40U})
    {
        std::string text = R"([{"right":1}])";
        for (std::size_t i = 1; i != depth; ++i)
            text = R"([{"right":1,"next":)" + text + "}]";
        auto const found = restbind::json::decode<choices::nodes>(text, {.max_depth = 100});
        BOOST_TEST_REQUIRE(found.has_value(), depth);
        BOOST_TEST(restbind::json::encode(*found).value() == text);
    }
}

BOOST_AUTO_TEST_CASE(what_attempts_within_an_alternative_have_skipped_does_not_count_as_lost)
{
    using inner = std::vector<choices::named_thing>;
    using outer = std::variant<std::vector<choices::thing_lists>, std::vector<inner>>;
    auto const found =
        restbind::json::decode<outer>(R"([[{"id":1,"owner":"b"},{"id":2,"owner":"c","new":1}]])");
    BOOST_TEST_REQUIRE(found.has_value());
    BOOST_TEST(restbind::json::encode(*found).value() ==
               R"([[{"id":1,"owner":"b"},{"id":2,"owner":"c"}]])");
}

BOOST_AUTO_TEST_CASE(a_map_is_taken_where_an_object_would_lose_a_member)
{
    using choice = std::variant<choices::thing, std::map<std::string, std::int64_t>>;
    for (std::string_view const text : {R"({"id":1,"z":2})", R"({"id":1})"})
    {
        auto const found = restbind::json::decode<choice>(text);
        BOOST_TEST_REQUIRE(found.has_value());
        BOOST_TEST(restbind::json::encode(*found).value() == text);
        BOOST_TEST(found->index() == (text.size() > 8 ? 1U : 0U));
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_as_what_it_says_is_open_json)
{
    auto const read = [](std::string_view json)
    { return restbind::json::decode<choices::person>(json).value().index(); };
    BOOST_TEST(read(R"({"id":1,"kind":"owner"})") == 0U);
    BOOST_TEST(read(R"({"kind":"guest"})") == 1U);
    BOOST_TEST(read(R"({"kind":"owner"})") == 2U);
    BOOST_TEST(read(R"({"kind":"owner","id":"x"})") == 2U);
    BOOST_TEST(read(R"({"kind":"thief"})") == 2U);
}

BOOST_AUTO_TEST_CASE(the_first_object_that_loses_nothing_below_its_members_is_taken)
{
    struct row
    {
        std::string_view text;
        std::size_t index;
    };
    for (row const one : {row{R"({"held":{"id":1}})", 0}, row{R"({"held":{"id":1,"name":"a"}})", 0},
             row{R"({"held":{"id":1,"owner":"b"}})", 1},
             row{R"({"held":{"id":1,"owner":"b","name":"a"},"size":"s"})", 2},
             row{R"({"held":{"id":"x"}})", 2}})
    {
        auto const found = restbind::json::decode<choices::boxes>(one.text);
        BOOST_TEST_REQUIRE(found.has_value(), one.text);
        BOOST_TEST(found->index() == one.index, one.text);
        BOOST_TEST(restbind::json::encode(*found).value() == one.text);
    }
    // Next year's members are in none.
    auto const read = [](std::string_view json)
    { return restbind::json::decode<choices::boxes>(json).value().index(); };
    BOOST_TEST(read(R"({"held":{"id":1,"new":2}})") == 0U);
    BOOST_TEST(read(R"({"new":1,"held":{"new":2,"id":1}})") == 0U);
    BOOST_TEST(read(R"({"new":1,"held":{"new":2,"id":1,"owner":"b"}})") == 1U);
    BOOST_TEST(read(R"({"new":1,"held":{"name":"a","new":2,"id":1,"owner":"b"}})") == 2U);
    // What is read behind it is in its place.
    auto const list = restbind::json::decode<std::vector<choices::boxes>>(
        R"([{"held":{"id":1,"owner":"b"}},{"size":"s","held":{"id":1,"name":"a"}},{}])");
    BOOST_TEST_REQUIRE(list.has_value());
    BOOST_TEST((list->at(0).index() == 1U && list->at(1).index() == 0U));
}

BOOST_AUTO_TEST_CASE(members_that_no_alternative_has_change_no_choice_however_deep_they_are)
{
    for (std::size_t const depth : {1U, 2U, 4U, 8U, 14U})
    {
        std::string text = R"([{"left":1,"new":2}])";
        std::string plain = R"([{"left":1}])";
        for (std::size_t i = 1; i != depth; ++i)
        {
            text = R"([{"left":1,"next":)" + text + "}]";
            plain = R"([{"left":1,"next":)" + plain + "}]";
        }
        auto const found = restbind::json::decode<choices::nodes>(text, {.max_depth = 100});
        BOOST_TEST_REQUIRE(found.has_value(), depth);
        BOOST_TEST(restbind::json::encode(*found).value() == plain);
    }
    // Nor do many of them, in a long list.
    std::string text = "[";
    for (int i = 0; i != 200; ++i)
        text += R"({"held":{"id":1,"new":2}},)";
    text += R"({"size":"s"}])";
    auto const list = restbind::json::decode<std::vector<choices::boxes>>(text);
    BOOST_TEST_REQUIRE(list.has_value());
    for (auto const& one : *list)
        BOOST_TEST(one.index() == 0U);
}

BOOST_AUTO_TEST_CASE(members_that_no_alternative_has_do_not_double_the_time)
{
    // Without open JSON each level could be read twice.
    using tree = std::variant<choices::left_only, choices::right_only>;
    std::string text = R"({"new":1})";
    for (int i = 0; i != 24; ++i)
        text = R"({"next":[)" + text + "]}";
    BOOST_TEST(restbind::json::decode<tree>(text, {.max_depth = 100}).has_value());
}

BOOST_AUTO_TEST_CASE(of_lists_that_lose_something_each_none_is_taken)
{
    using either_list = std::variant<std::vector<choices::named_thing>,
        std::vector<choices::owned_thing>, restbind::unknown_value>;
    std::string const both = R"([{"id":1,"name":"a"},{"id":2,"owner":"b"}])";
    auto const found = restbind::json::decode<either_list>(both);
    BOOST_TEST_REQUIRE(found.has_value());
    BOOST_TEST(std::get<2>(*found).json == both);
    BOOST_TEST(restbind::json::decode<either_list>(R"([{"id":1,"new":2}])").value().index() == 0U);
}

BOOST_AUTO_TEST_CASE(the_first_map_that_loses_the_least_is_taken)
{
    using maps = std::variant<std::map<std::string, choices::named_thing>,
        std::map<std::string, choices::owned_thing>, boost::json::object>;
    auto const read = [](std::string_view json)
    { return restbind::json::decode<maps>(json).value(); };
    auto const owned = read(R"({"a":{"id":1,"owner":"x"},"b":{"id":2}})");
    BOOST_TEST_REQUIRE(owned.index() == 1U);
    BOOST_TEST(*std::get<1>(owned).at("a").owner == "x");
    BOOST_TEST(read(R"({"a":{"id":1,"name":"x"}})").index() == 0U);
    BOOST_TEST(read(R"({"a":{"id":1}})").index() == 0U);
    BOOST_TEST(read("{}").index() == 0U);
    // Next year's members are in neither: the first stays.
    BOOST_TEST(read(R"({"a":{"id":1,"new":2}})").index() == 0U);
    auto const fewest = read(R"({"a":{"id":1,"owner":"x","new":2},"b":{"id":2,"new":3}})");
    BOOST_TEST(fewest.index() == 1U);
    BOOST_TEST(*restbind::json::encode(fewest) == R"({"a":{"id":1,"owner":"x"},"b":{"id":2}})");
    BOOST_TEST(read(R"({"a":{"id":1,"name":"x"},"b":{"id":2,"owner":3}})").index() == 0U);
    BOOST_TEST(read(R"({"a":5})").index() == 2U);
    // What is read behind it is in its place.
    auto const list =
        restbind::json::decode<std::vector<maps>>(R"([{"a":{"id":1,"owner":"x"}},{"b":{"id":1}}])");
    BOOST_TEST_REQUIRE(list.has_value());
    BOOST_TEST((list->at(0).index() == 1U && list->at(1).index() == 0U));
}

BOOST_AUTO_TEST_CASE(what_passes_a_limit_is_not_kept_as_its_text)
{
    using choice =
        std::variant<std::vector<std::string>, std::vector<std::int64_t>, restbind::unknown_value>;
    std::string text = "[1";
    for (int i = 0; i != 2000; ++i)
        text += ",1";
    auto const found = restbind::json::decode<choice>(text + "]", {.max_memory = 8000});
    BOOST_TEST_REQUIRE(found.has_error());
    BOOST_TEST((found.error() == restbind::error_kind::too_large));
}

BOOST_AUTO_TEST_CASE(a_text_is_written_as_deep_as_it_was_read)
{
    using choice = std::variant<std::string, restbind::unknown_value>;
    std::string const text = std::string(60, '[') + "1" + std::string(60, ']');
    auto const found = restbind::json::decode<choice>(text, {.max_depth = 64});
    BOOST_TEST_REQUIRE(found.has_value());
    BOOST_TEST(restbind::json::encode(*found).value() == text);
}

BOOST_AUTO_TEST_SUITE_END()
