// SPDX-License-Identifier: BSL-1.0
// What a request is when it is built, and what its parameters become.
#include <restbind/core/date_time.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/request.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace restbind;

namespace
{

enum class option : std::int64_t
{
    labels = 800
};

constexpr http::operation_info request_info{
    .operation_id = "placeOrder", .method = http::verb::post, .path = "/x"};

} // namespace

BOOST_AUTO_TEST_SUITE(http_request)

BOOST_AUTO_TEST_CASE(a_request_of_the_program_s_own_is_careful)
{
    http::request const plain;
    BOOST_TEST((plain.method == http::verb::get));
    BOOST_TEST((plain.idempotency == http::idempotency::not_idempotent));
    BOOST_TEST(!plain.retry.has_value());
    BOOST_TEST(plain.success_status == 200);
    for (int const status : {500, 503})
        BOOST_TEST(!http::means_unapplied(plain.unapplied_statuses, status));
}

BOOST_AUTO_TEST_CASE(a_request_takes_over_what_is_fixed_about_its_operation)
{
    http::operation_info const about{.operation_id = "a",
        .method = http::verb::put,
        .path = "/a",
        .idempotency = http::idempotency::idempotent,
        .retry = http::retry_rule{.max_attempts = 7},
        .unapplied_statuses = {503},
        .success_status = 201,
        .accept = "text/csv",
        .response_headers = "X-Total"};
    http::request_builder builder(about, "/v1//");
    builder.literal("/a");
    auto const built = std::move(builder).finish();
    BOOST_TEST_REQUIRE(built.has_value());
    BOOST_TEST((built->method == http::verb::put));
    BOOST_TEST(built->target == "/v1/a");
    BOOST_TEST(built->headers.text() == "Accept: text/csv\r\n");
    BOOST_TEST((built->idempotency == http::idempotency::idempotent));
    BOOST_TEST((built->retry == about.retry));
    BOOST_TEST(http::means_unapplied(built->unapplied_statuses, 503));
    BOOST_TEST(built->operation == "a");
    BOOST_TEST(built->success_status == 201);
    BOOST_TEST(built->response_headers == "X-Total");
    BOOST_TEST(built->body == "");
}

BOOST_AUTO_TEST_CASE(segments_stand_for_the_placeholders_of_the_path_one_after_the_other)
{
    auto const target = [](std::string_view path, auto const&... values)
    {
        http::operation_info const about{.operation_id = "a", .path = path};
        http::request_builder builder(about, "/v1");
        builder.path();
        (builder.segment("a name", values), ...);
        builder.query("x", 1);
        return std::move(builder).finish().value().target;
    };
    BOOST_TEST(target("/a") == "/v1/a?x=1");
    BOOST_TEST(target("/a?b=c") == "/v1/a?x=1"); // a fixed query is given by its function
    BOOST_TEST(target("/a/{b}", "1/2") == "/v1/a/1%2F2?x=1");
    BOOST_TEST(target("/{a?}{b}.{a?}/c?d=e", 1, 2, 3) == "/v1/12.3/c?x=1");
}

BOOST_AUTO_TEST_CASE(query_values_are_written_by_their_type_and_absent_ones_are_left_out)
{
    http::request_builder builder(request_info);
    builder.literal("/x");
    builder.query("none", std::optional<std::string>());
    builder.query("text", std::string("a&b"));
    builder.query("number", std::optional<std::int64_t>(-5));
    builder.query("date", date(std::chrono::year(2024) / 2 / 9));
    builder.query("flag", true);
    builder.query("half", 0.5);
    builder.query("option", option::labels);
    builder.query("price", decimal(1990, 2));
    builder.query("list", std::vector<std::string>{"p", "q"}, {.style = http::style::none});
    auto const built = std::move(builder).finish();
    BOOST_TEST_REQUIRE(built.has_value());
    BOOST_TEST(built->target == "/x?text=a%26b&number=-5&date=2024-02-09&flag=true&half=0.5&option="
                                "800&price=19.90&list=p&list=q");
}

BOOST_AUTO_TEST_CASE(a_list_can_be_one_query_parameter)
{
    std::vector<std::string> const list{"a,b", "c d"};
    http::request_builder builder(request_info);
    builder.literal("/x");
    builder.query("comma", list, {.style = http::style::form});
    builder.query("space", std::vector<int>{1, 2, 3}, {.style = http::style::space_delimited});
    builder.query("pipe", std::optional(list), {.style = http::style::pipe_delimited});
    builder.query("one", std::vector<bool>{true}, {.style = http::style::pipe_delimited});
    builder.query("empty", std::vector<int>(), {.style = http::style::form});
    builder.query("absent", std::optional<std::vector<int>>(), {.style = http::style::form});
    auto const built = std::move(builder).finish();
    BOOST_TEST_REQUIRE(built.has_value());
    BOOST_TEST(built->target == "/x?comma=a%2Cb,c%20d&space=1%202%203&pipe=a%2Cb%7Cc%20d&one=true");
}

BOOST_AUTO_TEST_CASE(an_element_that_holds_what_stands_between_elements_is_refused)
{
    for (auto const between : {http::style::space_delimited, http::style::pipe_delimited})
    {
        http::request_builder builder(request_info);
        builder.query("list", std::vector<std::string>{"a", "b c|d"}, {.style = between});
        auto const built = std::move(builder).finish();
        BOOST_TEST_REQUIRE(built.has_error());
        BOOST_TEST((built.error() == error_kind::invalid_argument));
        BOOST_TEST(built.error().detail() ==
                   "the parameter list: an element holds the character that stands between "
                   "elements");
    }
}

BOOST_AUTO_TEST_CASE(a_timestamp_is_sent_with_its_offset)
{
    http::request_builder builder(request_info);
    builder.query("at", restbind::parse_timestamp("2025-01-15T11:30:00.50+01:00"));
    auto const built = std::move(builder).finish();
    BOOST_TEST_REQUIRE(built.has_value());
    BOOST_TEST(built->target == "?at=2025-01-15T11%3A30%3A00.50%2B01%3A00");
}

// survives: C8, J32
BOOST_AUTO_TEST_CASE(a_number_that_is_none_is_sent_in_no_parameter)
{
    using doubles = std::numeric_limits<double>;
    auto const why = [](auto put)
    {
        http::request_builder builder(request_info);
        put(builder);
        auto const built = std::move(builder).finish();
        BOOST_TEST_REQUIRE(!built.has_value());
        BOOST_TEST((built.error() == error_kind::invalid_argument));
        return built.error().detail();
    };
    for (double const none : {doubles::quiet_NaN(), doubles::infinity(), -doubles::infinity()})
    {
        std::string const reason = "the parameter half is not a finite number";
        BOOST_TEST(why([&](auto& builder) { builder.segment("half", none); }) == reason);
        BOOST_TEST(why([&](auto& builder) { builder.query("half", none); }) == reason);
        BOOST_TEST(why([&](auto& builder) { builder.header("half", none); }) == reason);
        BOOST_TEST(
            why([&](auto& builder) { builder.query("half", static_cast<float>(none)); }) == reason);
        BOOST_TEST(why([&](auto& builder)
                       { builder.query("half", std::optional<double>(none)); }) == reason);
    }
}

BOOST_AUTO_TEST_SUITE_END()
