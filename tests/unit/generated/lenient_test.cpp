// SPDX-License-Identifier: BSL-1.0
// Responses that are not as described: tests/golden/lenient, generated with `--reading lenient`.
#include "golden/lenient/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace
{

namespace lenient = golden::lenient;
namespace acts = lenient::operations;
namespace json = restbind::json;

restbind::http::response got(std::string body, int status = 200)
{
    return {.status = status, .content_type = "application/json", .body = std::move(body)};
}

std::string_view const good_event =
    R"({"total":2,"events":[{"id":1,"name":"One","kind":"concert","price":12.50,)"
    R"("starts":"2026-05-01T20:00:00Z","language":"fr","doors":"2026-05-01",)"
    R"("place":{"city":"Rome","halls":["A","B"],"rows":4},"contact":{"by":"Mail","address":"a@b"},)"
    R"("seats":[1,2,3],"age":6},{"id":2,"name":"Tw\u00f6","kind":"opera","price":0,)"
    R"("starts":"2026-05-02T20:00:00.5+02:00","doors":null,)"
    R"("contact":{"by":"Phone","number":"1","code":39},"seats":[{"city":"Oslo"}],"age":"all"}],)"
    R"("counts":{"sold":5,"free":7},"grid":[[true,false],[]]})";

std::string places(json::deviations const& found)
{
    std::string text;
    for (auto const& one : found.listed)
        text += one.path + (one.left_out ? " (left out): " : ": ") + one.detail + '\n';
    return text;
}

/** Whether what fits no alternative was kept. */
bool keeps_json(lenient::EventList const& list)
{
    return std::ranges::any_of(list.events,
        [](lenient::Event const& one)
        {
            auto const is_kept = []<class... T>(std::optional<std::variant<T...>> const& value)
            {
                return value && ((std::holds_alternative<T>(*value) &&
                                     (std::is_same_v<T, restbind::unknown_value> ||
                                         std::is_same_v<T, boost::json::object>)) ||
                                    ...);
            };
            return is_kept(one.contact) || is_kept(one.seats) || is_kept(one.age);
        });
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_lenient)

BOOST_AUTO_TEST_CASE(the_policy_chosen_when_generating_holds_unless_another_is_given)
{
    static_assert(acts::list_events::info.reading == json::reading::lenient);
    auto const next_year = got(R"({"total":1,"events":[{"id":1},"x"]})");
    auto const list = acts::list_events::read(next_year);
    BOOST_TEST_REQUIRE(list.has_value());
    BOOST_TEST(list->events.size() == 1u);

    auto const strict = acts::list_events::read(next_year, {}, json::reading::strict);
    BOOST_TEST_REQUIRE(strict.has_error());
    BOOST_TEST((strict.error() == restbind::error_kind::invalid_response));
    BOOST_TEST(strict.error().json_path() == "events[0].name");
    BOOST_TEST(strict.error().detail() == "the required member \"name\" is missing; "
                                          "json::reading::lenient would read on");
}

BOOST_AUTO_TEST_CASE(members_that_cannot_be_read_have_the_documents_default_or_nothing)
{
    json::deviations found;
    auto const list = acts::list_events::read(
        got(R"({"total":null,"events":[{"id":"1","kind":"new","language":7,)"
            R"("starts":"soon","place":{"city":"x","halls":[1],"rows":"two"},"age":true,"seats":[{}]}],)"
            R"("counts":{"sold":"all","free":7},"grid":[[1,true],0]})"),
        {}, json::reading::lenient, &found);
    BOOST_TEST_REQUIRE(list.has_value());
    BOOST_TEST(list->total == 7); // the document's default
    auto const& event = list->events.at(0);
    BOOST_TEST(event.language == "de"); // and this one
    BOOST_TEST(event.kind == "new");
    BOOST_TEST((event.place == lenient::Place{.city = "x", .halls = {}}));
    // What fits no alternative is kept as it is.
    BOOST_TEST(std::get<restbind::unknown_value>(*event.age).json == "true");
    BOOST_TEST((std::get<std::vector<lenient::Place>>(*event.seats) == std::vector{lenient::Place{}}));
    BOOST_TEST((*list->counts == std::map<std::string, std::int64_t>{{"free", 7}}));
    BOOST_TEST((*list->grid == std::vector<std::vector<bool>>{{true}}));
    BOOST_TEST(places(found) ==
               "total: expected an integer, found null\n"
               "events[0].id: expected an integer, found a string\n"
               "events[0].language: expected a string, found the number 7\n"
               "events[0].starts: expected a timestamp (RFC 3339), found \"soon\"\n"
               "events[0].place.halls[0] (left out): expected a string, found the number 1\n"
               "events[0].place.rows (left out): expected an integer, found a string\n"
               "events[0].seats[0].city: the required member \"city\" is missing\n"
               "events[0].name: the required member \"name\" is missing\n"
               "events[0].price: the required member \"price\" is missing\n"
               "counts.sold (left out): expected an integer, found a string\n"
               "grid[0][0] (left out): expected true or false, found the number 1\n"
               "grid[1] (left out): expected an array, found the number 0\n");
    BOOST_TEST(found.count == found.listed.size());
}

BOOST_AUTO_TEST_CASE(an_object_that_fits_no_alternative_stays_readable_as_open_json)
{
    for (auto const policy : {json::reading::strict, json::reading::lenient})
        for (std::string const contact :
            {R"({"by":"Fax","number":1})", R"({"by":7})", R"({"address":1})"})
        {
            json::deviations found;
            auto const event = acts::list_days::read(
                got(R"({"id":1,"name":"n","kind":"match","price":1,"starts":"2026-05-01T20:00:00Z","contact":)" +
                        contact + "}",
                    202),
                {}, policy, &found);
            BOOST_TEST_REQUIRE(event.has_value(), contact);
            auto const& value = std::get<restbind::response<202, lenient::Event>>(*event).body;
            BOOST_TEST(std::holds_alternative<boost::json::object>(*value.contact), contact);
            BOOST_TEST(found.count == 0u);
        }
}

BOOST_AUTO_TEST_CASE(what_says_which_alternative_it_is_is_read_on_as_that_whatever_stands_beside_it)
{
    auto const read = [](std::string_view contact, std::string_view more, json::reading policy,
                          json::deviations& found)
    {
        auto const event = acts::list_days::read(
            got(R"({"id":1,"name":"n","kind":"match","price":1,"starts":"2026-05-01T20:00:00Z",)" +
                    std::string(more) + R"("contact":)" + std::string(contact) + "}",
                202),
            {}, policy, &found);
        BOOST_TEST_REQUIRE(event.has_value(), contact << event.error().detail());
        return *std::get<restbind::response<202, lenient::Event>>(*event).body.contact;
    };
    std::string_view const mail = R"({"by":"Mail","address":1})";
    std::string_view const phone = R"({"by":"Phone","number":"1","code":null})";
    json::deviations found;
    for (auto const& contact : {mail, phone})
        BOOST_TEST(std::holds_alternative<boost::json::object>(
            read(contact, "", json::reading::strict, found)));
    for (std::string_view const more : {"", R"("language":7,)"})
    {
        std::string const place =
            more.empty() ? "" : "language: expected a string, found the number 7\n";
        BOOST_TEST((std::get<lenient::Mail>(read(mail, more, json::reading::lenient, found)) ==
                    lenient::Mail{.address = "", .copies = {}, .instead = {}}));
        BOOST_TEST(
            places(found) == place + "contact.address: expected a string, found the number 1\n");
        BOOST_TEST((std::get<lenient::Phone>(read(phone, more, json::reading::lenient, found)) ==
                    lenient::Phone{.number = "1"}));
        BOOST_TEST(places(found) == place + "contact.code: expected an integer, found null\n");
    }
}

BOOST_AUTO_TEST_CASE(alternatives_are_read_on_within_alternatives_that_can_be_read_as_they_are)
{
    std::string const mail = R"({"by":"Mail","address":1})";
    std::string const phone = R"({"by":"Phone","number":"1"})";
    lenient::Mail const empty{.address = "", .copies = {}, .instead = {}};
    json::deviations found;
    for (std::string const name : {"copies", "instead"})
    {
        std::string const text = R"({"by":"Mail","address":"a",")" + name + "\":[" + phone + "," +
                                 mail + "," + phone + "]}";
        auto const held = [&](restbind::result<lenient::Contact> const& contact)
        {
            using contacts = std::vector<lenient::Contact>;
            auto const& one = std::get<lenient::Mail>(contact.value());
            return name == "copies" ? *one.copies : std::get<contacts>(*one.instead);
        };
        auto const strict = held(json::decode<lenient::Contact>(text));
        BOOST_TEST(std::holds_alternative<boost::json::object>(strict.at(1)));
        auto const lenient = held(json::decode_leniently<lenient::Contact>(text, found));
        BOOST_TEST((std::get<lenient::Mail>(lenient.at(1)) == empty));
        BOOST_TEST(std::holds_alternative<lenient::Phone>(lenient.at(2)));
        BOOST_TEST(places(found) == name + "[1].address: expected a string, found the number 1\n");
    }
    std::string deep = mail;
    for (int level = 0; level != 14; ++level)
        deep = R"({"by":"Mail","address":"a","copies":[)" + deep + "]}";
    auto const contact = json::decode_leniently<lenient::Contact>(deep, found);
    BOOST_TEST_REQUIRE(contact.has_value());
    BOOST_TEST(found.count == 1u);
}

