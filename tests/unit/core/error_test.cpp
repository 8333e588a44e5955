// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>

#include <boost/system/errc.hpp>
#include <boost/system/error_category.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace
{

enum class api_code
{
    cart_mismatch = 13001,
    cart_item_disabled = 13004
};

class api_category_type final : public boost::system::error_category
{
public:
    char const* name() const noexcept override { return "ticketing"; }
    std::string message(int) const override { return "the cart item is disabled"; }
};

boost::system::error_code make_error_code(api_code code)
{
    static api_category_type const category;
    return {static_cast<int>(code), category};
}

} // namespace

template <>
struct boost::system::is_error_code_enum<api_code> : std::true_type
{
};

using restbind::error;
using restbind::error_kind;
using restbind::phase;

namespace
{

constexpr std::string_view sentence = "The request contains {count} validation error(s)";

restbind::problem_details refusal_with(std::size_t count)
{
    std::vector<restbind::validation_error> errors;
    for (std::size_t i = 0; i != count; ++i)
        errors.push_back({"m" + std::to_string(i), "M" + std::to_string(i) + " is wrong"});
    return restbind::make_validation_problem(
        {422, restbind::errors_shape::list, restbind::key_style::wire, sentence}, std::move(errors),
        "/p");
}

restbind::result<int> failing()
{
    return restbind::detail::fill(error(error_kind::client_error))
        .with_status(422)
        .with_violations({{.field = "m0"}, {.field = "m1"}})
        .with_problem(refusal_with(2))
        .take();
}

} // namespace

BOOST_AUTO_TEST_SUITE(core_error)

BOOST_AUTO_TEST_CASE(an_error_is_small_and_copies_without_throwing)
{
    static_assert(sizeof(error) <= 48);
    static_assert(std::is_nothrow_copy_constructible_v<error>);
    static_assert(std::is_nothrow_move_constructible_v<error>);
    BOOST_CHECK(error().kind() == error_kind::none);
}

BOOST_AUTO_TEST_CASE(the_code_is_that_of_the_kind_until_there_is_a_finer_one)
{
    error e(error_kind::conflict);
    BOOST_CHECK(e.code() == restbind::make_error_code(error_kind::conflict));
    BOOST_TEST(e.code().category().name() == std::string("restbind"));
    BOOST_TEST(e.code().message() == "conflict");
    restbind::detail::fill(e).with_kind(error_kind::not_found);
    BOOST_CHECK(e.code() == restbind::make_error_code(error_kind::not_found));
    restbind::detail::fill(e)
        .with_code(make_error_code(api_code::cart_item_disabled))
        .with_kind(error_kind::client_error);
    BOOST_CHECK(e == api_code::cart_item_disabled);
    BOOST_CHECK(e != api_code::cart_mismatch);
    BOOST_CHECK(e == error_kind::client_error);
    BOOST_CHECK(e != error_kind::conflict);
}

BOOST_AUTO_TEST_CASE(a_system_code_compares_with_its_condition)
{
    error const e = restbind::detail::fill(error(error_kind::connect))
                        .with_code(boost::system::errc::make_error_code(
                            boost::system::errc::connection_refused))
                        .take();
    BOOST_CHECK(e == boost::system::errc::connection_refused);
    BOOST_CHECK(e != boost::system::errc::timed_out);
}

BOOST_AUTO_TEST_CASE(every_kind_and_phase_has_words_of_its_own)
{
    std::set<std::string_view> kinds;
    for (int i = 0; i <= static_cast<int>(error_kind::client_closed); ++i)
        kinds.insert(to_string(static_cast<error_kind>(i)));
    BOOST_TEST(kinds.size() == static_cast<std::size_t>(error_kind::client_closed) + 1);
    BOOST_TEST(to_string(static_cast<error_kind>(200)) == "unknown error");
    std::set<std::string_view> phases;
    for (int i = 0; i <= static_cast<int>(phase::backoff); ++i)
        phases.insert(to_string(static_cast<phase>(i)));
    BOOST_TEST(phases.size() == static_cast<std::size_t>(phase::backoff) + 1);
    BOOST_TEST(to_string(static_cast<phase>(100)) == "unknown phase");
}

