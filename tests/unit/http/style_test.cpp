#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/style_open.hpp>

#include <boost/describe/class.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
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
    http::parameter_location place = http::parameter_location::query, bool allow_reserved = false)
{
    std::string out;
    std::string_view const problem =
        http::expand(out, "color", value, {shape, explode, allow_reserved}, place);
    return problem.empty() ? out : "! " + std::string(problem);
}

using http::style;
using place = http::parameter_location;

/// One row of the table "Style Examples" of the OpenAPI Specification 3.1.1, section 4.8.12.4.
struct row
{
    style shape;
    bool explode;
    place where;
    char const* empty;
    char const* string;
    char const* array;
    char const* object;
};

/// nullptr: the standard says "n/a". Query texts stand without `?`, which the standard leaves out.
constexpr row table[] = {
    {style::matrix, false, place::path, ";color", ";color=blue", ";color=blue,black,brown",
        ";color=R,100,G,200,B,150"},
    {style::matrix, true, place::path, ";color", ";color=blue",
        ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"},
    {style::label, false, place::path, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"},
    {style::label, true, place::path, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"},
    {style::simple, false, place::path, "", "blue", "blue,black,brown", "R,100,G,200,B,150"},
    {style::simple, true, place::path, "", "blue", "blue,black,brown", "R=100,G=200,B=150"},
    {style::simple, false, place::header, "", "blue", "blue,black,brown", "R,100,G,200,B,150"},
    {style::simple, true, place::header, "", "blue", "blue,black,brown", "R=100,G=200,B=150"},
    {style::form, false, place::query, "color=", "color=blue", "color=blue,black,brown",
        "color=R,100,G,200,B,150"},
    {style::form, true, place::query, "color=", "color=blue", "color=blue&color=black&color=brown",
        "R=100&G=200&B=150"},
    {style::space_delimited, false, place::query, nullptr, nullptr, "color=blue%20black%20brown",
        "color=R%20100%20G%20200%20B%20150"},
    {style::pipe_delimited, false, place::query, nullptr, nullptr, "color=blue%7Cblack%7Cbrown",
        "color=R%7C100%7CG%7C200%7CB%7C150"},
    {style::deep_object, true, place::query, nullptr, nullptr, nullptr,
        "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"},
};

} // namespace

BOOST_AUTO_TEST_SUITE(parameter_styles)

BOOST_AUTO_TEST_CASE(all_cells_of_the_standards_table_are_written_as_they_stand_there)
{
    for (row const& one : table)
    {
        std::string const mark = one.where == place::query ? "?" : "";
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
        expanded(list, style::form, true, place::cookie) == "color=blue; color=black; color=brown");
    BOOST_TEST(expanded(list, style::form, false, place::cookie) == "color=blue,black,brown");
    BOOST_TEST(expanded(color, style::form, true, place::cookie) == "R=100; G=200; B=150");
    std::string const hostile = "a;b\r\nc d";
    BOOST_TEST(expanded(hostile, style::form, true, place::cookie) == "color=a%3Bb%0D%0Ac%20d");
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
    BOOST_TEST(expanded(std::optional<Color>(), style::json, false) == "");
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
        expanded(color, style::json, false, place::header) == R"({"R":100,"G":200,"B":150})");
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
    BOOST_TEST(expanded(all, style::form, true, place::query, true) ==
               "?color=:/?%23%5B%5D@!$%26'()*%2B,;=%20%20%25zz%0D%0A");
    BOOST_TEST(expanded(all, style::form, true, place::query, false) ==
               "?color=%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%20%2520%25zz%0D%0A");
    std::vector<std::string> const parts{"a,b", "c/d"};
    BOOST_TEST(expanded(parts, style::form, false, place::query, true) == "?color=a%2Cb,c/d");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_told_apart_or_written_is_refused)
{
    std::string_view const part =
        "! has a part that holds the character which stands between parts";
    BOOST_TEST(expanded(std::vector<std::string>{"a b"}, style::space_delimited, false) == part);
    BOOST_TEST(expanded(std::vector<std::string>{"a|b"}, style::pipe_delimited, false) == part);
    BOOST_TEST(
        expanded(std::vector<std::string>{"a|b"}, style::pipe_delimited, true) == "?color=a%7Cb");
    BOOST_TEST(
        expanded(std::vector<std::string>{"a,b"}, style::simple, false, place::header) == part);
    double const infinite = std::numeric_limits<double>::infinity();
    BOOST_TEST(
        expanded(std::vector<double>{infinite}, style::form, true) == "! is not a finite number");
    BOOST_TEST(expanded(std::string("\xFF"), style::form, true) == "! is not UTF-8");
    BOOST_TEST(
        expanded(std::map<std::string, int>{{"\xFF", 1}}, style::form, true) == "! is not UTF-8");
    BOOST_TEST(expanded(std::map<std::string, int>{{"\xFF", 1}}, style::deep_object, true) ==
               "! is not UTF-8");
    BOOST_TEST(expanded(std::vector<double>{infinite}, style::json, true) ==
               "! holds what JSON cannot hold");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(styles_in_requests)

namespace
{

constexpr http::operation_info info{
    .operation_id = "paint", .method = http::verb::get, .path = "/paint/{color}"};

template <class Fill>
std::string error_of(Fill fill)
{
    http::request_builder builder(info);
    builder.literal("/paint/");
    fill(builder);
    auto const built = std::move(builder).finish();
    if (built)
        return "built " + built->target;
    BOOST_TEST((built.error() == error_kind::invalid_argument));
    return std::string(built.error().detail());
}

} // namespace

BOOST_AUTO_TEST_CASE(queries_and_cookies_are_strung_together)
{
    http::request_builder builder(info, "/v1");
    builder.literal("/paint/");
    builder.segment("color", list, {.shape = style::label, .explode = true});
    builder.query("none", std::optional<Color>(), {.shape = style::deep_object});
    builder.query("c", color, {.shape = style::form, .explode = true});
    builder.query("q", text);
    builder.query("d", std::map<std::string, int>{{"k", 1}}, {.shape = style::deep_object});
    builder.cookie("none", std::optional<int>(), {.shape = style::form});
    builder.cookie("a", 1, {.shape = style::form});
    builder.cookie("b", list, {.shape = style::form});
    builder.header("X-Color", color, {.shape = style::simple, .explode = true});
    builder.header("X-None", std::optional<Color>(), {.shape = style::simple});
    builder.header("X-Empty", std::vector<int>(), {.shape = style::simple});
    auto const built = std::move(builder).finish();
    BOOST_TEST_REQUIRE(built.has_value());
    BOOST_TEST(built->target == "/v1/paint/.blue.black.brown?R=100&G=200&B=150&q=blue&d%5Bk%5D=1");
    BOOST_TEST(built->headers.text() == "Accept: application/json\r\nX-Color: R=100,G=200,B=150\r\n"
                                        "Cookie: a=1; b=blue,black,brown\r\n");
}

BOOST_AUTO_TEST_CASE(a_path_segment_is_never_empty_and_never_a_step)
{
    std::string const refused = "the path parameter color is empty, . or ..";
    for (style const shape : {style::simple, style::label})
    {
        bool const is_label = shape == style::label;
        BOOST_TEST(
            error_of([&](auto& b) { b.segment("color", empty, {.shape = shape}); }) == refused);
        BOOST_TEST(error_of([&](auto& b)
                       { b.segment("color", std::vector<std::string>{"."}, {.shape = shape}); }) ==
                   refused);
        BOOST_TEST(error_of([&](auto& b)
                       { b.segment("color", std::vector<std::string>{".."}, {.shape = shape}); }) ==
                   (is_label ? std::string("built /paint/...") : refused));
        BOOST_TEST(
            error_of([&](auto& b)
                { b.segment("color", std::vector<std::string>(), {.shape = shape}); }) == refused);
        BOOST_TEST(error_of(
                       [&](auto& b) {
                           b.segment("color", std::vector<std::string>{"a/../b"}, {.shape = shape});
                       }) == (is_label ? "built /paint/.a%2F..%2Fb" : "built /paint/a%2F..%2Fb"));
    }
}

BOOST_AUTO_TEST_CASE(a_refused_value_is_named_but_not_repeated)
{
    BOOST_TEST(error_of(
                   [](auto& b) {
                       b.query("color", std::vector<std::string>{"canary \xFF"},
                           {.shape = style::pipe_delimited});
                   }) == "the parameter color is not UTF-8");
    BOOST_TEST(error_of(
                   [](auto& b) {
                       b.header("X-A", std::vector<std::string>{"canary\r\nX-Evil: 1"},
                           {.shape = style::simple});
                   }) == "the value of header X-A holds a control or non-ASCII character");
    BOOST_TEST(error_of([](auto& b) { b.header("X-A", empty, {.shape = style::simple}); }) ==
               "header X-A has an empty value");
}

BOOST_AUTO_TEST_SUITE_END()
