// SPDX-License-Identifier: BSL-1.0
#include "unit/json/both_ways.hpp"
#include "unit/json/models.hpp"

#include <restbind/json/encode.hpp>

#include <boost/describe/class.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using json_test::decode_both_ways;
using json_test::presences;
using json_test::why;
using restbind::json::encode;

namespace
{

struct plain_member
{
    int value = 0;
};
BOOST_DESCRIBE_STRUCT(plain_member, (), (value))

constexpr std::array<restbind::member, 1> restbind_members(plain_member const*) noexcept
{
    return {{{"value", restbind::presence::required}}};
}

struct kind_member
{
    int size = 0;
    std::optional<std::string> kind = "box";
    friend bool operator==(kind_member const&, kind_member const&) = default;
};
BOOST_DESCRIBE_STRUCT(kind_member, (), (size, kind))

constexpr std::array<restbind::member, 2> restbind_members(kind_member const*) noexcept
{
    return {{{"size", restbind::presence::required},
        {"kind", restbind::presence::optional, restbind::access_mode::read_write, true}}};
}

// Of a description, public data alone is mapped.
class with_more
{
public:
    int shown = 1;
    static constexpr int shared = 2;
    int twice() const { return 2 * shown + hidden; }

private:
    int hidden = 3;

    BOOST_DESCRIBE_CLASS(with_more, (), (shown, shared, twice), (), (hidden))
};

constexpr std::array<restbind::member, 1> restbind_members(with_more const*) noexcept
{
    return {{{"shown", restbind::presence::required}}};
}

// Hides members of its base, one of them with a private member.
struct of_the_base
{
    int first = 1;
    int second = 2;
    int third = 3;
};
BOOST_DESCRIBE_STRUCT(of_the_base, (), (first, second, third))
class with_hidden : public of_the_base
{
public:
    int third = 30;
    int second_of_base() const { return of_the_base::second + 0 * second; }

private:
    int second = 20;