BOOST_AUTO_TEST_CASE(a_detail_that_is_the_first_validation_error_is_said_once)
{
    auto refused = refusal_with(2);
    refused.detail = refused.errors[0].message;
    auto const e = restbind::detail::fill(error(error_kind::client_error))
                       .with_status(422)
                       .with_problem(std::move(refused))
                       .take();
    BOOST_TEST(e.message() == "client error (422): m0: M0 is wrong; m1: M1 is wrong");
}

BOOST_AUTO_TEST_CASE(violations_can_be_walked_over_in_one_expression)
{
    auto const r = failing();
    std::string fields;
    for (auto const& e : r.error().violations())
        fields += e.field + ' ';
    BOOST_TEST(fields == "m0 m1 ");
    static_assert(std::is_reference_v<decltype(r.error().violations())>);
}

BOOST_AUTO_TEST_CASE(a_problem_outlives_the_changes_of_other_parts_and_copies)
{
    error first = failing().error();
    restbind::problem_details const& problem = first.problem();
    error second = first;
    restbind::detail::fill(second).with_problem(refusal_with(3)).with_detail("second");
    restbind::detail::fill(first).with_detail("first").with_token_error({"invalid_client", "", {}});
    BOOST_TEST(&first.problem() == &problem);
    BOOST_TEST(problem.errors.size() == 2u);
    BOOST_TEST(second.problem().errors.size() == 3u);
    BOOST_TEST(!second.token_error());
    BOOST_TEST(first.token_error()->error == "invalid_client");
}

BOOST_AUTO_TEST_CASE(changing_one_copy_leaves_the_other_alone)
{
    error const first =
        restbind::detail::fill(error(error_kind::client_error, "first")).with_body("body").take();
    error second = first;
    std::string const& detail = first.detail();
    restbind::detail::fill(second).with_detail("second").with_status(400);
    BOOST_TEST(detail == "first");
    BOOST_TEST(first.status() == 0);
    BOOST_TEST(second.detail() == "second");
    BOOST_TEST(second.body() == "body");
}

BOOST_AUTO_TEST_CASE(an_error_without_details_hands_out_empty_ones)
{
    error const e(error_kind::timed_out);
    BOOST_TEST(e.detail().empty());
    BOOST_TEST(e.body().empty());
    BOOST_TEST(e.trace_id().empty());
    BOOST_TEST(e.json_path().empty());
    BOOST_TEST(e.json_offset() == 0u);
    BOOST_TEST(!e.has_problem());
    BOOST_TEST(e.problem().type == "about:blank");
    BOOST_TEST(e.problem().errors.empty());
    BOOST_TEST(e.token_error() == nullptr);
}

BOOST_AUTO_TEST_CASE(a_body_is_kept_up_to_its_limit)
{
    error const e = restbind::detail::fill(error(error_kind::server_error))
                        .with_body(std::string(error::max_body + 1, 'x'))
                        .take();
    BOOST_TEST(e.body().size() == error::max_body);
}

BOOST_AUTO_TEST_CASE(attempts_stop_counting_at_the_end_of_their_range)
{
    BOOST_TEST(restbind::detail::fill(error(error_kind::read)).with_sends(70000).take().sends() == 65535u);
}

// proves: R7-2
BOOST_AUTO_TEST_CASE(a_refusal_reads_well)
{
    error e = restbind::detail::fill(error(error_kind::client_error)).with_status(422).take();
    restbind::detail::fill(e).with_problem(restbind::make_validation_problem(
        {422, restbind::errors_shape::list, restbind::key_style::wire, sentence},
        {{"cartId", "CartId must be greater than or equal to 0"},
            {"detail", "Detail must contain at least one seat operation"}},
        "/p"));
    BOOST_TEST(e.message() == "client error (422): The request contains 2 validation error(s): cartId: "
                              "CartId must be greater than or equal "
                              "to 0; detail: Detail must contain at least one seat operation");
}

