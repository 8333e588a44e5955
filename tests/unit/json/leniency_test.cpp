// SPDX-License-Identifier: BSL-1.0
// Reading leniently: what is left out, what stays as it is in a new value, and what is said about
// it.
#include "models.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/json/detail/open_value.hpp>

#include <boost/describe/class.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdint>
#include <ctime>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lenient_test
{

namespace json = restbind::json;

struct part
{
    std::int64_t id = 0;
    std::string label = "none";
    std::optional<restbind::date> day{};
    std::int8_t small = 5;
    bool is_new = true;
    std::vector<std::string> tags{"a"};

    bool operator==(part const&) const = default;
};
BOOST_DESCRIBE_STRUCT(part, (), (id, label, day, small, is_new, tags))

constexpr std::array<restbind::member, 6> restbind_members(part const*) noexcept
{
    using enum restbind::presence;
    return {{{"id", required}, {"label", required}, {"day", optional}, {"small", required},
        {"isNew", required}, {"tags", defaulted}}};
}

struct whole
{
    part first{};
    std::vector<part> parts{};
    std::map<std::string, part> additional_properties{};

    bool operator==(whole const&) const = default;
};
BOOST_DESCRIBE_STRUCT(whole, (), (first, parts, additional_properties))

constexpr std::array<restbind::member, 3> restbind_members(whole const*) noexcept
{
    using restbind::presence;
    return {{{"first", presence::defaulted}, {"parts", presence::required},
        {"", presence::additional_properties}}};
}

struct cat
{
    std::string kind = "cat";
    int lives = 9;

    bool operator==(cat const&) const = default;
};
BOOST_DESCRIBE_STRUCT(cat, (), (kind, lives))

struct dog
{
    std::string kind = "dog";
    int bones = 1;
    std::vector<int> walks{};

    bool operator==(dog const&) const = default;
};
BOOST_DESCRIBE_STRUCT(dog, (), (kind, bones, walks))

constexpr std::array<restbind::member, 2> restbind_members(cat const*) noexcept
{
    return {{{"kind", restbind::presence::required}, {"lives", restbind::presence::required}}};
}
constexpr std::array<restbind::member, 3> restbind_members(dog const*) noexcept
{
    return {{{"kind", restbind::presence::required}, {"bones", restbind::presence::required},
        {"walks", restbind::presence::required}}};
}

using pet = std::variant<cat, dog>;

constexpr auto restbind_discriminator(pet const*) noexcept
{
    return restbind::discriminator<2>{"kind", {{"cat", 0}, {"dog", 1}}};
}

/** What lenient reading gives, and each place as "path (left out): detail". */
template <class T>
struct outcome
{
    restbind::result<T> value;
    json::deviations found{};
    std::string places{};
};

template <class T>
outcome<T> read(std::string_view text, json::limits const& bounds = {})
{
    json::deviations found;
    found.count = 77; // is set anew
    outcome<T> all{json::decode_leniently<T>(text, found, bounds)};
    for (auto const& one : found.listed)
        all.places += one.path + (one.left_out ? " (left out): " : ": ") + one.detail + '\n';
    all.found = std::move(found);
    return all;
}

} // namespace lenient_test

BOOST_AUTO_TEST_SUITE(json_leniency)

using namespace lenient_test;

BOOST_AUTO_TEST_CASE(what_can_be_read_strictly_is_the_same_and_nothing_is_reported)
{
    auto const text = R"({"first":{"id":1,"label":"l","small":2,"isNew":false},"parts":[]})";
    auto const all = read<whole>(text);
    BOOST_TEST((all.value.value() == json::decode<whole>(text).value()));
    BOOST_TEST(all.found.count == 0u);
    BOOST_TEST(all.found.listed.empty());
}

BOOST_AUTO_TEST_CASE(a_missing_member_stays_as_it_is_in_a_new_object)
{
    auto const all = read<part>(R"({"label":"l","isNew":false})");
    BOOST_TEST((all.value.value() == part{.label = "l", .is_new = false}));
    BOOST_TEST(all.places == "id: the required member \"id\" is missing\n"
                             "small: the required member \"small\" is missing\n");
    BOOST_TEST(all.found.count == 2u);
}

BOOST_AUTO_TEST_CASE(so_does_a_member_that_cannot_be_read)
{
    auto const all = read<part>(R"({"id":null,"label":[1],"day":"soon","small":300,"isNew":1,
        "tags":{"b":["c"]},"unknown":[1]})");
    BOOST_TEST((all.value.value() == part{}));
    BOOST_TEST(all.places == "id: expected an integer, found null\n"
                             "label: expected a string, found an array\n"
                             "day: expected a date (YYYY-MM-DD), found \"soon\"\n"
                             "small: the number 300 is out of the range of a signed 8-bit integer\n"
                             "isNew: expected true or false, found the number 1\n"
                             "tags: expected an array, found an object\n");
}

