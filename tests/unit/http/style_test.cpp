// SPDX-License-Identifier: BSL-1.0
// OpenAPI's styles: the table of the standard, and one for what it leaves open, in all places
// alike.
#include <restbind/http/detail/bodies.hpp>
#include <restbind/http/detail/multipart_body.hpp>
#include <restbind/http/detail/style.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/open_value.hpp>

#include <boost/describe/class.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

using namespace restbind;

namespace
{

struct Color
{
    std::int64_t r = 100;
    std::int64_t g = 200;
    std::int64_t b = 150;
};

BOOST_DESCRIBE_STRUCT(Color, (), (r, g, b))

constexpr std::array<member, 3> restbind_members(Color const*) noexcept
{
    return {{{"R", presence::required}, {"G", presence::required}, {"B", presence::required}}};
}

struct Filter
{
    std::optional<std::string> name;
    std::vector<std::string> tags;
    std::optional<Color> color;
    std::vector<Color> any;
    std::optional<std::int64_t> id = 7;
    boost::json::object extra;
};

BOOST_DESCRIBE_STRUCT(Filter, (), (name, tags, color, any, id, extra))

constexpr std::array<member, 6> restbind_members(Filter const*) noexcept
{
    return {{{"name", presence::optional}, {"tags", presence::defaulted},
        {"color", presence::optional}, {"any", presence::defaulted},
        {"id", presence::optional, access_mode::read_only}, {"", presence::additional_properties}}};
}

std::string const empty;
std::string const text = "blue";
std::vector<std::string> const list{"blue", "black", "brown"};
Color const color;

template <class T>
std::string expanded(T const& value, http::style shape, bool explode,
    restbind::location place = restbind::location::query, bool allow_reserved = false)
{
    std::string out;
    http::style_options const how{shape, explode, allow_reserved};
    auto const to = http::detail::target_of(how, place, true);
    http::detail::text_sink sink(out, to);
    auto const written =
        http::detail::write_styled(&value, json::detail::write_plan_of<T>, "color", how, to, sink);
    return written ? out : written.error().json_path() + "! " + written.error().detail();
}

using http::style;
using restbind::location;

/// One row of the table "Style Examples" of the OpenAPI Specification 3.1.1, section 4.8.12.4.
struct style_row
{
    style shape;
    bool explode;
    location where;
    char const* empty;
    char const* string;
    char const* array;
    char const* object;
};

/// nullptr: the standard says "n/a". Query texts stand without `?`, which the standard leaves out.
constexpr style_row style_table[] = {
    {style::matrix, false, location::path, ";color", ";color=blue", ";color=blue,black,brown",
        ";color=R,100,G,200,B,150"},
    {style::matrix, true, location::path, ";color", ";color=blue",
        ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"},
    {style::label, false, location::path, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"},
    {style::label, true, location::path, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"},
    {style::simple, false, location::path, "", "blue", "blue,black,brown", "R,100,G,200,B,150"},
    {style::simple, true, location::path, "", "blue", "blue,black,brown", "R=100,G=200,B=150"},
    {style::simple, false, location::header, "", "blue", "blue,black,brown", "R,100,G,200,B,150"},
    {style::simple, true, location::header, "", "blue", "blue,black,brown", "R=100,G=200,B=150"},
    {style::form, false, location::query, "color=", "color=blue", "color=blue,black,brown",
        "color=R,100,G,200,B,150"},
    {style::form, true, location::query, "color=", "color=blue", "color=blue&color=black&color=brown",
        "R=100&G=200&B=150"},
    {style::space_delimited, false, location::query, nullptr, nullptr, "color=blue%20black%20brown",
        "color=R%20100%20G%20200%20B%20150"},
    {style::pipe_delimited, false, location::query, nullptr, nullptr, "color=blue%7Cblack%7Cbrown",
        "color=R%7C100%7CG%7C200%7CB%7C150"},
    {style::deep_object, true, location::query, nullptr, nullptr, nullptr,
        "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"},
};

} // namespace

BOOST_AUTO_TEST_SUITE(parameter_styles)

BOOST_AUTO_TEST_CASE(all_cells_of_the_standards_table_are_written_as_they_stand_there)
{
    for (style_row const& one : style_table)
    {
        std::string const mark = one.where == location::query ? "?" : "";
        auto const same = [&](auto const& value, char const* wanted)
        {
            if (wanted)
                BOOST_TEST(expanded(value, one.shape, one.explode, one.where) == mark + wanted);
        };
        same(empty, one.empty);
        same(text, one.string);
        same(list, one.array);
        same(color, one.object);
        same(std::map<std::string, std::int64_t>{{"B", 150}},
            std::string_view(one.object).ends_with("B=150") && one.explode &&
                    one.shape == style::simple
                ? "B=150"
                : nullptr);
    }
}

BOOST_AUTO_TEST_CASE(cookies_are_pairs_with_semicolons_between)
{
    BOOST_TEST(
        expanded(list, style::form, true, location::cookie) == "color=blue; color=black; color=brown");
    BOOST_TEST(expanded(list, style::form, false, location::cookie) == "color=blue,black,brown");
    BOOST_TEST(expanded(color, style::form, true, location::cookie) == "R=100; G=200; B=150");
    std::string const hostile = "a;b\r\nc d";
    BOOST_TEST(expanded(hostile, style::form, true, location::cookie) == "color=a%3Bb%0D%0Ac%20d");
}

BOOST_AUTO_TEST_CASE(the_style_cookie_escapes_nothing)
{
    auto const sent = [](auto const& value, bool explode)
    { return expanded(value, style::cookie, explode, location::cookie); };
    BOOST_TEST(sent(list, true) == "color=blue; color=black; color=brown");
    BOOST_TEST(sent(list, false) == "color=blue,black,brown");
    BOOST_TEST(sent(color, true) == "R=100; G=200; B=150");
    BOOST_TEST(sent(color, false) == "color=R,100,G,200,B,150");
    for (std::string const ready : {"a%20b", "", "\"a\"", "!#$%&'()*+-./:<=>?@[]^_`{|}~"})
    {
        BOOST_TEST(sent(ready, true) == "color=" + ready);
        BOOST_TEST(sent(ready, false) == "color=" + ready);
        BOOST_TEST(sent(std::vector<std::string>{ready}, true) == "color=" + ready);
        BOOST_TEST(sent(std::map<std::string, std::string>{{"k", ready}}, true) == "k=" + ready);
    }
}

BOOST_AUTO_TEST_CASE(what_no_cookie_may_hold_is_refused)
{
    using map = std::map<std::string, std::string>;
    std::string const wrong = "! holds a character that no cookie may hold";
    auto const refused = [](auto const& value, bool explode)
    { return expanded(value, style::cookie, explode, location::cookie); };
    for (std::string const bad : {"a;b", "a,b", " a", "a b", "a\tb", "a\r\nb", "a\x7f", "\xC3\xA9",
             "\"", "a\"", "a\"b", "\"a;\"", "a\\b"})
    {
        BOOST_TEST(refused(bad, true) == "color" + wrong);
        BOOST_TEST(refused(bad, false) == "color" + wrong);
        for (bool const explode : {true, false})
        {
            BOOST_TEST(refused(std::vector<std::string>{"a", bad}, explode) == "color" + wrong);
            BOOST_TEST(refused(map{{"k", bad}}, explode) == "color" + wrong);
            BOOST_TEST(refused(map{{bad, "v"}}, explode).ends_with(wrong));
        }
    }
    BOOST_TEST(refused(map{{"a=b", "v"}}, true).ends_with(wrong));
    BOOST_TEST(refused(std::vector<std::string>{"\"a\""}, false) == "color" + wrong);
    BOOST_TEST(refused(std::vector<Color>(1), true) == "color" + wrong);
}

BOOST_AUTO_TEST_CASE(what_is_absent_or_empty_of_parts_is_not_sent)
{
    for (style const shape : {style::form, style::pipe_delimited, style::deep_object})
        for (bool const explode : {false, true})
        {
            BOOST_TEST(expanded(std::optional<std::string>(), shape, explode) == "");
            BOOST_TEST(expanded(std::vector<std::string>(), shape, explode) == "");
            BOOST_TEST(expanded(std::map<std::string, int>(), shape, explode) == "");
            BOOST_TEST(expanded(boost::json::value(), shape, explode) == "");
            BOOST_TEST(expanded(nullable<std::string>(restbind::null), shape, explode) == "");
        }
    std::vector<std::optional<std::string>> const holes{"a", std::nullopt, "b"};
    BOOST_TEST(expanded(holes, style::form, false) == "?color=a,b");
}

BOOST_AUTO_TEST_CASE(elements_of_packed_lists_are_booleans)
{
    std::map<std::string, std::vector<bool>> const lists{{"k", {true, false}}};
    BOOST_TEST(expanded(lists.at("k"), style::form, false) == "?color=true,false");
    BOOST_TEST(expanded(lists, style::form, true) == "?k=true&k=false");
    BOOST_TEST(expanded(lists, style::deep_object, true) ==
               "?color%5Bk%5D%5B%5D=true&color%5Bk%5D%5B%5D=false");
}

BOOST_AUTO_TEST_CASE(deep_objects_name_every_step)
{
    Filter filter;
    filter.name = "a b";
    filter.tags = {"x", "y&z"};
    filter.color.emplace();
    filter.any = {Color{1, 2, 3}};
    filter.extra["more"] = {{"k", true}};
    // Without what only the service sends (`id`); names are sent as they are on the wire.
    BOOST_TEST(
        expanded(filter, style::deep_object, true) ==
        "?color%5Bname%5D=a%20b&color%5Btags%5D%5B%5D=x&color%5Btags%5D%5B%5D=y%26z"
        "&color%5Bcolor%5D%5BR%5D=100&color%5Bcolor%5D%5BG%5D=200&color%5Bcolor%5D%5BB%5D=150"
        "&color%5Bany%5D%5B0%5D%5BR%5D=1&color%5Bany%5D%5B0%5D%5BG%5D=2"
        "&color%5Bany%5D%5B0%5D%5BB%5D=3&color%5Bmore%5D%5Bk%5D=true");
    BOOST_TEST(expanded(list, style::deep_object, true) ==
               "?color%5B%5D=blue&color%5B%5D=black&color%5B%5D=brown");
    BOOST_TEST(expanded(text, style::deep_object, true) == "?color=blue");
    std::map<std::string, std::string> const hostile{{"a]=b&c", "]"}};
    BOOST_TEST(expanded(hostile, style::deep_object, true) == "?color%5Ba%5D%3Db%26c%5D=%5D");
}

BOOST_AUTO_TEST_CASE(what_is_nested_deeper_than_a_style_reaches_is_sent_as_json)
{
    std::vector<Color> const colors{Color{1, 2, 3}};
    BOOST_TEST(expanded(colors, style::form, true) ==
               "?color=%7B%22R%22%3A1%2C%22G%22%3A2%2C%22B%22%3A3%7D");
    std::map<std::string, std::vector<int>> const lists{{"a", {1, 2}}};
    BOOST_TEST(expanded(lists, style::form, true) == "?a=1&a=2");
    BOOST_TEST(expanded(lists, style::form, false) == "?color=a,%5B1%2C2%5D");
    BOOST_TEST(expanded(color, style::json, false) ==
               "?color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D");
    BOOST_TEST(
        expanded(color, style::json, false, location::header) == R"({"R":100,"G":200,"B":150})");
}

BOOST_AUTO_TEST_CASE(a_variant_and_an_open_value_are_what_they_hold)
{
    std::variant<std::string, std::int64_t, std::vector<std::string>> one = std::int64_t{5};
    BOOST_TEST(expanded(one, style::form, true) == "?color=5");
    one = list;
    BOOST_TEST(expanded(one, style::form, true) == "?color=blue&color=black&color=brown");
    BOOST_TEST(expanded(boost::json::value("ä"), style::form, true) == "?color=%C3%A4");
    BOOST_TEST(expanded(boost::json::value(0.5), style::form, true) == "?color=0.5");
    BOOST_TEST(expanded(boost::json::value(false), style::form, true) == "?color=false");
    BOOST_TEST(expanded(boost::json::value({1, "b"}), style::form, true) == "?color=1&color=b");
    BOOST_TEST(expanded(base64_bytes{{0xFB, 0xFF}}, style::form, true) == "?color=%2B%2F8%3D");
}

BOOST_AUTO_TEST_CASE(reserved_characters_stay_where_that_is_allowed_but_for_those_that_end_a_value)
{
    std::string const all = ":/?#[]@!$&'()*+,;= %20%zz\r\n";
    BOOST_TEST(expanded(all, style::form, true, location::query, true) ==
               "?color=:/?%23%5B%5D@!$%26'()*%2B,;=%20%20%25zz%0D%0A");
    BOOST_TEST(expanded(all, style::form, true, location::query, false) ==
               "?color=%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%20%2520%25zz%0D%0A");
    std::vector<std::string> const parts{"a,b", "c/d"};
    BOOST_TEST(expanded(parts, style::form, false, location::query, true) == "?color=a%2Cb,c/d");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_told_apart_or_written_is_refused)
{
    std::string_view const part =
        "color! an element holds the character that stands between elements";
    BOOST_TEST(expanded(std::vector<std::string>{"a b"}, style::space_delimited, false) == part);
    BOOST_TEST(expanded(std::vector<std::string>{"a|b"}, style::pipe_delimited, false) == part);
    BOOST_TEST(
        expanded(std::vector<std::string>{"a|b"}, style::pipe_delimited, true) == "?color=a%7Cb");
    BOOST_TEST(
        expanded(std::vector<std::string>{"a,b"}, style::simple, false, location::header) == part);
    BOOST_TEST(
        expanded(std::map<std::string, int>{{"a|b", 1}}, style::pipe_delimited, false) == part);
    double const infinite = std::numeric_limits<double>::infinity();
    for (style const shape : {style::form, style::deep_object, style::json})
    {
        BOOST_TEST(expanded(std::vector<double>{1, infinite}, shape, true) ==
                   "color[1]! an infinity has no form in JSON");
        BOOST_TEST(
            expanded(std::string("\xFF"), shape, true) == "color! a string is not valid UTF-8");
        BOOST_TEST(expanded(std::map<std::string, int>{{"\xFF", 1}}, shape, true) ==
                   "color.\\xff! a string is not valid UTF-8");
    }
    BOOST_TEST(expanded(std::optional(secret("canary")), style::form, true) ==
               "color! a secret is not written to JSON");
}

BOOST_AUTO_TEST_CASE(a_list_has_the_same_texts_as_its_elements)
{
    BOOST_TEST(expanded(std::vector<double>{0.5, 1e5, 5e6, 1e-7}, style::form, false) ==
               "?color=0.5,100000,5000000,1e-07");
    BOOST_TEST(*http::parameter_text(1e5) == "100000");
    BOOST_TEST(expanded(std::vector<decimal>{decimal(1990, 2)}, style::form, false) ==
               "?color=" + *http::parameter_text(decimal(1990, 2)));
    date const day(std::chrono::year(2024) / 2 / 9);
    BOOST_TEST(expanded(std::vector<date>{day}, style::form, false) == "?color=2024-02-09");
    BOOST_TEST(*http::parameter_text(day) == "2024-02-09");
    BOOST_TEST(!http::parameter_text(date(std::chrono::year(2023) / 2 / 29)));
}

/// What the standard leaves open, and forms with it: one table for query, form and parts.
struct open_row
{
    char const* json;
    style shape;
    bool explode;
    std::vector<std::pair<std::string, std::string>> pieces; ///< not escaped
};

BOOST_AUTO_TEST_CASE(what_the_standard_leaves_open_is_written_alike_in_query_form_and_parts)
{
    std::vector<open_row> const rows{
        {"[1,[2]]", style::none, false, {{"a", "1"}, {"a", "[2]"}}},
        {"[1,[2]]", style::form, true, {{"a", "1"}, {"a", "[2]"}}},
        {"[1,[2]]", style::json, false, {{"a", "[1,[2]]"}}},
        {"[1,[2]]", style::deep_object, false, {{"a[0]", "1"}, {"a[1][]", "2"}}},
        {R"([{"b":1},2])", style::deep_object, false, {{"a[0][b]", "1"}, {"a[1]", "2"}}},
        {R"(["x y","z"])", style::deep_object, true, {{"a[]", "x y"}, {"a[]", "z"}}},
        {R"({"b":{"c":1},"d":[[2],3]})", style::deep_object, false,
            {{"a[b][c]", "1"}, {"a[d][0][]", "2"}, {"a[d][1]", "3"}}},
        {R"({"b":1,"c":[2,3]})", style::none, false, {{"a", R"({"b":1,"c":[2,3]})"}}},
        {R"({"b":1,"c":[2,[3]]})", style::form, true, {{"b", "1"}, {"c", "2"}, {"c", "[3]"}}},
        {R"({"b":{"c":"&"}})", style::form, true, {{"b", R"({"c":"&"})"}}},
        {R"({"b":1,"c":2})", style::pipe_delimited, true, {{"b", "1"}, {"c", "2"}}},
        {"[1,2]", style::space_delimited, true, {{"a", "1"}, {"a", "2"}}},
        {"[]", style::none, false, {}},
        {"{}", style::form, true, {}},
        {"[[]]", style::deep_object, false, {}},
        {R"("x y*~")", style::deep_object, false, {{"a", "x y*~"}}},
        {"true", style::form, false, {{"a", "true"}}},
    };
    for (open_row const& one : rows)
    {
        BOOST_TEST_CONTEXT(one.json << " in style " << static_cast<int>(one.shape))
        {
            boost::json::object body;
            body["a"] = json::decode<boost::json::value>(one.json).value();
            http::style_options const how{one.shape, one.explode};
            std::array<http::form_field, 1> const fields{{{"a", how}}};

            std::string query, form;
            for (auto const& [name, text] : one.pieces)
            {
                query.push_back(query.empty() ? '?' : '&');
                http::percent_encode_segment(query, name);
                query.push_back('=');
                http::percent_encode_segment(query, text);
                http::append_field(form, name, text);
            }
            http::operation_info const style_info{
                .operation_id = "a", .method = http::verb::get, .path = "/"};
            http::request_builder builder(style_info);
            builder.query("a", body["a"], how);
            BOOST_TEST(std::move(builder).finish().value().target == query);
            BOOST_TEST(http::encode_form(body, fields).value() == form);

            std::vector<std::string> parts;
            std::string const bytes = http::encode_multipart(body, fields).value().bytes;
            std::size_t from = 0;
            for (auto const& [name, text] : one.pieces)
            {
                from = bytes.find("; name=\"" + name + "\"\r\n", from);
                BOOST_TEST_REQUIRE(from != std::string::npos);
                from = bytes.find("\r\n\r\n", from) + 4;
                BOOST_TEST(bytes.compare(from, text.size() + 2, text + "\r\n") == 0);
            }
            BOOST_TEST(bytes.find("; name=", from) == std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(null_is_nothing_in_a_parameter_and_an_empty_value_in_a_form)
{
    boost::json::object body;
    body["a"] =
        json::decode<boost::json::value>(R"({"b":null,"c":[1,null],"d":{"e":null}})").value();
    BOOST_TEST(expanded(body["a"], style::deep_object, false) == "?color%5Bc%5D%5B%5D=1");
    BOOST_TEST(expanded(body["a"].at("c"), style::form, false) == "?color=1");
    BOOST_TEST(expanded(body["a"].at("d"), style::form, false) == "");
    auto const form = [&](http::style_options how)
    {
        std::array<http::form_field, 1> const fields{{{"a", how}}};
        return http::encode_form(body, fields).value();
    };
    BOOST_TEST(form({style::deep_object}) ==
               "a%5Bb%5D=&a%5Bc%5D%5B%5D=1&a%5Bc%5D%5B%5D=&a%5Bd%5D%5Be%5D=");
    body["a"] = body["a"].at("c");
    BOOST_TEST(form({style::form}) == "a=1,");
    BOOST_TEST(form({style::none}) == "a=1&a=");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(styles_in_requests)

namespace
{

constexpr http::operation_info style_info{
    .operation_id = "paint", .method = http::verb::get, .path = "/paint/{color}"};

template <class Fill>
std::string error_of(Fill fill)
{
    http::request_builder builder(style_info);
    builder.literal("/paint/");
    fill(builder);
    auto const built = std::move(builder).finish();
    if (built)
        return "built " + built->target;
    BOOST_TEST((built.error() == error_kind::invalid_argument));
    std::string const path = built.error().json_path();
    return path + (path.empty() ? "" : " ") + built.error().detail();
}

} // namespace

BOOST_AUTO_TEST_CASE(queries_and_cookies_are_strung_together)
{
    http::request_builder builder(style_info, "/v1");
    builder.literal("/paint/");
    builder.segment("color", list, {.style = style::label, .explode = true});
    builder.query("none", std::optional<Color>(), {.style = style::deep_object});
    builder.query("c", color, {.style = style::form, .explode = true});
    builder.query("q", text);
    builder.query("d", std::map<std::string, int>{{"k", 1}}, {.style = style::deep_object});
    builder.cookie("none", std::optional<int>(), {.style = style::form});
    builder.cookie("a", 1, {.style = style::form});
    builder.cookie("b", list, {.style = style::form});
    builder.cookie("c", std::string("%20"), {.style = style::cookie, .explode = true});
    builder.header("X-Color", color, {.style = style::simple, .explode = true});
    builder.header("X-None", std::optional<Color>(), {.style = style::simple});
    builder.header("X-Empty", std::vector<int>(), {.style = style::simple});
    builder.header("X-Null", nullable<std::string>(null), {.style = style::json});
    auto const built = std::move(builder).finish();
    BOOST_TEST_REQUIRE(built.has_value());
    BOOST_TEST(built->target == "/v1/paint/.blue.black.brown?R=100&G=200&B=150&q=blue&d%5Bk%5D=1");
    BOOST_TEST(built->headers.text() == "Accept: application/json\r\nX-Color: R=100,G=200,B=150\r\n"
                                        "Cookie: a=1; b=blue,black,brown; c=%20\r\n");
}

BOOST_AUTO_TEST_CASE(what_the_query_of_the_path_gives_is_sent_once)
{
    auto const target = [](auto const& value, http::style_options how)
    {
        http::request_builder builder(style_info, "/v1");
        builder.literal("/paint");
        builder.fixed_query("R", "7");
        builder.fixed_query("color[G]", "8");
        builder.query("color", value, how);
        builder.query("last", std::string_view("R"));
        return std::move(builder).finish().value().target;
    };
    std::string const fixed = "/v1/paint?R=7&color%5BG%5D=8", last = "&last=R";
    BOOST_TEST(
        target(color, {.style = style::form, .explode = true}) == fixed + "&G=200&B=150" + last);
    BOOST_TEST(target(color, {.style = style::deep_object}) ==
               fixed + "&color%5BR%5D=100&color%5BB%5D=150" + last);
    BOOST_TEST(target(std::map<std::string, int>{{"R", 1}},
                   {.style = style::form, .explode = true}) == fixed + last);
    BOOST_TEST(target(std::map<std::string, int>{{"RR", 1}, {"r", 2}, {"7", 3}},
                   {.style = style::form, .explode = true}) == fixed + "&7=3&RR=1&r=2" + last);
}

BOOST_AUTO_TEST_CASE(a_path_segment_is_never_empty_and_never_a_step)
{
    std::string const refused = "the path parameter color is empty, . or ..";
    for (style const shape : {style::simple, style::label})
    {
        bool const is_label = shape == style::label;
        BOOST_TEST(
            error_of([&](auto& b) { b.segment("color", empty, {.style = shape}); }) == refused);
        BOOST_TEST(error_of([&](auto& b)
                       { b.segment("color", std::vector<std::string>{"."}, {.style = shape}); }) ==
                   refused);
        BOOST_TEST(error_of([&](auto& b)
                       { b.segment("color", std::vector<std::string>{".."}, {.style = shape}); }) ==
                   (is_label ? std::string("built /paint/...") : refused));
        BOOST_TEST(
            error_of([&](auto& b)
                { b.segment("color", std::vector<std::string>(), {.style = shape}); }) == refused);
        BOOST_TEST(
            error_of([&](auto& b)
                { b.segment("color", std::vector<std::string>{"a/../b"}, {.style = shape}); }) ==
            (is_label ? "built /paint/.a%2F..%2Fb" : "built /paint/a%2F..%2Fb"));
    }
}

BOOST_AUTO_TEST_CASE(a_refused_value_is_named_but_not_repeated)
{
    BOOST_TEST(error_of(
                   [](auto& b)
                   {
                       b.query("color", std::vector<std::string>{"canary \xFF"},
                           {.style = style::pipe_delimited});
                   }) == "color[0] the parameter color: a string is not valid UTF-8");
    BOOST_TEST(error_of(
                   [](auto& b)
                   {
                       b.header("X-A", std::vector<std::string>{"canary\r\nX-Evil: 1"},
                           {.style = style::simple});
                   }) == "the value of header X-A holds a control or non-ASCII character");
    BOOST_TEST(error_of([](auto& b) { b.header("X-A", empty, {.style = style::simple}); }) ==
               "header X-A has an empty value");
}

BOOST_AUTO_TEST_SUITE_END()
