// SPDX-License-Identifier: BSL-1.0
// Requests that a fake service reads back: what each operation writes, it has to understand.
#include <restbind/testing/received_request.hpp>

#include <restbind/testing/detail/read_back.hpp>

#include <boost/beast/http/verb.hpp>
#include <boost/test/unit_test.hpp>

#include "golden/bodies/operations.hpp"
#include "golden/directions/operations.hpp"
#include "golden/forms/operations.hpp"
#include "golden/parameters/operations.hpp"
#include "golden/styles/operations.hpp"
#include "golden/uploads/operations.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace
{

namespace bodies = golden::bodies;
namespace directions = golden::directions;
namespace forms = golden::forms;
namespace parameters = golden::parameters;
namespace styles = golden::styles;
using restbind::testing::received_call;
using restbind::testing::received_request;

received_request received(restbind::http::request const& sent)
{
    return {.method = std::string(to_string(sent.method)),
        .target = sent.target,
        .headers = sent.headers,
        .body = std::string(sent.content())};
}

/// What comes back of a request.
template <class Operation, class... Shared>
received_call<Operation> read(
    typename Operation::request_type const& request, Shared const&... shared)
{
    auto const built = Operation::build(request, shared...);
    BOOST_REQUIRE_MESSAGE(built, built.error().message());
    return restbind::testing::detail::read_back<Operation>(received(*built));
}

/// Whether a request comes back as it was.
template <class Operation, class... Shared>
void check(typename Operation::request_type const& request, Shared const&... shared)
{
    auto const call = read<Operation>(request, shared...);
    BOOST_TEST_CONTEXT(call.target << ' ' << call.body)
    {
        BOOST_REQUIRE_MESSAGE(call.request, call.request.error().message());
        BOOST_TEST((*call.request == request));
    }
}

styles::Color const red{.r = 255, .g = 0, .b = 1};

} // namespace

BOOST_AUTO_TEST_SUITE(testing_received_request)

BOOST_AUTO_TEST_CASE(paths_are_read)
{
    check<styles::operations::simple_path>(
        {.plain = "a/b", .list = {"x,y", "ö", "7"}, .object = red, .apart = red});
    check<styles::operations::fixed_query>({.id = 1, .more = "a b"});
    check<styles::operations::fixed_query>({.id = 1});
}

BOOST_AUTO_TEST_CASE(labels_and_matrices_are_read)
{
    using operation = styles::operations::other_paths;
    styles::OtherPathsRequest const wanted{.plain = 5,
        .list = {"x", "y"},
        .apart = {"1", "y"},
        .one = "",
        .several = red,
        .each = red};
    auto const built = operation::build(wanted);
    BOOST_REQUIRE(built);
    // Nobody can say where one of two values ends that stand side by side.
    BOOST_TEST(!restbind::testing::detail::read_back<operation>(received(*built)).request);
    received_request apart = received(*built);
    apart.target.insert(apart.target.find(";R="), "/");
    restbind::http::operation_info info = operation::info;
    info.path = "/label/{plain}/{list}/{apart}/matrix/{one}/{several}/{each}";
    styles::OtherPathsRequest found;
    restbind::testing::detail::request_reader reader(apart, info);
    operation::fill(reader, found, {}, restbind::validation_policy::off, nullptr);
    BOOST_TEST((found == wanted));
}

BOOST_AUTO_TEST_CASE(queries_are_read)
{
    using query = styles::operations::query;
    check<query>({});
    check<query>({.color = red, .joined = red, .piped = red});
    query::request_type asked;
    asked.filter.emplace();
    asked.filter->name = "12"; // a text that looks like a number
    asked.filter->tags = {{"t", "true"}};
    asked.filter->size.emplace();
    asked.filter->size->min_ = 0.5;
    asked.filter->any = {{red, red}};
    asked.expand = {{"data.customer"}};
    asked.created = std::int64_t{17};
    check<query>(asked);
    check<query>({.path = "/a b?c&d", .flag = ""});
    styles::Filter filter;
    filter.name = "n\"";
    check<query>({.json = filter,
        .text = "t",
        .photo = restbind::base64_bytes{{0xFB}},
        .shade = styles::QueryShade::dark,
        .shades = {{styles::QueryShade::light, styles::QueryShade::dark}},
        .limit = 5,
        .sort = {{"a", "b"}}});
    check<query>({.sort = {{"1"}}});
    check<query>({.one = std::int64_t{1},
        .many = std::vector<std::string>{"a", "b"},
        .unsaid = boost::json::value("x"),
        .labels = {{{"k", "v"}}}});
    check<styles::operations::fixed>({.more = {{{"S", "3"}}}});
    check<styles::operations::fixed_name>({.color = red});
}

