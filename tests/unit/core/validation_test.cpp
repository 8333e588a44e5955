// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/validation.hpp>

#include <boost/test/unit_test.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using restbind::errors_shape;
using restbind::key_style;
using restbind::validation_error;
using restbind::violations;

namespace
{

using errors = std::vector<validation_error>;

constexpr std::string_view list_sentence = "The request contains {count} validation error(s)";

} // namespace

BOOST_AUTO_TEST_SUITE(core_validation)

BOOST_AUTO_TEST_CASE(a_violation_names_the_member)
{
    violations found;
    BOOST_TEST(found.empty());
    found.add("cartId", "CartId must be greater than or equal to 0");
    BOOST_TEST(found.size() == 1u);
    BOOST_CHECK(restbind::detail::errors_of(found.take()) == (errors{{"cartId", "CartId must be greater than or equal to 0"}}));
    BOOST_TEST(found.empty());
}

// proves: R7-5
BOOST_AUTO_TEST_CASE(a_violation_in_an_array_has_the_index_in_its_path)
{
    violations found;
    std::vector<int> const detail{1, 0, 0};
    found.each("detail", detail,
        [&](int seat)
        {
            if (seat <= 0)
                found.add("seatId", "SeatId must be greater than 0");
        });
    BOOST_CHECK(restbind::detail::errors_of(found.take()) == (errors{{"detail[1].seatId", "SeatId must be greater than 0"},
                                    {"detail[2].seatId", "SeatId must be greater than 0"}}));
}

BOOST_AUTO_TEST_CASE(paths_nest)
{
    violations found;
    std::vector<std::vector<int>> const rows{{}, {1}};
    found.enter("plan",
        [&]
        {
            found.each("rows", rows,
                [&](std::vector<int> const& row)
                {
                    found.each("", row,
                        [&](int)
                        {
                            found.enter("seat", [&] { found.add("", "wrong"); });
                            found.add("", "also wrong");
                        });
                });
            found.add("", "the plan");
        });
    found.add("", "all of it");
    BOOST_CHECK(restbind::detail::errors_of(found.take()) ==
                (errors{{"plan.rows[1][0].seat", "wrong"}, {"plan.rows[1][0]", "also wrong"},
                    {"plan", "the plan"}, {"", "all of it"}}));
}

BOOST_AUTO_TEST_CASE(a_violation_in_a_map_has_the_key_in_its_path)
{
    violations found;
    std::map<std::string, int> const prices{{"adult", 1}, {"child", 0}};
    found.each("prices", prices,
        [&](int price)
        {
            if (price == 0)
                found.add("", "wrong");
        });
    BOOST_CHECK(restbind::detail::errors_of(found.take()) == (errors{{"prices.child", "wrong"}}));
}

BOOST_AUTO_TEST_CASE(a_rule_that_throws_leaves_the_path_intact)
{
    violations found;
    BOOST_CHECK_THROW(found.enter("inside", [] { throw 1; }), int);
    found.add("outside", "wrong");
    BOOST_CHECK(restbind::detail::errors_of(found.take()) == (errors{{"outside", "wrong"}}));
}