    BOOST_DESCRIBE_CLASS(with_hidden, (of_the_base), (third), (), (second))
};

constexpr std::array<restbind::member, 2> restbind_members(with_hidden const*) noexcept
{
    return {{{"first", restbind::presence::required}, {"third", restbind::presence::required}}};
}

// Lists its members itself, in another order than it has them.
struct listing
{
    int first = 1;
    std::optional<int> second;
    bool operator==(listing const&) const = default;
};

constexpr auto restbind_pointers(listing**) noexcept
{
    return restbind::member_pointers<&listing::second, &listing::first>();
}
constexpr std::array<restbind::member, 2> restbind_members(listing const*) noexcept
{
    return {{{"b", restbind::presence::optional}, {"a", restbind::presence::required}}};
}
struct more_than_listing : listing
{
};
static_assert(restbind::json::described<listing>);
static_assert(!restbind::json::described<more_than_listing>);

// Its own address is not for everybody.
struct addressless_struct
{
    int value = 0;
    void operator&() const = delete;
};
BOOST_DESCRIBE_STRUCT(addressless_struct, (), (value))

constexpr std::array<restbind::member, 1> restbind_members(addressless_struct const*) noexcept
{
    return {{{"value", restbind::presence::required}}};
}

// Read as its base, and then looked at.
struct not_negative : plain_member
{
};

// Functions of the user's, named as some of the library's are, which fit anything.
template <class... Any>
bool read_rest(Any&&...) = delete;
template <class... Any>
bool read_object(Any&&...) = delete;
template <class... Any>
bool read_one_of_many(Any&&...) = delete;
template <class... Any>
bool make_value_in(Any&&...) = delete;
template <class... Any>
bool read_value(Any&&...) = delete;
template <class Any>
bool has_name(Any const&, char const*) = delete;

// 90 members: more than a word has bits, and more than one description takes.
#define RESTBIND_TEST_TEN(p)                                                                       \
    p##0 = 0, p##1 = 0, p##2 = 0, p##3 = 0, p##4 = 0, p##5 = 0, p##6 = 0, p##7 = 0, p##8 = 0,      \
    p##9 = 0
#define RESTBIND_TEST_NAMES(p) p##0, p##1, p##2, p##3, p##4, p##5, p##6, p##7, p##8, p##9
struct first_half
{
    int RESTBIND_TEST_TEN(a), RESTBIND_TEST_TEN(b), RESTBIND_TEST_TEN(c), RESTBIND_TEST_TEN(d),
        RESTBIND_TEST_TEN(e);
};
BOOST_DESCRIBE_STRUCT(first_half, (),
    (RESTBIND_TEST_NAMES(a), RESTBIND_TEST_NAMES(b), RESTBIND_TEST_NAMES(c), RESTBIND_TEST_NAMES(d),
        RESTBIND_TEST_NAMES(e)))
struct ninety : first_half
{
    int RESTBIND_TEST_TEN(f), RESTBIND_TEST_TEN(g), RESTBIND_TEST_TEN(h), RESTBIND_TEST_TEN(i);
};
BOOST_DESCRIBE_STRUCT(ninety, (first_half),
    (RESTBIND_TEST_NAMES(f), RESTBIND_TEST_NAMES(g), RESTBIND_TEST_NAMES(h),
        RESTBIND_TEST_NAMES(i)))
#undef RESTBIND_TEST_TEN
#undef RESTBIND_TEST_NAMES

constexpr std::array<char, 270> ninety_names = []
{
    std::array<char, 270> text{};
    for (std::size_t i = 0; i != 90; ++i)
    {
        text[3 * i] = 'm';
        text[3 * i + 1] = static_cast<char>('0' + i / 10);
        text[3 * i + 2] = static_cast<char>('0' + i % 10);
    }
    return text;
}();

constexpr std::array<restbind::member, 90> restbind_members(ninety const*) noexcept
{
    std::array<restbind::member, 90> members{};
    for (std::size_t i = 0; i != 90; ++i)
        members[i] = {
            std::string_view(ninety_names.data() + 3 * i, 3), restbind::presence::required};
    return members;
}

// The same members, of which those in the first word of bits may be absent, or the others.
struct late_needed : ninety
{
};
BOOST_DESCRIBE_STRUCT(late_needed, (ninety), ())
struct late_absent : ninety
{
};
BOOST_DESCRIBE_STRUCT(late_absent, (ninety), ())

constexpr std::array<restbind::member, 90> ninety_with(
    restbind::presence first_word, restbind::presence second_word) noexcept
{
    std::array<restbind::member, 90> members = restbind_members(static_cast<ninety*>(nullptr));
    for (std::size_t i = 0; i != 90; ++i)
        members[i].presence = i < 64 ? first_word : second_word;
    return members;
}
constexpr std::array<restbind::member, 90> restbind_members(late_needed const*) noexcept
{
    return ninety_with(restbind::presence::defaulted, restbind::presence::required);
}
constexpr std::array<restbind::member, 90> restbind_members(late_absent const*) noexcept
{
    return ninety_with(restbind::presence::required, restbind::presence::defaulted);
}

// An object within objects, twice.
struct two_inside
{
    plain_member one;
    plain_member other;
};
BOOST_DESCRIBE_STRUCT(two_inside, (), (one, other))

constexpr std::array<restbind::member, 2> restbind_members(two_inside const*) noexcept
{
    return {{{"one", restbind::presence::required}, {"other", restbind::presence::required}}};
}

// An object of 90 members; `skipped` is left out, `twice` stands there a second time at the end.
std::string ninety_members(std::size_t skipped, std::size_t twice)
{
    std::string text = "{";
    for (std::size_t n = 0; n <= 90; ++n)
    {
        std::size_t const i = n == 90 ? twice : n;
        if (n == skipped || i >= 90)
            continue;
        text.append(text.size() == 1 ? "\"" : ",\"").append(ninety_names.data() + 3 * i, 3);
        text.append("\":").append(std::to_string(i));
    }
    return text + "}";
}

} // namespace

template <>
struct restbind::json::codec<not_negative> : restbind::json::codec<plain_member>
{
    static bool read(cursor& in, not_negative& out)
    {
        return restbind::json::codec<plain_member>::read(in, out) &&
               (out.value >= 0 || in.fail("negative"));
    }
};

BOOST_AUTO_TEST_SUITE(json_structs)

