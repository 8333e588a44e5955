// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/validation.hpp>
#include <restbind/http/operation.hpp>

#include <boost/describe/class.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using namespace restbind;

namespace
{

struct Order
{
    std::int64_t id = 0;
    double zoom = 1;
    std::string note;
};

BOOST_DESCRIBE_STRUCT(Order, (), (id, zoom, note))

// Its own address is not for everybody.
struct addressless
{
    int number = 0;
    void operator&() const = delete;
};

BOOST_DESCRIBE_STRUCT(addressless, (), (number))

constexpr std::array<member, 1> restbind_members(addressless const*) noexcept
{
    return {{{"number", presence::required}}};
}

constexpr std::array<member, 3> restbind_members(Order const*) noexcept
{
    return {
        {{"id", presence::required}, {"zoom", presence::required}, {"note", presence::required}}};
}

void validate(Order const& value, violations& found)
{
    if (!(value.id > 0))
        found.add("id", "Id must be greater than 0");
    if (!(value.zoom >= 0.2 && value.zoom <= 5.0))
        found.add("zoom", "Zoom must be between 0.2 and 5.0");
}

constexpr problem_format problem_members{.code = "errorCode", .trace_id = "traceId"};

constexpr http::operation_info info{
    .operation_id = "placeOrder",
    .method = http::verb::post,
    .path = "/api/v1/{ext}/order",
    .idempotency = http::idempotency::not_idempotent,
    .retry = http::retry_rule{.max_attempts = 3,
        .initial_delay = std::chrono::milliseconds(1000),
        .multiplier = 2,
        .statuses = {500, 503}},
    .validation_problem = {.status = 422,
        .shape = errors_shape::list,
        .keys = key_style::wire,
        .detail = "The request contains {count} validation error(s)"},
    .problem = &problem_members,
    .success_status = 200,
    .pointer = "#/paths/~1api~1v1~1order/post",
};

result<http::request> build(Order const& order,
    validation_policy policy = validation_policy::enforce, std::string_view tenant = "arena",
    std::string_view ext = "ext", std::string_view prefix = {},
    problem_details* local_problem = nullptr)
{
    http::request_builder builder(info, prefix);
    builder.literal("/api/v1/");
    builder.segment("ext", ext);
    builder.literal("/order");
    builder.query("startDate", std::optional<date>());
    builder.header("x-tenant", tenant);
    builder.validate(policy, local_problem, [&](violations& found) { validate(order, found); });
    builder.json_body(order);
    return std::move(builder).finish();
}

Order const good{.id = 7, .zoom = 0.5, .note = "n"};

enum class api_code : int
{
};

class api_category_type final : public boost::system::error_category
{
public:
    char const* name() const noexcept override { return "api"; }
    std::string message(int) const override { return "api error"; }
};

boost::system::error_code find_code(std::int64_t wire)
{
    static api_category_type const category;
    return {static_cast<int>(wire), category};
}

http::operation_responses described_by(
    http::operation_info const& about, http::error_code_lookup codes)
{
    return {.info = &about, .find_code = codes};
}

restbind::error refusal_in(http::operation_info const& about, http::response const& response,
    http::error_code_lookup codes)
{
    return http::read_error_response(described_by(about, codes), response);
}

/// As generated operations read any response.
template <class T>
restbind::result<T> read_any(http::operation_info const& about, http::response const& response,
    http::error_code_lookup codes, restbind::json::limits const& limits = {})
{
    if (!described_by(about, codes).is_success(response.status))
        return refusal_in(about, response, codes);
    return http::read_json<T>(response, limits);
}

http::response respond(int status, std::string body, std::string content_type = "application/json")
{
    http::response made;
    made.status = status;
    made.body = std::move(body);
    made.content_type = std::move(content_type);
    return made;
}

constexpr std::string_view good_body = R"({"id":7,"zoom":0.5,"note":"n"})";

} // namespace

BOOST_AUTO_TEST_SUITE(http_operation)

