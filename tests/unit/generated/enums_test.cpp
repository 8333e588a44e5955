// SPDX-License-Identifier: BSL-1.0
// String enums, and required members that were never set: tests/golden/enums.
#include "golden/enums/operations.hpp"

#include <restbind/core/string_enum.hpp>

#include <boost/test/unit_test.hpp>

#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>

using namespace std::string_view_literals;

namespace
{

namespace enums = golden::enums;

enums::Paint paint()
{
    return {.id = "5f2a1c84-1111-4222-8333-944455556666",
        .colour = enums::Colour::red,
        .brand = enums::Brand::ideal,
        .dried = enums::Dried::wet,
        .day = *restbind::parse_date("2025-02-28"),
        .at = *restbind::parse_timestamp("2025-02-28T10:00:00Z"),
        .finish = enums::Finish::gloss,
        .either = 5};
}

enums::MixRequest mix()
{
    return {.colour = enums::Colour::dark_green, .direction = enums::Direction::desc, .body = paint()};
}

/** The request, or what is wrong with it. */
std::string refusals(restbind::result<restbind::http::request> const& built)
{
    std::string text;
    for (auto const& one : built.error().problem().errors)
        text += one.field + ": " + one.message + '\n';
    return text;
}

std::string sent(enums::MixRequest const& request)
{
    auto const built = enums::operations::mix::build(request);
    if (built)
        return built->target + '\n' + std::string(built->headers.find("by").value_or("")) + '\n' +
               std::string(built->headers.find("Cookie").value_or("")) + '\n' + built->body;
    std::string const text = refusals(built);
    return text.empty() ? built.error().json_path() + ' ' + built.error().detail() : text;
}

enums::Paint read_paint(std::string const& json)
{
    auto const value = restbind::json::decode<enums::Paint>(json);
    BOOST_TEST_REQUIRE(value.has_value(), json << ": " << (value ? "" : value.error().detail()));
    BOOST_TEST(restbind::json::encode(*value).value() == json);
    return *value;
}

std::string with(std::string_view name, std::string_view value)
{
    std::string json = R"({"id":"i","colour":"red","brand":"acme","dried":"1","day":"2025-02-28",)"
                       R"("at":"2025-02-28T10:00:00Z","finish":"a","kind":"paint","either":1,)"
                       R"("usual":"class"})";
    auto const place = json.find('"' + std::string(name) + "\":");
    if (place == json.npos) // before `usual`, or behind it
        return json.insert(name == "names" ? json.size() - 1 : json.find(",\"usual"),
            ",\"" + std::string(name) + "\":" + std::string(value));
    auto const first = json.find(':', place) + 1;
    return json.replace(first, json.find_first_of(",}", first) - first, value);
}

int number_of(enums::Colour const& colour)
{
    switch (colour)
    {
    case enums::Colour::red:
        return 1;
    case enums::Colour::dark_green:
        return 2;
    case enums::Colour::empty:
        return 3;
    case enums::Colour::class_:
        return 4;
    }
    return 0;
}

template <class A, class B>
concept comparable = requires(A const& a, B const& b) { a == b; };

} // namespace

BOOST_AUTO_TEST_SUITE(generated_enums)

BOOST_AUTO_TEST_CASE(constants_are_the_cases_of_a_switch_and_other_texts_its_default)
{
    BOOST_TEST(number_of(enums::Colour::red) == 1);
    BOOST_TEST(number_of(enums::Colour("class")) == 4);
    BOOST_TEST(number_of(enums::Colour("")) == 3);
    BOOST_TEST(number_of(enums::Colour("mauve")) == 0);
    BOOST_TEST(number_of(enums::Colour()) == 0);
    constexpr enums::Colour green = enums::Colour::dark_green;
    static_assert(green.str() == "dark-green" && green == enums::Colour::dark_green);
    static_assert(sizeof(enums::Colour) == 2 * sizeof(void*));
}

BOOST_AUTO_TEST_CASE(enums_of_other_types_neither_convert_nor_compare)
{
    static_assert(!std::is_constructible_v<enums::Colour, enums::Finish>);
    static_assert(!std::is_constructible_v<enums::Colour, decltype(enums::Finish::matt)>);
    static_assert(!std::is_assignable_v<enums::Colour&, decltype(enums::Finish::matt)>);
    static_assert(!comparable<enums::Colour, enums::Finish>);
    static_assert(!comparable<enums::Colour, decltype(enums::Finish::matt)>);
    static_assert(comparable<enums::Colour, decltype(enums::Colour::red)>);
    static_assert(comparable<enums::Colour, std::string>);
    static_assert(!std::is_convertible_v<std::string, enums::Colour>);
}