BOOST_AUTO_TEST_CASE(what_was_found_moves_with_the_collector)
{
    violations found;
    found.add("a", "wrong");
    violations moved = std::move(found);
    BOOST_TEST(moved.size() == 1u);
    violations again;
    again = std::move(moved);
    BOOST_TEST(again.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_violation_says_where_which_rule_and_which_limit)
{
    constexpr restbind::rule_info at_least{.member = {"seatId", "seat_id"},
        .rule = restbind::rule_kind::minimum, .limit = "1", .message = "SeatId must be at least 1"};
    constexpr restbind::rule_info of_names{.member = "names", .of_elements = true,
        .rule = restbind::rule_kind::max_length, .limit = "8", .message = "too long"};
    constexpr restbind::rule_info together{.member = {"lines[2].itemId", "lines[2].item_id"},
        .rule = restbind::rule_kind::stated, .id = "together", .message = "set both"};
    std::map<std::string, std::vector<int>> const rows{{"a/b~c", {1}}};
    violations found;
    found.each({"seatRows", "seat_rows"}, rows,
        [&](std::vector<int> const& row) { found.each({}, row, [&](int) { found.add(at_least); }); });
    found.each("names", std::vector<int>{1}, [&](int) { found.add(of_names); });
    found.add(together);
    found.locate(restbind::location::query);
    found.add(at_least);
    found.each({"ids", "ids"}, std::vector<int>{1}, [&](int) { found.add("", "wrong"); });
    using restbind::location;
    using restbind::rule_kind;
    std::vector<restbind::violation> const expected{
        {location::body, "/seatRows/a~1b~0c/0/seatId", "seat_rows[\"a/b~c\"][0].seat_id",
            "seatRows.a/b~c[0].seatId", rule_kind::minimum, "", "1", "SeatId must be at least 1"},
        {location::body, "/names/0", "names[0]", "names[0]", rule_kind::max_length, "", "8",
            "too long"},
        {location::body, "/lines/2/itemId", "lines[2].item_id", "lines[2].itemId",
            rule_kind::stated, "together", "", "set both"},
        {location::query, "seatId", "seat_id", "seatId", rule_kind::minimum, "", "1",
            "SeatId must be at least 1"},
        {location::query, "ids/0", "ids[0]", "ids[0]", rule_kind::other, "", "", "wrong"}};
    BOOST_CHECK(found.take() == expected);
}

BOOST_AUTO_TEST_CASE(a_rule_has_its_limits_as_numbers)
{
    using restbind::rule_bound;
    using restbind::rule_kind;
    using bound = std::optional<rule_bound>;
    auto const bounds = [](rule_kind rule, std::string_view limit)
    {
        restbind::rule_info const one{.rule = rule, .limit = limit};
        return std::pair(one.minimum(), one.maximum());
    };
    BOOST_CHECK(bounds(rule_kind::minimum, "-3") == std::pair(bound({-3, false}), bound()));
    BOOST_CHECK(bounds(rule_kind::maximum, "0.1") == std::pair(bound(), bound({0.1, false})));
    BOOST_CHECK(bounds(rule_kind::range, "-5 to -0.5")
        == std::pair(bound({-5, false}), bound({-0.5, false})));
    BOOST_CHECK(bounds(rule_kind::exclusive_minimum, "0") == std::pair(bound({0, true}), bound()));
    BOOST_CHECK(bounds(rule_kind::exclusive_maximum, "1e3") == std::pair(bound(), bound({1000, true})));
    for (auto const rule : {rule_kind::min_length, rule_kind::min_items, rule_kind::min_properties})
        BOOST_CHECK(bounds(rule, "2") == std::pair(bound({2, false}), bound()));
    for (auto const rule : {rule_kind::max_length, rule_kind::max_items, rule_kind::max_properties})
        BOOST_CHECK(bounds(rule, "2") == std::pair(bound(), bound({2, false})));
    for (auto const rule : {rule_kind::listed, rule_kind::multiple_of, rule_kind::nested})
        BOOST_CHECK(bounds(rule, "2") == std::pair(bound(), bound()));
    BOOST_CHECK(bounds(rule_kind::minimum, "") == std::pair(bound(), bound()));
}

// proves
BOOST_AUTO_TEST_CASE(a_list_refusal_counts_and_keeps_the_order)
{
    auto const problem = restbind::make_validation_problem(
        {422, errors_shape::list, key_style::wire, list_sentence},
        {{"cartId", "first"}, {"detail[0].seatId", "second"}}, "/api/v1/cart/allocateManualSeats");
    BOOST_TEST(problem.type == "about:blank");
    BOOST_TEST(problem.title == "Unprocessable Entity");
    BOOST_TEST(problem.status == 422);
    BOOST_TEST(problem.detail == "The request contains 2 validation error(s)");
    BOOST_TEST(problem.instance.value() == "/api/v1/cart/allocateManualSeats");
    BOOST_TEST(problem.error_count.value() == 2);
    BOOST_CHECK(problem.shape == errors_shape::list);
    BOOST_CHECK(problem.errors == (errors{{"cartId", "first"}, {"detail[0].seatId", "second"}}));
    BOOST_TEST(!problem.error_code.has_value());
    BOOST_TEST(!problem.trace_id.has_value());
    BOOST_TEST(!problem.timestamp.has_value());
    BOOST_TEST(problem.extensions.empty());
}

// proves: A-12, R7-6
BOOST_AUTO_TEST_CASE(a_map_refusal_groups_by_pascal_keys_in_the_order_of_their_first_error)
{
    auto const problem = restbind::make_validation_problem(
        {422, errors_shape::map, key_style::pascal_case, list_sentence},
        {{"zoom", "z1"}, {"venueId", "v1"}, {"zoom", "z2"}, {"detail[0].seatId", "d"},
            {"venueId", "v2"}},
        "/p");
    BOOST_CHECK(problem.errors == (errors{{"Zoom", "z1"}, {"Zoom", "z2"}, {"VenueId", "v1"},
                                      {"VenueId", "v2"}, {"Detail[0].SeatId", "d"}}));
    BOOST_TEST(problem.error_count.value() == 5);
    BOOST_TEST(problem.detail == "The request contains 5 validation error(s)");
}

// proves: A-11
BOOST_AUTO_TEST_CASE(a_plain_refusal_says_the_first_message_and_nothing_else)
{
    for (std::string_view const detail : {"{first}", ""})
    {
        auto const problem = restbind::make_validation_problem(
            {400, errors_shape::none, key_style::wire, detail, "", "Bad Request"},
                {{"cartId", "CartId must be greater than 0"},
                    {"productId", "ProductId must be greater than 0"}},
                "/p");
        BOOST_TEST(problem.title == "Bad Request");
        BOOST_TEST(problem.status == 400);
        BOOST_TEST(problem.detail == "CartId must be greater than 0");
        BOOST_TEST(problem.errors.empty());
        BOOST_CHECK(problem.shape == errors_shape::none);
        BOOST_TEST(!problem.error_count.has_value());
    }
}

BOOST_AUTO_TEST_CASE(a_refusal_has_the_words_of_the_service_or_those_of_422)
{
    restbind::validation_problem_format style;
    auto const plain =
        restbind::make_validation_problem(style, {{"a", "first"}, {"b", "second"}}, "/p");
    BOOST_TEST(plain.type == "about:blank");
    BOOST_TEST(plain.title == "Unprocessable Entity");
    BOOST_TEST(plain.status == 422);
    BOOST_TEST(plain.detail == "first");
    BOOST_CHECK(plain.errors == (errors{{"a", "first"}, {"b", "second"}}));
    style.type = "https://service.example/invalid";
    style.title = "Invalid request";
    auto const worded = restbind::make_validation_problem(style, {{"a", "first"}}, "/p");
    BOOST_TEST(worded.type == style.type);
    BOOST_TEST(worded.title == style.title);
}

BOOST_AUTO_TEST_CASE(a_message_that_looks_like_a_placeholder_is_left_alone)
{
    auto const problem = restbind::make_validation_problem(
        {400, errors_shape::none, key_style::wire, "{first} ({count} of {max})"},
        {{"a", "write {count}"}}, "/p");
    BOOST_TEST(problem.detail == "write {count} (1 of {max})");
}

BOOST_AUTO_TEST_SUITE_END()