BOOST_AUTO_TEST_CASE(null_where_a_member_may_be_absent_makes_it_absent)
{
    auto const all = read<part>(R"({"id":1,"label":"l","day":null,"small":1,"isNew":true})");
    BOOST_TEST(!all.value.value().day);
    BOOST_TEST(all.places == "day: expected a date, found null\n");
}

BOOST_AUTO_TEST_CASE(of_a_member_that_is_there_twice_the_first_counts)
{
    auto const all = read<part>(R"({"id":1,"label":"l","small":1,"isNew":true,"id":2})");
    BOOST_TEST(all.value.value().id == 1);
    BOOST_TEST(all.places == "id (left out): the member appears twice\n");
}

BOOST_AUTO_TEST_CASE(elements_of_lists_and_entries_of_maps_are_left_out)
{
    using lists = std::vector<std::vector<int>>;
    auto const list = read<lists>(R"([[1,"2",3],4,[],null,[5]])");
    BOOST_TEST((list.value.value() == lists{{1, 3}, {}, {5}}));
    BOOST_TEST(list.places == "[0][1] (left out): expected an integer, found a string\n"
                              "[1] (left out): expected an array, found the number 4\n"
                              "[3] (left out): expected an array, found null\n");

    using map = std::map<std::string, std::vector<bool>>;
    auto const entries = read<map>(R"({"a":[true,0],"b":1,"a":[],"c\u0007":[null]})");
    BOOST_TEST((entries.value.value() == map{{"a", {true}}, {"c\a", {}}}));
    BOOST_TEST(entries.places == "a[1] (left out): expected true or false, found the number 0\n"
                                 "b (left out): expected an array, found the number 1\n"
                                 "a (left out): the member appears twice\n"
                                 "c\\u0007[0] (left out): expected true or false, found null\n");
}

BOOST_AUTO_TEST_CASE(one_object_of_a_list_costs_none_of_the_others)
{
    auto const all = read<whole>(
        R"({"parts":[{"id":1,"label":"a","small":1,"isNew":false},{"id":"x","label":"b"},7],"more":{"id":3},"none":0})");
    auto const& value = all.value.value();
    BOOST_TEST_REQUIRE(value.parts.size() == 2u);
    BOOST_TEST((value.parts[1] == part{.label = "b"}));
    BOOST_TEST(value.additional_properties.size() == 1u);
    BOOST_TEST(value.additional_properties.at("more").id == 3);
    BOOST_TEST(all.places == "parts[1].id: expected an integer, found a string\n"
                             "parts[1].small: the required member \"small\" is missing\n"
                             "parts[1].isNew: the required member \"isNew\" is missing\n"
                             "parts[2] (left out): expected an object, found the number 7\n"
                             "more.label: the required member \"label\" is missing\n"
                             "more.small: the required member \"small\" is missing\n"
                             "more.isNew: the required member \"isNew\" is missing\n"
                             "none (left out): expected an object, found the number 0\n");
}

BOOST_AUTO_TEST_CASE(the_alternative_that_a_discriminator_names_is_read_on)
{
    auto const all = read<std::vector<pet>>(
        R"([{"kind":"dog","bones":"many","walks":[1,null]},{"kind":"cat","lives":7},3])");
    auto const& pets = all.value.value();
    BOOST_TEST_REQUIRE(pets.size() == 2u);
    BOOST_TEST((pets[0] == pet(dog{.walks = {1}})));
    BOOST_TEST((pets[1] == pet(cat{.lives = 7})));
    BOOST_TEST(all.places == "[0].bones: expected an integer, found a string\n"
                             "[0].walks[1] (left out): expected an integer, found null\n"
                             "[2] (left out): expected an object, found the number 3\n");
}

BOOST_AUTO_TEST_CASE(what_fits_one_alternative_is_read_as_that_although_another_was_likelier)
{
    using either = std::variant<cat, boost::json::object>;
    auto const all = read<std::vector<either>>(R"([{"kind":"cat","lives":"x"},"no object"])");
    BOOST_TEST_REQUIRE(all.value.value().size() == 1u);
    BOOST_TEST(boost::json::serialize(std::get<boost::json::object>(all.value->front())) ==
               R"({"kind":"cat","lives":"x"})");
    BOOST_TEST(all.places == "[1] (left out): expected an object, found a string\n");
}

BOOST_AUTO_TEST_CASE(of_lists_of_which_none_fits_the_one_that_came_furthest_is_read_on)
{
    using either = std::variant<std::vector<int>, std::vector<cat>>;
    auto const all = read<either>(R"([{"kind":"cat"},4])");
    BOOST_TEST((all.value.value() == either(std::vector{cat{}})));
    BOOST_TEST(all.places == "[0].lives: the required member \"lives\" is missing\n"
                             "[1] (left out): expected an object, found the number 4\n");
}

BOOST_AUTO_TEST_CASE(a_value_of_a_type_that_no_alternative_has_is_left_out)
{
    using scalar = std::variant<int, std::string>;
    auto const all = read<std::vector<scalar>>(R"([1,true,"x",[2]])");
    BOOST_TEST((all.value.value() == std::vector<scalar>{1, "x"}));
    BOOST_TEST(all.places == "[1] (left out): expected an integer or a string, found true\n"
                             "[3] (left out): expected an integer or a string, found an array\n");
}