BOOST_AUTO_TEST_CASE(a_member_that_starts_set_is_empty_where_it_did_not_come)
{
    BOOST_TEST(encode(kind_member{}).value() == R"({"size":0,"kind":"box"})");
    for (std::string_view const text : {R"({"size":1})", R"({"size":1,"kind":"bag"})"})
        BOOST_TEST(encode(decode_both_ways<kind_member>(text).value()).value() == text);
    BOOST_TEST(!decode_both_ways<kind_member>(R"({"other":1,"size":1})").value().kind.has_value());
    restbind::json::deviations found;
    auto const list =
        restbind::json::decode_leniently<std::vector<kind_member>>(R"([{"size":1}])", found);
    BOOST_TEST(!list.value().at(0).kind.has_value());
}

BOOST_AUTO_TEST_CASE(members_are_read_in_any_order)
{
    auto const value = decode_both_ways<presences>(
        R"({"defaulted":60,"threeStates":50,"optionalNullable":40,"optional":30,"nullable":20,"required":10})");
    BOOST_REQUIRE(value.has_value());
    BOOST_CHECK((*value == presences{10, 20, 30, 40, 50, 60}));
}

BOOST_AUTO_TEST_CASE(absent_members_read_as_their_presence_says)
{
    auto const value = decode_both_ways<presences>(R"({"required":10,"nullable":null})");
    BOOST_REQUIRE(value.has_value());
    BOOST_TEST(!value->nullable.has_value());
    BOOST_TEST(!value->optional.has_value());
    BOOST_TEST(!value->optional_nullable.has_value());
    BOOST_TEST(value->three_states.is_absent());
    BOOST_TEST(value->defaulted == 6);
}

// survives: J14
BOOST_AUTO_TEST_CASE(null_is_taken_only_where_it_may_be)
{
    auto const read = [](std::string_view member) {
        return why(decode_both_ways<presences>(R"({"required":1,"nullable":1,)" + std::string(member) + "}"));
    };
    BOOST_TEST(read(R"("optionalNullable":null)") == "read");
    BOOST_TEST(read(R"("threeStates":null)") == "read");
    BOOST_TEST(read(R"("optional":null)") == "optional @38: expected an integer, found null");
    BOOST_TEST(read(R"("defaulted":null)") == "defaulted @39: expected an integer, found null");
    BOOST_TEST(why(decode_both_ways<presences>(R"({"required":null})")) ==
               "required @12: expected an integer, found null");
    auto const value = decode_both_ways<presences>(R"({"required":1,"nullable":1,"threeStates":null})");
    BOOST_TEST(value->three_states.is_null());
    // Members in another order are read in another way.
    BOOST_TEST(why(decode_both_ways<presences>(R"({"nullable":null,"required":1,"optional":null})")) ==
               "optional @41: expected an integer, found null");
    BOOST_TEST(why(decode_both_ways<presences>(R"({"defaulted":null,"nullable":null,"required":1})")) ==
               "defaulted @13: expected an integer, found null");
    BOOST_TEST(why(decode_both_ways<presences>(R"({"nullable":null,"required":null})")) ==
               "required @28: expected an integer, found null");
    BOOST_TEST(
        why(decode_both_ways<presences>(R"({"nullable":null,"threeStates":null,"required":1})")) == "read");
}

BOOST_AUTO_TEST_CASE(empty_members_are_written_as_their_presence_says)
{
    BOOST_TEST(*encode(presences{1, {}, {}, {}, {}, 6}) ==
               R"({"required":1,"nullable":null,"defaulted":6})");
    BOOST_TEST(*encode(presences{1, {}, {}, {}, restbind::null, 6}) ==
               R"({"required":1,"nullable":null,"threeStates":null,"defaulted":6})");
    BOOST_TEST(
        *encode(presences{1, 2, 3, 4, 5, 6}) ==
        R"({"required":1,"nullable":2,"optional":3,"optionalNullable":4,"threeStates":5,"defaulted":6})");
}

// survives: J12
BOOST_AUTO_TEST_CASE(a_missing_required_member_is_named)
{
    BOOST_TEST(
        why(decode_both_ways<presences>("{}")) == "required @1: the required member \"required\" is missing");
    BOOST_TEST(why(decode_both_ways<presences>(R"({"required":1,"optional":2})")) ==
               "nullable @26: the required member \"nullable\" is missing");
}

// survives: J2
BOOST_AUTO_TEST_CASE(a_member_that_appears_twice_is_refused)
{
    BOOST_TEST(why(decode_both_ways<plain_member>(R"({"value":1,"value":1})")) ==
               "value @11: the member \"value\" appears twice");
    BOOST_TEST(why(decode_both_ways<plain_member>(R"({"value":1,"x":{},"v\u0061lue":2})")) ==
               "value @18: the member \"value\" appears twice");
    BOOST_TEST(why(decode_both_ways<presences>(R"({"required":1,"required":2})")) ==
               "required @14: the member \"required\" appears twice");
}