// proves: R1-1, R1-4, R1-5
BOOST_AUTO_TEST_CASE(a_request_is_complete_when_it_is_built)
{
    auto const built = build(good, validation_policy::enforce, "arena", "a/b", "/partner/");
    BOOST_TEST_REQUIRE(built.has_value());
    BOOST_TEST((built->method == http::verb::post));
    BOOST_TEST(built->target == "/partner/api/v1/a%2Fb/order");
    BOOST_TEST(built->headers.text() ==
               "Accept: application/json\r\nx-tenant: arena\r\nContent-Type: application/json\r\n");
    BOOST_TEST(built->content_type == "application/json");
    BOOST_TEST(built->body == good_body);
    BOOST_TEST((built->idempotency == http::idempotency::not_idempotent));
    BOOST_TEST((built->retry == info.retry));
    BOOST_TEST(built->operation == "placeOrder");
    BOOST_TEST(built->success_status == 200);
}

// survives: C1, C2, C3, C8, C9
BOOST_AUTO_TEST_CASE(an_argument_that_cannot_be_sent_is_refused_by_name)
{
    using namespace std::string_view_literals;
    auto const why = [](result<http::request> const& built)
    {
        BOOST_TEST_REQUIRE(!built.has_value());
        BOOST_TEST((built.error() == error_kind::invalid_argument));
        BOOST_TEST((built.error().at() == phase::encode));
        return built.error().detail();
    };
    auto const where = [](result<http::request> const& built)
    {
        auto const& found = built.error().violations();
        BOOST_TEST_REQUIRE(found.size() == 1U);
        BOOST_TEST(found[0].message == built.error().detail());
        return std::string(to_string(found[0].where)) + ' ' + found[0].pointer;
    };
    auto const off = validation_policy::off;
    BOOST_TEST(where(build(good, off, "")) == "header x-tenant");
    BOOST_TEST(where(build(good, off, "a\r\nX-Evil: 1")) == "header x-tenant");
    BOOST_TEST(where(build(good, off, "arena", "..")) == "path ext");
    BOOST_TEST(why(build(good, off, "")) == "header x-tenant has an empty value");
    BOOST_TEST(why(build(good, off, " \t")) == "header x-tenant has an empty value");
    for (auto const tenant : {"a\r\nX-Evil: 1"sv, "a\0"sv, "\x01"sv, "caf\xc3\xa9"sv})
        BOOST_TEST(why(build(good, off, tenant)) ==
                   "the value of header x-tenant holds a control or non-ASCII character");
    for (auto const ext : {"", ".", ".."})
        BOOST_TEST(
            why(build(good, off, "arena", ext)) == "the path parameter ext is empty, . or ..");
    BOOST_TEST(why(build(good, off, "arena", "\xff")) == "the parameter ext is not UTF-8");

    http::request_builder builder(info);
    builder.query("half", std::numeric_limits<double>::quiet_NaN());
    auto const half = std::move(builder).finish();
    BOOST_TEST(why(half) == "the parameter half is not a finite number");
    BOOST_TEST(where(half) == "query half");
}

BOOST_AUTO_TEST_CASE(a_request_that_breaks_rules_is_refused_with_the_document_of_the_server)
{
    auto const built =
        build({.id = 0, .zoom = std::numeric_limits<double>::quiet_NaN(), .note = {}});
    BOOST_TEST_REQUIRE(!built.has_value());
    error const& refusal = built.error();
    BOOST_TEST((refusal == error_kind::validation_failed));
    BOOST_TEST((refusal.at() == phase::validate));
    BOOST_TEST(refusal.status() == 422);
    BOOST_TEST(refusal.has_problem());
    BOOST_TEST(refusal.problem().status == 422);
    BOOST_TEST(refusal.problem().detail == "The request contains 2 validation error(s)");
    BOOST_TEST(refusal.problem().instance.value() == "/api/v1/ext/order");
    BOOST_TEST((refusal.problem().errors ==
                std::vector<validation_error>{{"id", "Id must be greater than 0"},
                    {"zoom", "Zoom must be between 0.2 and 5.0"}}));
}

BOOST_AUTO_TEST_CASE(the_instance_of_a_refusal_is_the_path_without_the_query)
{
    http::request_builder builder(info, "/p");
    builder.literal("/x");
    builder.query("a", 1);
    builder.query("b", 2);
    builder.validate(validation_policy::enforce, nullptr,
        [](violations& found) { found.add("a", "A is wrong"); });
    auto const built = std::move(builder).finish();
    BOOST_TEST_REQUIRE(!built.has_value());
    BOOST_TEST(built.error().problem().instance.value() == "/p/x");
}