BOOST_AUTO_TEST_CASE(one_of_several_responses_is_read_by_the_same_policy)
{
    json::deviations found;
    auto const days = acts::list_days::read(
        got(R"(["2026-02-28","2026-02-30",3])"), {}, json::reading::lenient, &found);
    BOOST_TEST_REQUIRE(days.has_value());
    BOOST_TEST(
        (std::get<restbind::response<200, std::vector<restbind::date>>>(*days).body.size() == 1u));
    BOOST_TEST(places(found) ==
               "[1] (left out): expected a date (YYYY-MM-DD), found \"2026-02-30\"\n"
               "[2] (left out): expected a date, found the number 3\n");

    auto const strict = acts::list_days::read(got("[3]"), {}, json::reading::strict, &found);
    BOOST_TEST(strict.error().detail() == "expected a date, found the number 3; "
                                          "json::reading::lenient would read on");
    BOOST_TEST(strict.error().json_path() == "[0]");
    BOOST_TEST(
        (acts::list_days::read(got("{}")).error() == restbind::error_kind::invalid_response));
}

BOOST_AUTO_TEST_CASE(the_body_of_an_error_is_read_by_the_same_policy)
{
    auto const closed = acts::list_days::read(got(R"({"reason":"rain","until":"soon"})", 409));
    json::deviations found;
    auto const details = restbind::http::error_details<acts::list_days>(
        closed.error(), {}, json::reading::lenient, &found);
    BOOST_TEST_REQUIRE(details.has_value());
    BOOST_TEST(details->reason == "rain");
    BOOST_TEST(places(found) == "until: expected a date (YYYY-MM-DD), found \"soon\"\n");
    BOOST_TEST(restbind::http::error_details<acts::list_days>(closed.error()).has_value());
    BOOST_TEST(
        restbind::http::error_details<acts::list_days>(closed.error(), {}, json::reading::strict)
            .has_error());
}

