// SPDX-License-Identifier: BSL-1.0
// The lines of a log on a stream.
#include <restbind/net/ostream_observer.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace
{

/// Counts how often it is flushed.
class counted_buffer : public std::stringbuf
{
public:
    int flushes = 0;

private:
    int sync() override
    {
        ++flushes;
        return 0;
    }
};

namespace net = restbind::net;
using namespace std::chrono_literals;
using restbind::error_kind;

std::chrono::system_clock::time_point noon()
{
    return std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + 12h + 7ms;
}

constexpr std::string_view stamp = "2026-11-21T12:00:00.007Z ";

} // namespace

BOOST_AUTO_TEST_SUITE(net_ostream_observer_lines)

BOOST_AUTO_TEST_CASE(each_event_is_one_line_with_its_numbers)
{
    std::ostringstream out;
    net::ostream_observer log(out, noon);

    net::attempt_report attempt;
    attempt.call_id = 9007199254740993U;
    attempt.operation = "buy";
    log.attempt_started(attempt);

    attempt.status = 200;
    attempt.duration = 900us;
    attempt.times = {.token = 1us,
        .pool = 2us,
        .resolve = 3us,
        .connect = 4us,
        .handshake = 5us,
        .write = 6us,
        .first_byte = 7us,
        .read = 8us};
    attempt.bytes_sent = 210;
    attempt.bytes_received = 97;
    attempt.trace_id = "r-1";
    attempt.reused_connection = true;
    log.attempt_ended(attempt);

    restbind::error failure(error_kind::unavailable, "busy");
    restbind::detail::fill(failure).with_status(503);
    net::attempt_report second{.operation = "list events", .attempt = 2, .status = 503};
    second.failure = &failure;
    log.attempt_ended(second);

    log.retry_scheduled({.call_id = 2,
        .operation = "buy",
        .attempt = 2,
        .status = 503,
        .pause = 1000ms,
        .earlier_may_have_applied = true});
    log.retry_scheduled({.operation = "buy", .attempt = 1, .status = 0, .pause = 0ms});

    restbind::problem_details local;
    local.status = 422;
    local.detail = "one error";
    local.errors = {{"id", "wrong"}};
    log.validation_mismatched(
        {.call_id = 3, .operation = "buy", .local = local, .status = 200, .server = nullptr});
    log.validation_mismatched(
        {.operation = "buy", .local = local, .status = 503, .server = &failure});

    restbind::json::deviations const found{
        .listed = {{"items[3].price", "expected a number, found null", false}}, .count = 4};
    log.response_deviated({.call_id = 4, .operation = "buy", .status = 200, .found = found});

    log.call_ended({.call_id = 5,
        .operation = "buy",
        .kind = error_kind::unavailable,
        .status = 503,
        .attempts = 3,
        .outcome_unknown = true,
        .earlier_may_have_applied = true,
        .duration = 3s,
        .failure = &failure});
    log.call_ended({.call_id = 6, .operation = "buy", .status = 200, .attempts = 1});

    log.token_renewed({.lifetime = 3599s, .duration = 40ms});
    log.token_failed({.duration = 41ms, .failure = &failure});

    std::string expected;
    for (std::string_view const event :
        {"attempt_started call=9007199254740993 operation=buy attempt=1",
            "attempt_ended call=9007199254740993 operation=buy attempt=1 status=200 duration_us=900 token_us=1 pool_us=2 "
            "resolve_us=3 connect_us=4 handshake_us=5 write_us=6 first_byte_us=7 read_us=8 "
            "sent=210 received=97 reused=true trace_id=r-1",
            "attempt_ended operation=\"list events\" attempt=2 status=503 duration_us=0 "
            "error=\"service unavailable (503): busy\"",
            "retry_scheduled call=2 operation=buy attempt=2 status=503 pause_ms=1000 "
            "may_have_applied=true",
            "retry_scheduled operation=buy attempt=1 pause_ms=0",
            "validation_mismatched call=3 operation=buy local_status=422 local_errors=1 "
            "local=\"one error\" server_status=200",
            "validation_mismatched operation=buy local_status=422 local_errors=1 local=\"one "
            "error\" "
            "server_status=503 server=\"service unavailable (503): busy\"",
            "response_deviated call=4 operation=buy status=200 places=4 path=\"items[3].price\" "
            "detail=\"expected a number, found null\"",
            "call_ended call=5 operation=buy kind=\"service unavailable\" status=503 attempts=3 "
            "outcome_unknown=true earlier_may_have_applied=true duration_us=3000000 "
            "error=\"service unavailable (503): busy\"",
            "call_ended call=6 operation=buy status=200 attempts=1 duration_us=0",
            "token_renewed lifetime_s=3599 duration_us=40000",
            "token_failed duration_us=41000 error=\"service unavailable (503): busy\""})
        expected.append(stamp).append(event).append("\n");
    BOOST_TEST(out.str() == expected);
}