BOOST_AUTO_TEST_CASE(a_long_list_of_errors_is_cut_short)
{
    error const e = restbind::detail::fill(error(error_kind::validation_failed))
                        .with_status(422)
                        .with_problem(refusal_with(5))
                        .take();
    BOOST_TEST(e.message() == "validation failed, nothing was sent (422): The request contains 5 "
                              "validation error(s): m0: M0 is wrong; m1: "
                              "M1 is wrong; m2: M2 is wrong (+2 more)");
}

BOOST_AUTO_TEST_CASE(a_business_error_shows_its_code_and_the_service_s_own_words)
{
    restbind::problem_details problem;
    problem.detail = "Cart item 7 is disabled";
    problem.trace_id = "00-abc";
    error const e = restbind::detail::fill(error(error_kind::client_error))
                        .with_status(422)
                        .with_code(make_error_code(api_code::cart_item_disabled))
                        .with_problem(problem)
                        .take();
    BOOST_TEST(e.trace_id() == "00-abc");
    BOOST_TEST(e.message() ==
               "client error (422): Cart item 7 is disabled [ticketing:13004] (trace id: 00-abc)");

    error const terse = restbind::detail::fill(error(error_kind::client_error))
                            .with_status(422)
                            .with_code(make_error_code(api_code::cart_item_disabled))
                            .take();
    BOOST_TEST(terse.message() == "client error (422): the cart item is disabled [ticketing:13004]");
}

BOOST_AUTO_TEST_CASE(a_transport_error_shows_phase_attempts_and_doubt)
{
    auto const reset = make_error_code(boost::system::errc::connection_reset);
    error const e = restbind::detail::fill(error(error_kind::read))
                        .with_code(reset)
                        .with_phase(phase::first_byte)
                        .with_sends(3)
                        .with_outcome_unknown()
                        .take();
    BOOST_TEST(
        e.message() ==
        "receiving failed: " + reset.message() + " [generic:" + std::to_string(reset.value()) +
            "] (phase: first byte, sent 3 times); the request may have taken effect");
    BOOST_TEST(e.outcome_unknown());
    BOOST_CHECK(e.at() == phase::first_byte);
    BOOST_TEST(e.sends() == 3u);
}

BOOST_AUTO_TEST_CASE(an_error_shows_host_budget_and_what_different_attempts_have_met)
{
    error const reset =
        restbind::detail::fill(error(error_kind::read)).with_phase(phase::read).take();
    error e = restbind::detail::fill(error(error_kind::timed_out))
                  .with_phase(phase::backoff)
                  .with_sends(2)
                  .take();
    restbind::detail::fill(e)
        .with_host("api.test:443")
        .with_attempts({{error_kind::unavailable, 503, {}, phase::read},
            {error_kind::read, 0, reset.code(), phase::read, std::chrono::milliseconds(7)}});
    BOOST_TEST(e.host() == "api.test:443");
    BOOST_TEST_REQUIRE(e.attempts().size() == 2U);
    BOOST_TEST((e.attempts()[1].duration == std::chrono::milliseconds(7)));
    BOOST_TEST(e.message() == "timed out (phase: backoff, host: api.test:443, sent 2 times, met: 503, "
                              "receiving failed)");

    // What is always the same stands in front.
    error same = restbind::detail::fill(error(error_kind::unavailable))
                     .with_status(503)
                     .with_sends(2)
                     .take();
    restbind::detail::fill(same)
        .with_attempts({{error_kind::unavailable, 503}, {error_kind::unavailable, 503}})
        .with_retry_budget_spent();
    BOOST_TEST(same.retry_budget_spent());
    BOOST_TEST(same.message() ==
               "service unavailable (503) (sent 2 times, not sent again: the retry budget is spent)");

    error long_list(error_kind::read);
    restbind::detail::fill(long_list).with_attempts(std::vector<restbind::failed_attempt>(40));
    BOOST_TEST(long_list.attempts().size() == error::max_attempts);
}