BOOST_AUTO_TEST_CASE(headers_and_cookies_are_read)
{
    check<styles::operations::headers>({.x_list = {"a", "b"},
        .x_color = red,
        .x_apart = red,
        .x_json = red,
        .session = "s;1",
        .seen = {{1, 2}},
        .joined = {{3, 4}},
        .ready = "a%20b",
        .apart = {{{"k", "%2C"}, {"l", "\"1\""}}}});
}

BOOST_AUTO_TEST_CASE(parameters_have_their_types_and_those_of_the_client_are_read)
{
    parameters::FindPlanRequest const wanted{.venue_id = 7,
        .name = "ground floor",
        .day = std::chrono::year(2030) / 1 / 2,
        .large = true,
        .layers = {{"a,b"}},
        .fields = {{"x,y", "z"}},
        .zones = {1, 2},
        .x_trace = "0042"};
    parameters::client_parameters const shared{.ext = "e x", .tenant = "arena"};
    check<parameters::operations::find_plan>(wanted, shared);
    auto const call = read<parameters::operations::find_plan>(wanted, shared);
    BOOST_TEST(call.parameters.ext == "e x");
    BOOST_TEST(call.parameters.tenant == "arena");
}

BOOST_AUTO_TEST_CASE(bodies_are_read)
{
    parameters::client_parameters const shared{.ext = "e", .tenant = "arena"};
    check<parameters::operations::replace_plan>(
        {.venue_id = 1, .name = "n", .body = parameters::Plan{.width = 2.5}}, shared);
    check<parameters::operations::replace_plan>({.venue_id = 1, .name = "n"}, shared);
    check<bodies::operations::send_csv>("a;b\n1;2");
    check<bodies::operations::send_number>(3);
    check<bodies::operations::send_bytes>({.content = std::string("\0\xFF", 2)});
    check<bodies::operations::send_image>({.content = "x", .content_type = "image/gif"});
    check<bodies::operations::replace_bytes>({.id = 4, .body = restbind::file{.content = "abc"}});
    check<bodies::operations::send_note>({.text = "a"});
    check<forms::operations::send_labels>({});
}

BOOST_AUTO_TEST_CASE(secret_parameters_are_read)
{
    check<directions::operations::open_session>(
        {.code = "c0 de", .pin = "1234", .lang = "en", .x_device = 77, .card = "a"});
}

BOOST_AUTO_TEST_CASE(a_body_has_no_members_that_only_the_service_sends)
{
    using operation = directions::operations::add_user;
    auto const call = read<operation>(
        {.id = 7, .name = "Ann", .password = "correct horse", .hint = "battery"});
    BOOST_REQUIRE_MESSAGE(call.request, call.request.error().message());
    BOOST_TEST((*call.request ==
                directions::User{.name = "Ann", .password = "correct horse", .hint = "battery"}));

    received_request wrong = call;
    wrong.body = R"({"name":7,"password":"correct horse"})";
    auto const refused = restbind::testing::detail::read_back<operation>(wrong).request;
    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error() == restbind::error_kind::invalid_response));
}

BOOST_AUTO_TEST_CASE(a_body_that_is_left_out_is_none)
{
    using operation = bodies::operations::send_maybe_text;
    auto const built = operation::build(restbind::no_body);
    BOOST_REQUIRE(built);
    auto const call = restbind::testing::detail::read_back<operation>(received(*built));
    BOOST_TEST(call.request.has_value());
}

BOOST_AUTO_TEST_CASE(what_the_service_would_refuse_is_refused_in_its_words)
{
    styles::QueryRequest asked;
    asked.color = styles::Color{.r = 256};
    auto const unchecked = styles::operations::query::build(
        asked, {}, restbind::validation_policy::off);
    BOOST_REQUIRE(unchecked);
    auto const call =
        restbind::testing::detail::read_back<styles::operations::query>(received(*unchecked));
    BOOST_REQUIRE(!call.request);
    BOOST_TEST((call.request.error() == restbind::error_kind::validation_failed));
    BOOST_TEST(call.request.error().violations().at(0).pointer == "color/R");
}

BOOST_AUTO_TEST_CASE(what_is_not_understood_is_said_to_be)
{
    auto built = styles::operations::query::build({.limit = 5});
    BOOST_REQUIRE(built);
    for (char const* more : {"&limit2=1", "5"})
    {
        received_request changed = received(*built);
        changed.target += more[0] == '&' ? more : "&limit=x";
        auto const call =
            restbind::testing::detail::read_back<styles::operations::query>(changed);
        BOOST_REQUIRE(!call.request);
        BOOST_TEST((call.request.error() == restbind::error_kind::invalid_response));
    }
}

BOOST_AUTO_TEST_SUITE_END()
