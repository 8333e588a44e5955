// SPDX-License-Identifier: BSL-1.0
// Forms of the type application/x-www-form-urlencoded, byte for byte.
#include <restbind/http/detail/bodies.hpp>

#include <boost/describe/class.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using namespace restbind;
using http::form_field;
using http::style;
using http::style_options;

namespace
{

struct Inner
{
    std::string city;
    std::vector<std::int64_t> n;
};

BOOST_DESCRIBE_STRUCT(Inner, (), (city, n))

constexpr std::array<member, 2> restbind_members(Inner const*) noexcept
{
    return {{{"city", presence::required}, {"n", presence::required}}};
}

struct Form
{
    std::string text{};
    std::optional<Inner> inner{};
    nullable<std::string> note{};
    std::vector<Inner> list{};
    std::vector<std::string> words{};
    std::optional<double> number{};
    std::optional<std::int64_t> made{};
};

BOOST_DESCRIBE_STRUCT(Form, (), (text, inner, note, list, words, number, made))

constexpr std::array<member, 7> restbind_members(Form const*) noexcept
{
    return {{{"text", presence::required}, {"inner", presence::optional},
        {"note", presence::optional_nullable}, {"list", presence::required},
        {"words", presence::required}, {"number", presence::optional},
        {"made", presence::optional, access_mode::read_only}}};
}

struct Tree
{
    std::vector<Tree> next{};
};

BOOST_DESCRIBE_STRUCT(Tree, (), (next))

constexpr std::array<member, 1> restbind_members(Tree const*) noexcept
{
    return {{{"next", presence::required}}};
}

/// The form of a value, or what is wrong with it.
template <class T>
std::string form(T const& value, std::vector<form_field> const& fields = {})
{
    auto const made = http::encode_form(value, fields);
    return made ? *made : made.error().json_path() + "! " + made.error().detail();
}

std::string words_in(style_options how, std::vector<std::string> words)
{
    return form(Form{.text = "", .words = std::move(words)}, {{"words", how}});
}

std::string inner_in(style_options how, Inner inner)
{
    return form(Form{.text = "", .inner = std::move(inner)}, {{"inner", how}});
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_form_body)

BOOST_AUTO_TEST_CASE(names_and_values_are_escaped_as_the_url_standard_says)
{
    std::map<std::string, std::string> value{
        {"a b&=[]", "x+y z%\n\xC3\xA4*-._~"}, {"\xE2\x82\xAC", ""}};
    BOOST_TEST(form(value) == "a+b%26%3D%5B%5D=x%2By+z%25%0A%C3%A4*-._%7E&%E2%82%AC=");
}

BOOST_AUTO_TEST_CASE(an_absent_member_is_no_field_and_null_is_an_empty_value)
{
    BOOST_TEST(form(Form{.text = "t"}) == "text=t");
    BOOST_TEST(form(Form{.text = "t", .note = null}) == "text=t&note=");
    BOOST_TEST(form(Form{.text = "t", .note = "n", .number = 0.5}) == "text=t&note=n&number=0.5");
}

BOOST_AUTO_TEST_CASE(what_only_comes_in_responses_is_not_sent)
{
    BOOST_TEST(form(Form{.text = "t", .made = 5}) == "text=t");
}

BOOST_AUTO_TEST_CASE(an_empty_list_is_not_sent_in_any_style)
{
    for (auto const one : {style::none, style::form, style::space_delimited, style::pipe_delimited,
             style::deep_object})
        BOOST_TEST(words_in({one}, {}) == "text=");
    BOOST_TEST(words_in({style::form, true}, {}) == "text=");
    BOOST_TEST(words_in({style::json}, {}) == "text=&words=%5B%5D");
}

BOOST_AUTO_TEST_CASE(a_list_is_written_in_its_style)
{
    BOOST_TEST(words_in({style::none}, {"a", "b,"}) == "text=&words=a&words=b%2C");
    BOOST_TEST(words_in({style::form, true}, {"a", "b,"}) == "text=&words=a&words=b%2C");
    BOOST_TEST(words_in({style::form}, {"a", "b,"}) == "text=&words=a,b%2C");
    BOOST_TEST(words_in({style::space_delimited}, {"a", "b,"}) == "text=&words=a+b%2C");
    BOOST_TEST(words_in({style::pipe_delimited}, {"a", "b,"}) == "text=&words=a%7Cb%2C");
    BOOST_TEST(
        words_in({style::deep_object}, {"a", "b,"}) == "text=&words%5B%5D=a&words%5B%5D=b%2C");
    BOOST_TEST(words_in({style::json}, {"a"}) == "text=&words=%5B%22a%22%5D");
}

BOOST_AUTO_TEST_CASE(an_element_with_the_delimiter_is_refused_and_named)
{
    BOOST_TEST(words_in({style::space_delimited}, {"a", "b c"}) ==
               "words! an element holds the character that stands between elements");
    BOOST_TEST(words_in({style::pipe_delimited}, {"a|b"}) ==
               "words! an element holds the character that stands between elements");
    BOOST_TEST(words_in({style::space_delimited}, {"a|b"}) == "text=&words=a%7Cb");
}

BOOST_AUTO_TEST_CASE(an_object_is_written_in_its_style)
{
    Inner const inner{.city = "Z,x", .n = {1, 2}};
    BOOST_TEST(inner_in({style::none}, inner) ==
               "text=&inner=%7B%22city%22%3A%22Z%2Cx%22%2C%22n%22%3A%5B1%2C2%5D%7D");
    BOOST_TEST(inner_in({style::json}, inner) == inner_in({style::none}, inner));
    BOOST_TEST(inner_in({style::form, true}, inner) == "text=&city=Z%2Cx&n=1&n=2");
    BOOST_TEST(inner_in({style::form}, inner) == "text=&inner=city,Z%2Cx,n,%5B1%2C2%5D");
    BOOST_TEST(
        inner_in({style::pipe_delimited}, inner) == "text=&inner=city%7CZ%2Cx%7Cn%7C%5B1%2C2%5D");
    BOOST_TEST(inner_in({style::deep_object}, inner) ==
               "text=&inner%5Bcity%5D=Z%2Cx&inner%5Bn%5D%5B%5D=1&inner%5Bn%5D%5B%5D=2");
}

BOOST_AUTO_TEST_CASE(a_deep_list_of_objects_has_indices)
{
    Form const value{.text = "", .list = {{.city = "a", .n = {}}, {.city = "b", .n = {7}}}};
    BOOST_TEST(form(value, {{"list", {style::deep_object}}}) ==
               "text=&list%5B0%5D%5Bcity%5D=a&list%5B1%5D%5Bcity%5D=b&list%5B1%5D%5Bn%5D%5B%5D=7");
    BOOST_TEST(form(value) == "text=&list=%7B%22city%22%3A%22a%22%2C%22n%22%3A%5B%5D%7D"
                              "&list=%7B%22city%22%3A%22b%22%2C%22n%22%3A%5B7%5D%7D");
}

BOOST_AUTO_TEST_CASE(an_index_stands_before_every_element_as_soon_as_one_is_no_scalar)
{
    using one = std::variant<std::int64_t, std::vector<std::int64_t>>;
    std::map<std::string, std::vector<one>> const value{
        {"a", {one(1), one(std::vector<std::int64_t>{2})}}};
    BOOST_TEST(form(value, {{"a", {style::deep_object}}}) == "a%5B0%5D=1&a%5B1%5D%5B%5D=2");
}

BOOST_AUTO_TEST_CASE(a_style_means_nothing_for_scalars)
{
    for (auto const one : {style::none, style::form, style::deep_object})
        BOOST_TEST(form(Form{.text = "a,b"}, {{"text", {one}}}) == "text=a%2Cb");
}

BOOST_AUTO_TEST_CASE(what_json_cannot_hold_is_refused_with_its_place)
{
    BOOST_TEST(form(Form{.text = "", .number = std::numeric_limits<double>::quiet_NaN()}) ==
               "number! NaN has no form in JSON");
    BOOST_TEST(form(Form{.text = "\xFF"}) == "text! a string is not valid UTF-8");
}

BOOST_AUTO_TEST_CASE(only_an_object_is_a_form)
{
    BOOST_TEST(form(std::vector<std::int64_t>{1}) == "! expected an object, found an array");
    BOOST_TEST(form(std::string("a=b")) == "! expected an object, found a string");
    BOOST_TEST(form(std::map<std::string, std::string>()) == "");
}

BOOST_AUTO_TEST_CASE(depth_is_bounded)
{
    // Two levels of JSON for each of a tree, and one for the map around it.
    for (auto const& [levels, is_sent] : {std::pair(99, true), std::pair(101, false)})
    {
        Tree tree;
        for (int i = 1; i != levels; ++i)
        {
            Tree above;
            above.next.push_back(std::move(tree));
            tree = std::move(above);
        }
        std::map<std::string, Tree> value;
        value["a"] = std::move(tree);
        auto const made =
            http::encode_form(value, std::array{form_field{"a", {style::deep_object}}});
        BOOST_TEST(made.has_value() == is_sent);
        if (!is_sent)
            BOOST_TEST(made.error().detail() == "nested deeper than 200 levels");
    }
}

BOOST_AUTO_TEST_SUITE_END()