BOOST_AUTO_TEST_CASE(an_error_says_which_attempt_may_have_taken_effect)
{
    struct sample
    {
        int status;
        bool last;
        bool earlier;
        std::string_view expected;
    };
    for (auto const& [status, last, earlier, expected] :
        {sample{503, false, false, ""}, {503, true, false, "; the request may have taken effect"},
            {503, true, true, "; the request may have taken effect more than once"},
            {409, false, true, "; an earlier attempt may have taken effect"},
            {200, true, false, "; the request was applied, but its result is lost"},
            {299, true, true, "; the request was applied, perhaps more than once, but its result is lost"},
            {300, true, false, "; the request may have taken effect"},
            {200, false, true, "; an earlier attempt may have taken effect"}})
    {
        error e = restbind::detail::fill(error(error_kind::read))
                      .with_status(status)
                      .with_outcome_unknown(last)
                      .take();
        restbind::detail::fill(e).with_earlier_may_have_applied(earlier);
        BOOST_TEST(e.message() == "receiving failed (" + std::to_string(status) + ")" + std::string(expected));
        BOOST_TEST(e.outcome_unknown() == (last || earlier));
        BOOST_TEST(e.earlier_may_have_applied() == earlier);
        BOOST_TEST(e.with_outcome_unknown(false).outcome_unknown() == earlier);
    }
}

BOOST_AUTO_TEST_CASE(a_success_that_cannot_be_read_is_met_by_its_kind)
{
    error e = restbind::detail::fill(error(error_kind::unavailable))
                  .with_status(503)
                  .with_sends(2)
                  .take();
    restbind::detail::fill(e).with_attempts(
        {{error_kind::invalid_response, 200}, {error_kind::unavailable, 503}});
    BOOST_TEST(e.message() == "service unavailable (503) (sent 2 times, met: invalid response, 503)");
    error same = restbind::detail::fill(error(error_kind::invalid_response))
                     .with_status(200)
                     .with_sends(2)
                     .take();
    restbind::detail::fill(same).with_attempts(
        {{error_kind::invalid_response, 200}, {error_kind::invalid_response, 200}});
    BOOST_TEST(same.message() == "invalid response (200) (sent 2 times)");
}

BOOST_AUTO_TEST_CASE(an_error_has_the_number_of_its_call_and_the_pause_that_was_refused)
{
    error const plain(error_kind::unavailable);
    BOOST_TEST(plain.call_id() == 0U);
    BOOST_TEST(plain.retry_after().count() == 0);
    error e = plain;
    restbind::detail::fill(e).with_call_id(7).with_refused_pause(
        std::chrono::seconds(61), "61 s are too long");
    BOOST_TEST(e.call_id() == 7U);
    BOOST_TEST((e.retry_after() == std::chrono::seconds(61)));
    BOOST_TEST(e.message() == "service unavailable (not sent again: 61 s are too long)");
}

BOOST_AUTO_TEST_CASE(a_change_of_one_copy_leaves_the_others_alone)
{
    error first = restbind::detail::fill(error(error_kind::read, "first")).with_host("a:1").take();
    error const second = first;
    restbind::detail::fill(first).with_detail("other").with_call_id(2);
    BOOST_TEST(second.detail() == "first");
    BOOST_TEST(second.call_id() == 0U);
    BOOST_TEST(first.host() == "a:1");
    std::string const* const host = &first.host();
    restbind::detail::fill(first).with_detail("third");
    BOOST_TEST(&first.host() == host, "details that no other copy has are changed in place");
}

BOOST_AUTO_TEST_CASE(a_duration_is_told_in_the_unit_that_is_exact)
{
    using std::chrono::milliseconds;
    using restbind::detail::duration_text;
    BOOST_TEST(duration_text(milliseconds(0)) == "0 ms");
    BOOST_TEST(duration_text(milliseconds(999)) == "999 ms");
    BOOST_TEST(duration_text(milliseconds(1000)) == "1 s");
    BOOST_TEST(duration_text(milliseconds(1500)) == "1.5 s");
    BOOST_TEST(duration_text(milliseconds(1501)) == "1501 ms");
}