BOOST_AUTO_TEST_CASE(equal_enums_of_the_document_are_one_type_under_both_names)
{
    static_assert(std::is_same_v<enums::Sheen, enums::Finish>);
    static_assert(std::is_same_v<enums::Rounds, enums::Strokes>);
    enums::Paint one = paint();
    one.sheen = one.finish;
    one.rounds = {enums::Strokes::twice};
    BOOST_TEST((one.sheen == enums::Sheen::gloss && one.rounds->front() == enums::Rounds::twice));
}

BOOST_AUTO_TEST_CASE(an_enum_equals_its_text_is_ordered_hashed_and_printed_by_it)
{
    enums::Colour const mauve("mauve");
    BOOST_TEST((mauve == "mauve" && mauve != enums::Colour::red && mauve == enums::Colour("mauve")));
    BOOST_TEST((enums::Colour("red") == enums::Colour::red && enums::Colour::red == enums::Colour("red")));
    BOOST_TEST((enums::Colour() != "" && enums::Colour() != enums::Colour::empty));
    BOOST_TEST((enums::Colour() < enums::Colour::empty && mauve < enums::Colour::red));
    std::unordered_set<enums::Colour> const set{mauve, enums::Colour::red, enums::Colour("mauve")};
    BOOST_TEST(set.size() == 2U);
    std::ostringstream out;
    out << mauve << ' ' << enums::Colour(enums::Colour::red) << ' ' << to_string(mauve);
    BOOST_TEST(out.str() == "mauve red mauve");
}

BOOST_AUTO_TEST_CASE(another_text_outlives_copies_and_moves)
{
    enums::Colour one(std::string(100, 'x'));
    enums::Colour two = one;
    BOOST_TEST((one == two && !one.is_known() && one.has_value()));
    enums::Colour three = std::move(one);
    one = enums::Colour::red;
    two = one;
    BOOST_TEST((two == enums::Colour::red && two.is_known()));
    BOOST_TEST(three.str() == std::string(100, 'x'));
    three = enums::Colour();
    BOOST_TEST((!three.has_value() && three.str().empty()));
    BOOST_TEST(!enums::Colour(static_cast<enums::Colour_values>(99)).has_value());
}