BOOST_AUTO_TEST_CASE(the_end_of_a_call_is_flushed_unless_the_program_wants_otherwise)
{
    using flushing = net::ostream_observer::flushing;
    for (int const expected : {1, 0})
    {
        counted_buffer buffer;
        std::ostream out(&buffer);
        net::ostream_observer by_default(out);
        net::ostream_observer never(out, flushing::never);
        net::ostream_observer& log = expected ? by_default : never;
        log.attempt_started({.operation = "buy"});
        log.attempt_ended({.operation = "buy"});
        log.retry_scheduled({.operation = "buy"});
        log.token_renewed({});
        BOOST_TEST(buffer.flushes == 0);
        log.call_ended({.operation = "buy"});
        BOOST_TEST(buffer.flushes == expected);
    }
}

BOOST_AUTO_TEST_CASE(text_of_a_server_never_breaks_a_line_or_a_quote)
{
    std::ostringstream out;
    net::ostream_observer log(out, noon);
    net::attempt_report attempt{.operation = "buy"};
    attempt.trace_id = "a\r\nb \"c\" \\n \x1b[31m \xff =";
    log.attempt_ended(attempt);
    BOOST_TEST(out.str() == std::string(stamp) +
                                R"(attempt_ended operation=buy attempt=1 duration_us=0 )"
                                R"(trace_id="a\r\nb \"c\" \\n \u001b[31m \xff =")"
                                "\n");
}

BOOST_AUTO_TEST_CASE(lines_of_many_threads_do_not_mix)
{
    std::ostringstream out;
    net::ostream_observer log(out, noon);
    std::vector<std::thread> threads;
    for (int t = 0; t != 4; ++t)
        threads.emplace_back(
            [&]
            {
                for (int i = 0; i != 200; ++i)
                    log.token_renewed({.lifetime = 1s, .duration = 2us});
            });
    for (auto& thread : threads)
        thread.join();
    std::istringstream lines(out.str());
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count)
        BOOST_TEST(line == std::string(stamp) + "token_renewed lifetime_s=1 duration_us=2");
    BOOST_TEST(count == 800);
}

BOOST_AUTO_TEST_CASE(a_stream_that_throws_ends_no_call)
{
    std::ostringstream out;
    out.setstate(std::ios::failbit);
    BOOST_CHECK_THROW(out.exceptions(std::ios::failbit), std::ios::failure);
    net::ostream_observer log(out, noon);
    log.token_renewed({.lifetime = 1s, .duration = 2us});
    BOOST_TEST(out.str() == "");
}

BOOST_AUTO_TEST_CASE(a_long_text_is_cut_off_and_an_empty_one_is_quoted)
{
    std::ostringstream out;
    net::ostream_observer log(out, noon);
    std::string const long_name(501, '?');
    log.attempt_started({.operation = long_name});
    log.attempt_started({.operation = ""});
    std::string const text = out.str();
    BOOST_TEST(text.find(std::string(500, '?')) != std::string::npos);
    BOOST_TEST(text.find(std::string(501, '?')) == std::string::npos);
    BOOST_TEST(text.ends_with("attempt_started operation=\"\" attempt=1\n"));
}

BOOST_AUTO_TEST_SUITE_END()
