// SPDX-License-Identifier: BSL-1.0
// An observer that does not want to know.
#include <restbind/net/observer.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>

namespace
{

namespace net = restbind::net;
using namespace std::chrono_literals;

class counter final : public net::observer
{
public:
    void attempt_ended(net::attempt_report const& report) override
    {
        ++ended;
        last = report.duration;
    }

    int ended = 0;
    std::chrono::microseconds last{0};
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_observer_base)

BOOST_AUTO_TEST_CASE(an_observer_sees_what_it_overrides_and_ignores_the_rest)
{
    counter seen;
    net::observer& told = seen;
    restbind::problem_details const local;
    told.attempt_started({.operation = "buy"});
    told.attempt_ended({.operation = "buy", .duration = 3us});
    told.retry_scheduled({.operation = "buy"});
    told.validation_mismatched({.operation = "buy", .local = local});
    restbind::json::deviations const found;
    told.response_deviated({.operation = "buy", .found = found});
    told.call_ended({.call_id = 1, .operation = "buy"});
    told.token_renewed({.lifetime = 1s});
    told.token_failed({});
    told.attempt_ended({.operation = "buy", .attempt = 2, .duration = 5us});
    BOOST_TEST(seen.ended == 2);
    BOOST_TEST((seen.last == 5us));
}

BOOST_AUTO_TEST_CASE(what_has_not_happened_has_no_status_and_took_no_time)
{
    net::attempt_report const attempt;
    BOOST_TEST(attempt.attempt == 1U);
    BOOST_TEST(attempt.status == 0);
    BOOST_TEST(!attempt.failure);
    BOOST_TEST(!attempt.reused_connection);
    net::attempt_times const& times = attempt.times;
    BOOST_TEST((times.token + times.pool + times.resolve + times.connect + times.handshake +
                    times.write + times.first_byte + times.read ==
                0us));
    net::call_report const call;
    BOOST_TEST(call.call_id == 0U);
    BOOST_TEST(call.status == 0);
    BOOST_TEST((call.kind == restbind::error_kind::none));
    BOOST_TEST(!call.failure);
    BOOST_TEST(!call.outcome_unknown);
    net::token_report const token;
    BOOST_TEST((token.lifetime == 0s));
    BOOST_TEST(!token.failure);
}

BOOST_AUTO_TEST_SUITE_END()