BOOST_AUTO_TEST_CASE(any_json_object_is_read_and_what_is_read_strictly_is_the_same)
{
    std::mt19937 random(17); // the same numbers everywhere
    auto const below = [&](std::size_t most) { return random() % most; };
    constexpr std::string_view values[]{"null", "true", "-1", "1e999", "300.5", "\"\"", "\"x\"",
        "[]", "{}", "[null,{\"id\":1}]", "{\"by\":\"Mail\",\"by\":2}", "\"2026-02-30\"",
        "18446744073709551616"};
    constexpr std::string_view bytes = "{}[]\",:0x\\n u";
    std::size_t read = 0;
    std::size_t same = 0;
    for (int round = 0; round != 20'000; ++round)
    {
        std::string text(good_event);
        for (std::size_t change = below(2) + 1; change != 0; --change)
        {
            // A value in place of what stands between two marks, a piece that is gone or there
            // twice, or any byte.
            std::size_t const first = text.find_first_of(":,[{", below(text.size()));
            std::size_t const last =
                first == text.npos ? first : text.find_first_of(",]}", first + 1);
            if (last == text.npos)
                continue;
            switch (below(8))
            {
            default:
                text.replace(first + 1, last - first - 1, values[below(std::size(values))]);
                break;
            case 1:
                text.erase(first, last - first);
                break;
            case 2:
                text.insert(first, text.substr(first, last - first));
                break;
            case 3:
                text[below(text.size())] = bytes[below(bytes.size())];
            }
        }
        json::deviations found;
        auto const lenient = json::decode_leniently<lenient::EventList>(text, found);
        bool const is_object = json::is_json(text) && text.front() == '{';
        BOOST_TEST_REQUIRE(lenient.has_value() == is_object, text);
        auto const strict = json::decode<lenient::EventList>(text);
        BOOST_TEST_REQUIRE((strict || !lenient || found.count != 0), text);
        // Only what strict reading keeps as JSON may be read on as an alternative.
        BOOST_TEST_REQUIRE((!strict || *strict == *lenient || keeps_json(*strict)), text);
        BOOST_TEST_REQUIRE((!strict || found.count == 0 || keeps_json(*strict)), text);
        BOOST_TEST_REQUIRE(found.listed.size() == found.count, text);
        read += lenient.has_value();
        same += strict.has_value();
    }
    // The mutations are of all kinds.
    BOOST_TEST(read > 4'000u);
    BOOST_TEST(read < 16'000u);
    BOOST_TEST(same > 300u);
    BOOST_TEST(read - same > 3'000u);
}

BOOST_AUTO_TEST_SUITE_END()