BOOST_AUTO_TEST_CASE(texts_that_are_not_listed_are_read_and_written_as_they_came)
{
    BOOST_TEST((read_paint(with("colour", R"("mauve")")).colour == "mauve"));
    BOOST_TEST((read_paint(with("colour", R"("")")).colour == enums::Colour::empty));
    BOOST_TEST((read_paint(with("finish", R"("")")).finish == ""));
    BOOST_TEST(read_paint(with("finish", R"("")")).finish.has_value());
    BOOST_TEST((read_paint(with("colour", R"("a\"\\\u0000é")")).colour == "a\"\\\0é"sv));
    BOOST_TEST((*read_paint(with("names", R"("nul\u0000")")).names == enums::Names::nul));
    BOOST_TEST((*read_paint(with("names", R"("quote \" and \\")")).names == enums::Names::quote_and));
    auto const escaped = restbind::json::decode<enums::Colour>(R"("r\u0065d")");
    BOOST_TEST((escaped.value() == enums::Colour::red));
}

BOOST_AUTO_TEST_CASE(enums_stand_in_lists_maps_alternatives_and_beside_null)
{
    auto const lists = read_paint(with("layers", R"(["red","mauve"])"));
    BOOST_TEST((lists.layers->at(0) == enums::Colour::red && lists.layers->at(1) == "mauve"));
    BOOST_TEST((read_paint(with("by_place", R"({"door":"class"})")).by_place->at("door") ==
                enums::Colour::class_));
    BOOST_TEST(read_paint(with("spare", "null")).spare.is_null());
    BOOST_TEST((*read_paint(with("spare", R"("red")")).spare == enums::Colour::red));
    BOOST_TEST((std::get<enums::Colour>(read_paint(with("either", R"("red")")).either) ==
                enums::Colour::red));
    BOOST_TEST(std::get<std::int64_t>(read_paint(with("either", "7")).either) == 7);
}

BOOST_AUTO_TEST_CASE(parameters_of_every_place_and_fields_of_forms_carry_the_texts)
{
    auto request = mix();
    request.others = {{enums::Colour::red, enums::Colour::dark_green}};
    request.by = enums::Brand("else");
    request.seen = enums::Colour::class_;
    std::string const text = sent(request);
    BOOST_TEST(text.substr(0, text.find('{')) ==
               "/paints/dark-green?direction=desc&others=red%7Cdark-green\nelse\nseen=class\n");
    enums::Order const order{.colour = enums::Colour::dark_green};
    BOOST_TEST(enums::operations::order::build(order).value().body ==
               "colour=dark-green&direction=desc");
}

BOOST_AUTO_TEST_CASE(what_is_not_listed_is_refused_in_requests_unless_the_document_allows_it)
{
    auto request = mix();
    request.body.brand = enums::Brand("else");
    request.body.loose = enums::Colour("mauve");
    BOOST_TEST(sent(request).starts_with("/paints/"));
    request.body.colour = enums::Colour("mauve");
    request.body.layers = {{enums::Colour::red, enums::Colour::red}};
    request.body.by_place = {{"door", enums::Colour("blue")}};
    request.body.sort_direction = enums::Direction("up");
    BOOST_TEST(sent(request) ==
               "colour: Colour must be red, dark-green,  or class\n"
               "layers: Layers must not hold equal elements\n"
               "by_place.door: By_place must be red, dark-green,  or class\n"
               "sort_direction: Sort_direction must be desc or asc\n");
}

BOOST_AUTO_TEST_CASE(a_required_member_that_was_never_set_is_refused)
{
    BOOST_TEST(sent({}) ==
               "colour: Colour is required\ndirection: Direction is required\n"
               "id: Id is required\ncolour: Colour is required\nbrand: Brand is required\n"
               "dried: Dried is required\nday: Say day.\nat: At is required\n"
               "finish: Finish is required\neither: Either is required\n");
    auto request = mix();
    request.body.either = {};
    BOOST_TEST(sent(request) == "either: Either is required\n");
    BOOST_TEST(restbind::json::encode(request.body).error().detail() ==
               "none of the alternatives was set");
    std::get<enums::Colour>(request.body.either) = enums::Colour::class_; // in place
    BOOST_TEST(sent(request).starts_with("/paints/"));
    BOOST_TEST((paint().kind == enums::PaintKind::paint)); // there is nothing to choose

    enums::Seat seat{.colour = enums::Colour::red};
    BOOST_TEST(refusals(enums::operations::choose_seat::build(seat)) == "kind: Kind is required\n");
    seat.kind = enums::SeatKind(802);
    BOOST_TEST(refusals(enums::operations::choose_seat::build(seat)) ==
               "kind: Kind must be 800, 801 or -1\n");
}

BOOST_AUTO_TEST_CASE(an_enum_without_a_value_is_never_written_as_an_empty_text)
{
    auto const body = restbind::json::encode(enums::Seat{});
    BOOST_TEST(body.error().json_path() == "colour");
    BOOST_TEST(body.error().detail() == "an enum without a value");
    auto request = mix();
    request.by = enums::Brand();
    BOOST_TEST(!enums::operations::mix::build(request));
    request = mix();
    request.colour = {};
    auto const built = enums::operations::mix::build(request, {}, restbind::validation_policy::off);
    BOOST_TEST(built.error().detail() == "the parameter colour has no value");
    request = mix();
    request.body.either = enums::Colour();
    BOOST_TEST(sent(request) == "either: Either must be red, dark-green,  or class\n");
    request = mix();
    request.body.loose = enums::Colour();
    BOOST_TEST(sent(request) == "loose an enum without a value");
}

BOOST_AUTO_TEST_CASE(rules_compare_enums_with_texts)
{
    auto request = mix();
    request.body.brand = enums::Brand::acme;
    BOOST_TEST(sent(request) == "colour: Acme makes no red\n");
}

BOOST_AUTO_TEST_CASE(names_come_from_titles_descriptions_and_lists_of_names)
{
    BOOST_TEST(enums::Colour(enums::Colour::class_).str() == "class");
    BOOST_TEST(enums::Dried(enums::Dried::dry_to_the_touch).str() == "3");
    BOOST_TEST(enums::Dried(enums::Dried::hardened_through_and_through).str() == "7");
    BOOST_TEST(enums::Finish(enums::Finish::matt).str() == "a");
    BOOST_TEST(static_cast<int>(enums::Coats::two) == 2);
    BOOST_TEST(enums::Names(enums::Names::str_).str() == "str");
}

BOOST_AUTO_TEST_SUITE_END()