BOOST_AUTO_TEST_CASE(open_values_lose_only_what_cannot_be_kept)
{
    auto const all = read<boost::json::value>(R"({"a":[1,1e999,{"b":1e999,"c":2}],"a":3})");
    BOOST_TEST(boost::json::serialize(all.value.value()) == R"({"a":[1,{"c":2}]})");
    BOOST_TEST(all.found.count == 3u);
    BOOST_TEST(all.found.listed.back().path == "a");
    BOOST_TEST(all.found.listed[1].path == "a[2].b");
}

BOOST_AUTO_TEST_CASE(what_is_no_json_is_an_error_at_the_place_where_it_ends_to_be_json)
{
    auto const fails = [](std::string_view text, std::string_view how)
    {
        auto const all = read<whole>(text);
        BOOST_TEST(json_test::why(all.value) == how, text);
        BOOST_TEST(all.found.count == 0u);
        BOOST_TEST(all.found.listed.empty());
    };
    fails(R"({"parts":[{"id":"x"},{"id":nul}]})", "parts[1].id @27: expected a value, found 'n'");
    fails(R"({"parts":[{"id":"x"})", "parts @20: expected ',' or ']', found the end of the text");
    fails(R"({"first":1,"unknown":{"a":[01]},)",
        "unknown.a[0] @28: a number must not have a leading zero");
    fails(R"({"first":1} 2)", " @12: expected the end of the text, found the number 2");
}

BOOST_AUTO_TEST_CASE(so_is_a_value_of_another_json_type_than_the_whole)
{
    BOOST_TEST(
        json_test::why(read<whole>("[]").value) == " @0: expected an object, found an array");
    BOOST_TEST(json_test::why(read<int>("null").value) == " @0: expected an integer, found null");
    BOOST_TEST(
        json_test::why(read<pet>("1").value) == " @0: expected an object, found the number 1");
}

BOOST_AUTO_TEST_CASE(the_bounds_on_depth_size_and_memory_hold)
{
    auto const deep = read<whole>(R"({"first":0,"parts":[[[]]]})", {.max_depth = 3});
    BOOST_TEST(json_test::why(deep.value) == "parts[0][0] @21: nested deeper than 3 levels");
    BOOST_TEST(read<whole>(R"({"first":0,"parts":[[]]})", {.max_depth = 3}).value.has_value());

    auto const large = read<whole>(R"({"first":0})", {.max_bytes = 4});
    BOOST_TEST((large.value.error() == restbind::error_kind::too_large));

    auto const memory =
        read<std::vector<part>>(R"([0,{},{},{}])", {.max_memory = 2 * sizeof(part)});
    BOOST_TEST((memory.value.error() == restbind::error_kind::too_large));
    // What was left out takes none.
    BOOST_TEST(
        read<std::vector<part>>("[0,1,2,3,{}]", {.max_memory = sizeof(part)}).value->size() == 1u);
}

BOOST_AUTO_TEST_CASE(places_beyond_the_hundredth_are_counted)
{
    std::string text = "[";
    for (int i = 0; i != 250; ++i)
        text += i % 2 == 0 ? "1," : "\"x\",";
    text.back() = ']';
    auto const all = read<std::vector<int>>(text);
    BOOST_TEST(all.value.value().size() == 125u);
    BOOST_TEST(all.found.count == 125u);
    BOOST_TEST(all.found.listed.size() == json::deviations::max_listed);
    BOOST_TEST(all.found.listed.back().path == "[199]");
}

BOOST_AUTO_TEST_CASE(what_is_broken_at_its_end_is_not_read_again_at_each_level)
{
    // Each of 400 objects begins with something that cannot be read; the text ends too early.
    std::string text;
    for (int i = 0; i != 400; ++i)
        text += R"({"id":"x","children":[)";
    text += std::string(15 << 20, ' ') + '1';
    std::clock_t const start = std::clock();
    auto const all = read<json_test::node>(text, {.max_depth = 1000});
    BOOST_TEST(!all.value);
    BOOST_TEST(std::clock() - start < CLOCKS_PER_SEC);
}

BOOST_AUTO_TEST_CASE(a_failure_of_strict_reading_says_whether_lenient_reading_would_read_on)
{
    auto const why = [](std::string_view text)
    {
        whole value;
        auto const done = json::detail::decode_into(
            text, {}, json::reading::strict, nullptr, json::detail::read_into<whole>, &value);
        return done.error().json_path() + ": " + done.error().detail();
    };
    BOOST_TEST(why(R"({"parts":[{"id":"x"}]})") ==
               "parts[0].id: expected an integer, found a string; json::reading::lenient would "
               "read on");
    BOOST_TEST(why("[]") == ": expected an object, found an array");
    BOOST_TEST(
        why(R"({"parts":[{"id":"x"},]})") == "parts[0].id: expected an integer, found a string");
}

BOOST_AUTO_TEST_SUITE_END()