BOOST_AUTO_TEST_CASE(what_an_ampersand_means_to_a_body_does_not_matter)
{
    http::request_builder builder(info);
    builder.json_body(addressless{7});
    auto const built = std::move(builder).finish();
    BOOST_TEST_REQUIRE(built.has_value());
    BOOST_TEST(built->body == R"({"number":7})");
}

BOOST_AUTO_TEST_CASE(an_argument_that_cannot_be_sent_comes_before_a_broken_rule)
{
    auto const built = build({}, validation_policy::enforce, "");
    BOOST_TEST_REQUIRE(!built.has_value());
    BOOST_TEST((built.error() == error_kind::invalid_argument));
}

BOOST_AUTO_TEST_CASE(under_observe_a_broken_rule_is_reported_and_under_off_it_is_not_looked_at)
{
    Order const wrong{.id = 0, .zoom = 1, .note = {}};
    problem_details local_problem;
    auto const observed =
        build(wrong, validation_policy::observe, "arena", "ext", {}, &local_problem);
    BOOST_TEST(observed.has_value());
    BOOST_TEST(local_problem.status == 422);
    BOOST_TEST(local_problem.errors.size() == 1U);

    problem_details untouched;
    BOOST_TEST(build(good, validation_policy::observe, "arena", "ext", {}, &untouched).has_value());
    BOOST_TEST(untouched.status == 0);
    BOOST_TEST(build(wrong, validation_policy::observe).has_value());
    BOOST_TEST(build(wrong, validation_policy::off, "arena", "ext", {}, &untouched).has_value());
    BOOST_TEST(untouched.status == 0);
}

// survives: C8, C9
BOOST_AUTO_TEST_CASE(what_json_cannot_hold_is_refused_with_its_place)
{
    auto const built = build({.id = 1, .zoom = std::numeric_limits<double>::infinity(), .note = {}},
        validation_policy::off);
    BOOST_TEST_REQUIRE(!built.has_value());
    BOOST_TEST((built.error() == error_kind::invalid_argument));
    BOOST_TEST(built.error().json_path() == "zoom");

    auto const text = build({.id = 1, .zoom = 1, .note = "\xff"}, validation_policy::off);
    BOOST_TEST_REQUIRE(!text.has_value());
    BOOST_TEST(text.error().json_path() == "note");
}

BOOST_AUTO_TEST_CASE(a_success_is_decoded)
{
    for (auto const type :
        {"application/json", "application/json; charset=utf-8", "application/vnd.x+json", ""})
    {
        auto const read =
            read_any<Order>(info, respond(200, std::string(good_body), type), find_code);
        BOOST_TEST_REQUIRE(read.has_value(), type);
        BOOST_TEST(read->id == 7);
    }
}

// survives: H32, J18
BOOST_AUTO_TEST_CASE(a_success_that_is_not_what_was_promised_is_unreadable)
{
    auto const html = read_any<Order>(info, respond(200, "<html>", "text/html"), find_code);
    BOOST_TEST_REQUIRE(!html.has_value());
    BOOST_TEST((html.error() == error_kind::invalid_response));
    BOOST_TEST(html.error().status() == 200);
    BOOST_TEST((html.error().at() == phase::decode));
    BOOST_TEST(html.error().detail() == "the response's Content-Type text/html is not one that is "
                                        "described: application/json");

    auto const wrong =
        read_any<Order>(info, respond(200, R"({"id":"7","zoom":1,"note":""})"), find_code);
    BOOST_TEST_REQUIRE(!wrong.has_value());
    BOOST_TEST((wrong.error() == error_kind::invalid_response));
    BOOST_TEST(wrong.error().json_path() == "id");
    BOOST_TEST(wrong.error().json_offset() == 6U);
    BOOST_TEST(wrong.error().status() == 200);

    BOOST_TEST((read_any<Order>(info, respond(200, ""), find_code).error() ==
                error_kind::invalid_response));
    json::limits const shallow{.max_depth = 0};
    BOOST_TEST(
        (read_any<Order>(info, respond(200, std::string(good_body)), find_code, shallow)
                .error() == error_kind::invalid_response));
}

BOOST_AUTO_TEST_CASE(a_redirect_says_where_to_and_is_not_followed)
{
    auto moved = respond(302, "");
    moved.headers.add_unchecked("location", "https://login.test/");
    BOOST_TEST(read_any<Order>(info, moved, find_code).error().detail() ==
               "placeOrder promises status 200, not 302; Location: https://login.test/");
    BOOST_TEST(read_any<Order>(info, respond(302, ""), find_code).error().detail() ==
               "placeOrder promises status 200, not 302");
}

