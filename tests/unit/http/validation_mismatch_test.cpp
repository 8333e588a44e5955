// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/detail/reports.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

using namespace restbind;

namespace
{

problem_details refusal(int status)
{
    problem_details problem;
    problem.status = status;
    problem.errors = {{"id", "Id must be greater than 0"}, {"name", "Name is too long"}};
    return problem;
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_verdict)

BOOST_AUTO_TEST_CASE(the_same_refusal_does_not_differ_whatever_the_order_of_its_errors)
{
    problem_details const local = refusal(422);
    problem_details server = refusal(422);
    server.title = "Other words";
    std::swap(server.errors[0], server.errors[1]);
    BOOST_TEST(!http::validation_mismatches(local, 422, &server));
}

BOOST_AUTO_TEST_CASE(a_success_another_status_another_code_and_another_error_differ)
{
    problem_details const local = refusal(422);
    BOOST_TEST(http::validation_mismatches(local, 200, nullptr));
    problem_details const bad = refusal(400);
    BOOST_TEST(http::validation_mismatches(local, 400, &bad));
    BOOST_TEST(http::validation_mismatches(local, 409, nullptr));

    problem_details fewer = refusal(422);
    fewer.errors.pop_back();
    BOOST_TEST(http::validation_mismatches(local, 422, &fewer));

    problem_details reworded = refusal(422);
    reworded.errors[0].message = "Id must be 1";
    BOOST_TEST(http::validation_mismatches(local, 422, &reworded));

    problem_details coded = refusal(422);
    coded.error_code = 13001;
    BOOST_TEST(http::validation_mismatches(local, 422, &coded));
}

BOOST_AUTO_TEST_CASE(without_a_document_the_statuses_are_compared)
{
    BOOST_TEST(!http::validation_mismatches(refusal(422), 422, nullptr));
    problem_details const empty;
    BOOST_TEST(http::validation_mismatches(refusal(422), 422, &empty));
}

BOOST_AUTO_TEST_CASE(a_response_that_says_nothing_about_the_request_is_no_verdict)
{
    for (int const status : {0, 301, 401, 403, 408, 429, 500, 502, 503, 504})
        BOOST_TEST(!http::validation_mismatches(refusal(422), status, nullptr), status);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(http_trace_id)

BOOST_AUTO_TEST_CASE(the_first_known_header_names_the_request)
{
    http::header_list headers;
    BOOST_TEST(http::find_trace_id(headers) == "");
    headers.add_unchecked("Date", "today");
    headers.add_unchecked("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    BOOST_TEST(http::find_trace_id(headers) == "0af7651916cd43dd8448eb211c80319c");
    headers.add_unchecked("x-correlation-id", "c-1");
    BOOST_TEST(http::find_trace_id(headers) == "c-1");
    headers.add_unchecked("X-Request-ID", "r-1");
    BOOST_TEST(http::find_trace_id(headers) == "r-1");
}

BOOST_AUTO_TEST_CASE(a_service_may_name_the_request_in_headers_of_its_own)
{
    http::header_list headers;
    headers.add_unchecked("X-Request-ID", "r-1");
    headers.add_unchecked("X-Amz", "a-1");
    headers.add_unchecked("TraceParent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    BOOST_TEST(http::find_trace_id(headers, "X-None, x-amz") == "a-1");
    BOOST_TEST(
        http::find_trace_id(headers, "traceparent,X-Amz") == "0af7651916cd43dd8448eb211c80319c");
    BOOST_TEST(http::find_trace_id(headers, "X-None") == "");
    BOOST_TEST(http::find_trace_id(headers, "") == "");
}

BOOST_AUTO_TEST_CASE(a_traceparent_of_another_form_is_no_trace_id)
{
    for (std::string const text : {"", "00-0af7", "00+0af7651916cd43dd8448eb211c80319c-b7-01",
             "00-0af7651916cd43dd8448eb211c80319cb7-01", "00-0af7651916cd43dd8448eb211c80319c"})
    {
        http::header_list headers;
        headers.add_unchecked("traceparent", text);
        BOOST_TEST(http::find_trace_id(headers) == "", text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