BOOST_AUTO_TEST_CASE(an_error_shows_what_was_said_about_its_token)
{
    error e = restbind::detail::fill(error(error_kind::forbidden)).with_status(403).take();
    BOOST_TEST(!e.challenge());
    restbind::detail::fill(e).with_challenge(
        {"insufficient_scope", "more is needed", "seats:hold"});
    BOOST_TEST_REQUIRE(e.challenge());
    BOOST_TEST(e.challenge()->scope == "seats:hold");
    BOOST_TEST(e.message() ==
               "forbidden (403): insufficient_scope: more is needed; scope: seats:hold");
}

BOOST_AUTO_TEST_CASE(an_unreadable_response_shows_the_place)
{
    error const e = restbind::detail::fill(
        error(error_kind::invalid_response, "expected an integer, found a string"))
                        .with_status(200)
                        .with_json_location("cartItemDetail[3].seatProperties.seatId", 1234)
                        .take();
    BOOST_TEST(e.json_path() == "cartItemDetail[3].seatProperties.seatId");
    BOOST_TEST(e.json_offset() == 1234u);
    BOOST_TEST(
        e.message() ==
        "invalid response (200): at cartItemDetail[3].seatProperties.seatId: expected an integer, "
        "found a string");
}

BOOST_AUTO_TEST_CASE(a_refused_token_shows_what_the_provider_said)
{
    error const e = restbind::detail::fill(error(error_kind::token_refused))
                        .with_status(401)
                        .with_token_error({"invalid_client", "The secret is wrong.",
                            {{"trace\nid", "\"c-1\""}, {"codes", std::string(200, '1')}}})
                        .take();
    BOOST_TEST(e.token_error()->extensions.front().second == "\"c-1\"");
    BOOST_TEST(e.message() == "token refused (401): invalid_client: The secret is wrong.; "
                              "trace\\nid: \"c-1\"; codes: " +
                                  std::string(100, '1') + "...");
}

// proves: R5-5
BOOST_AUTO_TEST_CASE(the_body_is_never_part_of_the_message)
{
    error const e = restbind::detail::fill(error(error_kind::server_error))
                        .with_status(500)
                        .with_body("canary")
                        .take();
    std::ostringstream out;
    out << e;
    BOOST_TEST(out.str() == "server error (500)");
}

// survives: J30
BOOST_AUTO_TEST_CASE(text_of_the_server_cannot_break_out_of_the_message)
{
    restbind::problem_details problem;
    problem.detail = "first\r\nsecond\x1B[2J" + std::string(2000, 'x');
    std::string const text =
        restbind::detail::fill(error(error_kind::client_error)).with_problem(problem).take().message();
    BOOST_TEST(text.starts_with("client error: first\\r\\nsecond\\u001b[2Jxxx"));
    BOOST_TEST(text.ends_with("xxx..."));
    BOOST_TEST(text.size() < 600u);
}

BOOST_AUTO_TEST_CASE(value_throws_the_whole_error)
{
    auto const r = failing();
    try
    {
        r.value();
        BOOST_TEST(false);
    }
    catch (restbind::exception const& e)
    {
        BOOST_TEST(e.what() == r.error().message());
        BOOST_TEST(e.error().problem().errors.size() == 2u);
        BOOST_CHECK(e.error() == error_kind::client_error);
    }
    BOOST_CHECK_THROW(failing().value(), boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(a_void_result_carries_an_error_too)
{
    restbind::result<void> const good;
    BOOST_TEST(good.has_value());
    restbind::result<void> const bad = error(error_kind::cancelled);
    BOOST_TEST(!bad);
    BOOST_CHECK_THROW(bad.value(), restbind::exception);
}

BOOST_AUTO_TEST_SUITE_END()