// What a response 401 says in its WWW-Authenticate headers about the token.
token_challenge challenged(std::vector<std::string> const& values, int status = 401)
{
    auto refused = respond(status, "");
    for (std::string const& value : values)
        refused.headers.add_unchecked("WWW-Authenticate", value);
    error const failure = read_any<Order>(info, refused, find_code).error();
    return failure.challenge() ? *failure.challenge() : token_challenge{"none", "", ""};
}

BOOST_AUTO_TEST_CASE(a_refusal_of_the_token_says_what_its_challenge_says)
{
    // RFC 6750, section 3.
    token_challenge const expired{"invalid_token", "The access token expired", ""};
    BOOST_TEST((challenged({R"(Bearer realm="example", error="invalid_token",)"
                            R"(error_description="The access token expired")"}) == expired));
    BOOST_TEST((challenged({"Basic realm=\"x\"",
                    "bearer error=invalid_token , Error_Description = \"The access token expired\""}) ==
                expired));
    BOOST_TEST((challenged({R"(Digest error="no", Bearer scope="a b", Basic scope="no")"}, 403) ==
                token_challenge{"", "", "a b"}));
    BOOST_TEST((challenged({R"(Bearer error_description="a, \"b\" = \\ c", error="e")"}) ==
                token_challenge{"e", R"(a, "b" = \ c)", ""}));
    for (auto const value : {"", "Bearer", "Bearer realm=\"x\"", "Basic error=\"x\"", ",,=", "Bearer ="})
        BOOST_TEST((challenged({value}) == token_challenge{"none", "", ""}), value);
    BOOST_TEST((challenged({"Bearer error=\"cut"}) == token_challenge{"\"cut", "", ""}));
    BOOST_TEST((challenged({"Bearer error=\"x\""}, 404) == token_challenge{"none", "", ""}));
}

// proves: R7-2
BOOST_AUTO_TEST_CASE(each_status_has_its_kind)
{
    std::vector<std::pair<int, error_kind>> const kinds{{400, error_kind::client_error},
        {401, error_kind::unauthorized}, {403, error_kind::forbidden}, {404, error_kind::not_found},
        {409, error_kind::conflict}, {422, error_kind::client_error}, {418, error_kind::client_error},
        {429, error_kind::client_error}, {500, error_kind::server_error},
        {502, error_kind::server_error}, {503, error_kind::unavailable},
        {504, error_kind::server_error}, {201, error_kind::unexpected_status},
        {204, error_kind::unexpected_status}, {302, error_kind::unexpected_status},
        {100, error_kind::unexpected_status}};
    for (auto const& [status, kind] : kinds)
    {
        auto const read = read_any<Order>(
            info, respond(status, R"({"title":"t","detail":"d"})"), find_code);
        BOOST_TEST_REQUIRE(!read.has_value(), status);
        BOOST_TEST((read.error() == kind), status);
        BOOST_TEST(read.error().status() == status);
        BOOST_TEST(read.error().body() == R"({"title":"t","detail":"d"})");
    }
}

// proves: R4.1-7
// survives: J24, J25
BOOST_AUTO_TEST_CASE(a_business_code_is_recognised_whatever_the_two_statuses_say)
{
    for (int const http_status : {400, 422})
        for (int const body_status : {400, 422})
            for (int const code : {13002, 13003, 13004})
            {
                std::string const body = R"({"status":)" + std::to_string(body_status) +
                                         R"(,"errorCode":)" + std::to_string(code) + "}";
                auto const read =
                    read_any<Order>(info, respond(http_status, body), find_code);
                BOOST_TEST_REQUIRE(!read.has_value());
                BOOST_TEST((read.error() == error_kind::client_error));
                BOOST_TEST((read.error().code() == find_code(code)));
                BOOST_TEST(read.error().status() == http_status);
                BOOST_TEST(read.error().problem().status == body_status);
            }
}

// survives: J26
BOOST_AUTO_TEST_CASE(a_problem_is_read_whatever_its_content_type_says)
{
    for (auto const type : {"application/problem+json", "text/plain", ""})
    {
        auto const read = refusal_in(
            info, respond(409, R"({"detail":"sold out","traceId":"t-1"})", type), nullptr);
        BOOST_TEST(read.has_problem());
        BOOST_TEST(read.detail() == "sold out");
        BOOST_TEST(read.trace_id() == "t-1");
    }
}

// survives: J27, J28
BOOST_AUTO_TEST_CASE(a_response_without_a_problem_keeps_its_kind_and_its_body)
{
    auto const gateway =
        refusal_in(info, respond(502, "<html>bad gateway</html>", "text/html"), find_code);
    BOOST_TEST((gateway == error_kind::server_error));
    BOOST_TEST(!gateway.has_problem());
    BOOST_TEST(gateway.body() == "<html>bad gateway</html>");

    auto const empty = refusal_in(info, respond(500, "", ""), find_code);
    BOOST_TEST((empty == error_kind::server_error));
    BOOST_TEST(!empty.has_problem());
    BOOST_TEST(empty.body() == "");

    auto const array = refusal_in(info, respond(404, "[1]"), find_code);
    BOOST_TEST((array == error_kind::not_found));
    BOOST_TEST(!array.has_problem());

    auto const large =
        refusal_in(info, respond(400, std::string(2U << 20, 'x')), find_code);
    BOOST_TEST(large.body().size() == (64U << 10));
}

BOOST_AUTO_TEST_CASE(an_operation_without_an_response_looks_at_the_status_only)
{
    constexpr http::operation_info no_content{.operation_id = "drop", .success_status = 204};
    BOOST_TEST(described_by(no_content, nullptr).is_success(204));
    BOOST_TEST(!described_by(no_content, nullptr).is_success(200));
    auto const wrong = refusal_in(no_content, respond(200, "", ""), nullptr);
    BOOST_TEST((wrong == error_kind::unexpected_status));
    BOOST_TEST(wrong.detail() == "drop promises status 204, not 200");
}

namespace
{

struct place_order : http::basic_operation<place_order, Order, Order, find_code>
{
    static constexpr http::operation_info info{
        .operation_id = "placeOrder", .idempotency = http::idempotency::not_idempotent, .success_status = 201};
};

struct drop_order : http::basic_operation<drop_order, Order, void, find_code>
{
    static constexpr http::operation_info info{.operation_id = "dropOrder", .success_status = 204};
    static constexpr http::idempotency idempotency_of(Order const& order) noexcept
    {
        return order.id > 0 ? http::idempotency::idempotent : info.idempotency;
    }
};

struct find_order : http::basic_operation<find_order, Order,
                        std::variant<response<200, Order>, response<202, no_content>>, find_code>
{
    static constexpr std::array<http::response_rule, 2> responses{{
        {.status = 200, .body = http::body_kind::json, .alternative = 0},
        {.status = 202, .body = http::body_kind::none, .alternative = 1},
    }};
    static constexpr http::operation_info info{.operation_id = "findOrder"};
};

} // namespace

BOOST_AUTO_TEST_CASE(the_base_of_operations_reads_what_each_says_of_its_responses)
{
    std::string const order = R"({"id": 7, "zoom": 1, "note": "n"})";
    BOOST_TEST(place_order::read(respond(201, order)).value().id == 7);
    BOOST_TEST((place_order::read(respond(200, order)).error() == error_kind::unexpected_status));
    BOOST_TEST((place_order::read(respond(201, order), {.max_depth = 0}).error() ==
                error_kind::invalid_response));

    BOOST_TEST(drop_order::read(respond(204, "")).has_value());
    BOOST_TEST((drop_order::read(respond(201, order)).error() == error_kind::unexpected_status));

    BOOST_TEST(std::get<0>(find_order::read(respond(200, order)).value()).body.id == 7);
    BOOST_TEST(find_order::read(respond(202, "")).value().index() == 1u);
    BOOST_TEST((find_order::read(respond(404, "")).error() == error_kind::not_found));
}

BOOST_AUTO_TEST_CASE(an_operation_may_judge_its_requests_by_itself)
{
    Order order;
    BOOST_TEST((place_order::idempotency_of(order) == http::idempotency::not_idempotent));
    BOOST_TEST((drop_order::idempotency_of(order) == http::idempotency::not_idempotent));
    order.id = 1;
    BOOST_TEST((place_order::idempotency_of(order) == http::idempotency::not_idempotent));
    BOOST_TEST((drop_order::idempotency_of(order) == http::idempotency::idempotent));
}

BOOST_AUTO_TEST_SUITE_END()