BOOST_AUTO_TEST_CASE(a_name_with_escapes_is_the_same_name)
{
    BOOST_TEST(decode_both_ways<plain_member>(R"({"\u0076alue":7})").value().value == 7);
    BOOST_TEST(decode_both_ways<plain_member>(R"({"value\u0000":1,"value":7})").value().value == 7);
}

// survives: J13
BOOST_AUTO_TEST_CASE(unknown_members_are_skipped_wherever_they_stand)
{
    BOOST_TEST(decode_both_ways<plain_member>(R"({"a":[{"value":1}],"value":7,"Value":"x","":null})")
                   .value()
                   .value == 7);
    BOOST_TEST(
        decode_both_ways<plain_member>(R"({"value ":1,"value":7,"valu":2,"values":3})").value().value == 7);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_in_an_unknown_member_is_found_under_its_name)
{
    BOOST_TEST(why(decode_both_ways<plain_member>(R"({"value":1,"other":[tru]})")) ==
               "other @20: expected a value, found 't'");
    BOOST_TEST(
        why(decode_both_ways<plain_member>("{\"a\\nb\":tru}")) == "a\\nb @8: expected a value, found 't'");
}

BOOST_AUTO_TEST_CASE(punctuation_is_checked)
{
    BOOST_TEST(why(decode_both_ways<plain_member>(R"({"value":1 "x":2})")) ==
               " @11: expected ',' or '}', found a string");
    BOOST_TEST(
        why(decode_both_ways<plain_member>(R"({"value" 1})")) == " @9: expected ':', found the number 1");
    BOOST_TEST(
        why(decode_both_ways<plain_member>(R"({"value":1,})")) == " @11: expected a member name, found '}'");
    BOOST_TEST(
        why(decode_both_ways<plain_member>(R"({value:1})")) == " @1: expected a member name, found 'v'");
    BOOST_TEST(why(decode_both_ways<plain_member>(R"({"value":1)")) ==
               " @10: expected ',' or '}', found the end of the text");
    BOOST_TEST(
        why(decode_both_ways<plain_member>("{")) == " @1: expected a member name, found the end of the text");
}

BOOST_AUTO_TEST_CASE(more_members_than_a_word_has_bits_are_told_apart)
{
    constexpr std::size_t no = 1000;
    auto const value = decode_both_ways<ninety>(ninety_members(no, no));
    BOOST_REQUIRE(value.has_value());
    BOOST_TEST(value->a0 == 0);
    BOOST_TEST(value->e9 == 49);
    BOOST_TEST(value->f0 == 50);
    BOOST_TEST(value->i9 == 89);
    BOOST_TEST(*encode(*value) == ninety_members(no, no));
    for (std::size_t const i : {0u, 1u, 62u, 63u, 64u, 65u, 88u, 89u})
    {
        std::string const name(ninety_names.data() + 3 * i, 3);
        BOOST_TEST(decode_both_ways<ninety>(ninety_members(i, no)).error().detail() ==
                   "the required member \"" + name + "\" is missing");
        BOOST_TEST(decode_both_ways<ninety>(ninety_members(no, i)).error().detail() ==
                   "the member \"" + name + "\" appears twice");
    }
}

BOOST_AUTO_TEST_CASE(a_structure_lists_its_members_itself)
{
    auto const value = decode_both_ways<listing>(R"({"a":3,"b":4})");
    BOOST_REQUIRE(value.has_value());
    BOOST_TEST(value->first == 3);
    BOOST_TEST(value->second.value() == 4);
    BOOST_TEST(*encode(*value) == R"({"b":4,"a":3})");
    BOOST_TEST(*encode(listing{.first = 5, .second = {}}) == R"({"a":5})");
    BOOST_TEST(decode_both_ways<listing>(R"({"b":4})").error().detail() ==
               "the required member \"a\" is missing");
}

