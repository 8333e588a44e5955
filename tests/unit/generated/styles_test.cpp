// SPDX-License-Identifier: BSL-1.0
// Parameters in every style: tests/golden/styles.
#include "golden/styles/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace
{

namespace styles = golden::styles;
namespace operations = styles::operations;

styles::Color const color{.r = 1, .g = 2, .b = 3};

template <class Operation>
std::string target(typename Operation::request_type const& request)
{
    auto const built = Operation::build(request);
    return built ? built->target : "! " + std::string(built.error().detail());
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_styles)

BOOST_AUTO_TEST_CASE(paths_hold_lists_and_objects)
{
    BOOST_TEST(target<operations::simple_path>(
                   {.plain = "a/b", .list = {"x,y", "ö"}, .object = color, .apart = color}) ==
               "/simple/a%2Fb/x%2Cy,%C3%B6/R,1,G,2,B,3/R=1,G=2,B=3");
    BOOST_TEST(
        target<operations::other_paths>({.plain = 5,
            .list = {"x", "y"},
            .apart = {"x", "y"},
            .one = "",
            .several = color,
            .each = color}) == "/label/.5/.x,y/.x.y/matrix/;one/;several=R,1,G,2,B,3;R=1;G=2;B=3");
    BOOST_TEST(target<operations::simple_path>(
                   {.plain = "a", .list = {}, .object = color, .apart = color}) ==
               "! the path parameter list is empty, . or ..");
    BOOST_TEST(target<operations::simple_path>(
                   {.plain = "a", .list = {"b"}, .object = {}, .apart = color}) ==
               "! the path parameter object is empty, . or ..");
}

BOOST_AUTO_TEST_CASE(a_query_behind_a_path_is_sent_before_what_a_call_adds)
{
    BOOST_TEST(target<operations::fixed_query>({.id = 1}) == "/fixed/1?beta=true&empty=");
    BOOST_TEST(
        target<operations::fixed_query>({.id = 1, .more = "a b"}) == "/fixed/1?beta=true&empty=&more=a%20b");
}

BOOST_AUTO_TEST_CASE(queries_hold_everything)
{
    BOOST_TEST(target<operations::query>({}) == "/query");
    BOOST_TEST(target<operations::query>({.color = color, .joined = color, .piped = color}) ==
               "/query?R=1&G=2&B=3&joined=R,1,G,2,B,3&piped=R%7C1%7CG%7C2%7CB%7C3");

    operations::query::request_type asked;
    asked.filter.emplace();
    asked.filter->name = "n";
    asked.filter->tags = {{"t"}};
    asked.filter->size.emplace();
    asked.filter->size->min_ = 0.5;
    asked.filter->any = {{color}};
    asked.filter->id = 9;
    asked.expand = {{"data.customer"}};
    asked.created = std::int64_t{17};
    BOOST_TEST(target<operations::query>(asked) ==
               "/query?filter%5Bname%5D=n&filter%5Btags%5D%5B%5D=t&filter%5Bsize%5D%5Bmin%5D=0.5"
               "&filter%5Bany%5D%5B0%5D%5BR%5D=1&filter%5Bany%5D%5B0%5D%5BG%5D=2"
               "&filter%5Bany%5D%5B0%5D%5BB%5D=3&expand%5B%5D=data.customer&created=17");

    BOOST_TEST(target<operations::query>({.path = "/a b?c&d", .flag = ""}) ==
               "/query?path=/a%20b?c%26d&flag=");
    BOOST_TEST(target<operations::query>({.one = std::int64_t{1},
                   .many = std::vector<std::string>{"a", "b"},
                   .open = boost::json::value{1, true},
                   .unsaid = boost::json::value("x"),
                   .labels = {{{"k", "v"}}}}) ==
               "/query?one=1&many=a&many=b&open=1&open=true&unsaid=x&labels%5Bk%5D=v");
    styles::Filter filter;
    filter.name = "n\"";
    BOOST_TEST(target<operations::query>({.json = filter,
                   .text = "t",
                   .photo = restbind::base64_bytes{{0xFB}},
                   .shade = styles::QueryShade::dark,
                   .shades = {{styles::QueryShade::light, styles::QueryShade::dark}},
                   .limit = 5,
                   .sort = {{"a", "b"}}}) ==
               "/query?json=%7B%22name%22%3A%22n%5C%22%22%7D&text=t&photo=%2Bw%3D%3D&shade=dark"
               "&shades=light,dark&limit=5&sort=a&sort=b");
}

BOOST_AUTO_TEST_CASE(what_the_query_of_the_path_gives_is_sent_once)
{
    BOOST_TEST(target<operations::fixed>({.more = {{{"R", "2"}, {"S", "3"}, {"q", "4"}}}}) ==
               "/fixed?R=1&q=&S=3");
}

BOOST_AUTO_TEST_CASE(an_object_whose_name_alone_the_path_gives_is_sent)
{
    BOOST_TEST(target<operations::fixed_name>({.color = color}) == "/fixed?color=red&R=1&G=2&B=3");
}

BOOST_AUTO_TEST_CASE(a_path_parameter_in_a_query_is_written_as_in_a_path)
{
    BOOST_TEST(target<operations::filled>(
                   {.color = color, .list = {"a b", "c"}, .json = color, .texts = {"a", "b"}}) ==
               "/filled?beta=true&color=R,1,G,2,B,3&list=a%20b,c"
               "&json=%7B%22R%22%3A1%2C%22G%22%3A2%2C%22B%22%3A3%7D&texts=%5B%22a%22%2C%22b%22%5D");
}

BOOST_AUTO_TEST_CASE(headers_and_cookies_hold_lists_and_objects)
{
    auto const built = operations::headers::build({.x_list = {"a", "b"},
        .x_color = color,
        .x_apart = color,
        .x_json = color,
        .session = "s;1",
        .seen = {{1, 2}},
        .joined = {{3, 4}},
        .ready = "a%20b",
        .apart = {{{"k", "%2C"}, {"l", "\"1\""}}}});
    BOOST_TEST_REQUIRE(built.has_value());
    BOOST_TEST(
        built->headers.text() ==
        "Accept: application/json\r\nX-List: a,b\r\nX-Color: R,1,G,2,B,3\r\n"
        "X-Apart: R=1,G=2,B=3\r\nX-Json: {\"R\":1,\"G\":2,\"B\":3}\r\n"
        "Cookie: session=s%3B1; seen=1; seen=2; joined=3,4; ready=a%20b; k=%2C; l=\"1\"\r\n");
    auto const refused =
        operations::headers::build({.x_list = {"a"}, .session = "s", .ready = "a b"});
    BOOST_TEST_REQUIRE(refused.has_error());
    BOOST_TEST((refused.error() == restbind::error_kind::invalid_argument));
    BOOST_TEST(refused.error().detail() ==
               "the parameter ready: holds a character that no cookie may hold");
}

BOOST_AUTO_TEST_CASE(what_parameters_hold_is_checked_before_it_is_sent)
{
    operations::query::request_type asked;
    asked.color = styles::Color{.r = 256};
    asked.expand = {{"a", "b", "c", "d"}};
    asked.text = "0123456789";
    asked.limit = 0;
    asked.shade = styles::QueryShade("green");
    asked.shades = {{styles::QueryShade("green")}};
    auto const built = operations::query::build(asked);
    BOOST_TEST_REQUIRE(built.has_error());
    BOOST_TEST((built.error() == restbind::error_kind::validation_failed));
    std::string fields;
    for (auto const& one : built.error().problem().errors)
        fields.append(one.field).append(" ");
    BOOST_TEST(fields == "color.R expand text shade shades[0] limit ");
}

BOOST_AUTO_TEST_SUITE_END()