BOOST_AUTO_TEST_CASE(members_beyond_a_word_of_bits_may_be_absent_or_not)
{
    constexpr std::size_t no = 1000;
    BOOST_TEST(decode_both_ways<late_needed>(ninety_members(70, no)).error().detail() ==
               "the required member \"m70\" is missing");
    auto const without = decode_both_ways<late_needed>(ninety_members(6, no));
    BOOST_REQUIRE(without.has_value());
    BOOST_TEST(without->a6 == 0);
    BOOST_TEST(without->i9 == 89);

    BOOST_TEST(decode_both_ways<late_absent>(ninety_members(6, no)).error().detail() ==
               "the required member \"m06\" is missing");
    for (std::size_t const last : {no, std::size_t{70}})
    {
        auto const value = decode_both_ways<late_absent>(ninety_members(70, last));
        BOOST_REQUIRE(value.has_value());
        BOOST_TEST(value->a6 == 6);
        BOOST_TEST(value->h0 == (last == no ? 0 : 70));
    }
}

BOOST_AUTO_TEST_CASE(a_type_with_an_ampersand_of_its_own_is_read)
{
    for (std::string_view const text : {R"({"value":7})", R"({ "value":7})"})
    {
        BOOST_TEST(decode_both_ways<addressless_struct>(text)->value == 7);
        BOOST_TEST(restbind::json::decode<std::optional<addressless_struct>>(text).value()->value == 7);
    }
}

BOOST_AUTO_TEST_CASE(a_codec_derived_from_that_of_another_type_is_asked_everywhere)
{
    constexpr std::string_view text = R"({"value":-1})";
    BOOST_TEST(why(decode_both_ways<not_negative>(text)) == " @12: negative");
    auto const map =
        restbind::json::decode<std::map<std::string, not_negative>>(R"({"a":{"value":-1}})");
    BOOST_TEST(why(map) == "a @17: negative");
}

BOOST_AUTO_TEST_CASE(objects_behind_each_other_are_as_deep_as_one)
{
    constexpr std::string_view text = R"({"one":{"value":1},"other":{"value":2}})";
    BOOST_TEST(decode_both_ways<two_inside>(text, {.max_depth = 2}).value().other.value == 2);
    BOOST_TEST(why(restbind::json::decode<two_inside>(text, {.max_depth = 1})) ==
               "one @7: nested deeper than 1 levels");
}

// proves: R7-1
BOOST_AUTO_TEST_CASE(unknown_members_are_kept_where_the_type_says_so)
{
    constexpr std::string_view text = R"({"known":1,"a":[1, 2],"b\n":null,"c":{"x":1.50}})";
    auto const value = decode_both_ways<json_test::with_extra>(text);
    BOOST_REQUIRE(value.has_value());
    BOOST_REQUIRE(value->extra.size() == 3u);
    BOOST_TEST(value->extra[0].first == "a");
    BOOST_TEST(value->extra[0].second == "[1, 2]");
    BOOST_TEST(value->extra[1].first == "b\n");
    BOOST_TEST(*encode(*value) == text);
    BOOST_TEST(why(decode_both_ways<json_test::with_extra>(R"({"known":1,"a":[1,}})")) ==
               "a @18: expected a value, found '}'");
}

BOOST_AUTO_TEST_CASE(static_members_functions_and_private_members_are_no_members_of_an_object)
{
    auto const value = decode_both_ways<with_more>(R"({"hidden":7,"shared":8,"twice":9,"shown":5})");
    BOOST_REQUIRE(value.has_value());
    BOOST_TEST(value->twice() == 13);
    BOOST_TEST(*encode(*value) == R"({"shown":5})");
}

BOOST_AUTO_TEST_CASE(what_a_type_hides_of_its_base_is_no_member)
{
    auto const value = decode_both_ways<with_hidden>(R"({ "third":5, "second":6, "first":7 })");
    BOOST_REQUIRE(value.has_value());
    BOOST_TEST(value->second_of_base() == 2);
    BOOST_TEST(*encode(*value) == R"({"first":7,"third":5})");
}

BOOST_AUTO_TEST_CASE(extra_members_that_would_break_the_text_are_not_written)
{
    json_test::with_extra value{1, {{"a", "1,\"b\":2"}}};
    BOOST_TEST(why(encode(value)) == "a @0: a text that should be JSON is not");
    value.extra = {{"known", "2"}};
    BOOST_TEST(
        why(encode(value)) == "known @0: an additional property has the name of a known one");
}

BOOST_AUTO_TEST_SUITE_END()
