// SPDX-License-Identifier: BSL-1.0
// One corpus of requests goes both ways: through local validation, and unvalidated to the sandbox over HTTP.
// The sandbox is written by hand from the service specification and shares no code with the bindings, so a status
// or a byte that differs is a mistake in one of them.

#include "parity/corpus.hpp"
#include "parity/service.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/testing/detail/encode_problem.hpp>

#include <boost/test/unit_test.hpp>

namespace {

namespace api = ticketing::v1;
namespace operations = api::operations;

struct counts
{
    int accepted = 0;
    int refused = 0;
};

/// Compares the two verdicts on one request; the server's text is cut before traceId and timestamp, which only it has.
template <class Operation>
void compare(
    parity::service& service, typename Operation::request_type const& request, counts& total)
{
    auto const local = Operation::build(request, service.parameters());
    auto const unvalidated =
        Operation::build(request, service.parameters(), restbind::validation_policy::off);
    BOOST_REQUIRE_MESSAGE(unvalidated, unvalidated.error());

    auto const remote = service.send(*unvalidated);
    BOOST_TEST_CONTEXT(Operation::info.operation_id << " " << unvalidated->body)
    {
        if (local)
        {
            // A business refusal has an error code or names a thing that is not there; a validation refusal has neither.
            auto const problem = restbind::json::decode_problem(remote.body, *Operation::info.problem);
            bool const validation_refusal =
                remote.status == Operation::info.validation_problem.status && problem &&
                !problem->error_code && remote.status >= 400;
            BOOST_TEST(!validation_refusal, "accepted here, refused there: " << remote.body);
            ++total.accepted;
        }
        else
        {
            BOOST_TEST((local.error() == restbind::error_kind::validation_failed));
            BOOST_TEST(local.error().status() == remote.status);
            BOOST_TEST(restbind::testing::detail::encode_problem(local.error().problem(), *Operation::info.problem)
                == parity::without_trace(remote.body));
            ++total.refused;
        }
    }
}

template <class Operation, class Requests>
void compare_all(Requests const& requests, int at_least_accepted, int at_least_refused)
{
    parity::service service;
    counts total;
    for (auto const& request : requests)
        compare<Operation>(service, request, total);

    BOOST_TEST_MESSAGE(Operation::info.operation_id << ": " << total.accepted << " accepted, " << total.refused << " refused");
    BOOST_TEST(total.accepted >= at_least_accepted);
    BOOST_TEST(total.refused >= at_least_refused);
}

} // namespace

BOOST_AUTO_TEST_SUITE(parity_of_local_and_server_verdicts)

// proves: R4.1-1, R4.1-2, R4.1-5, R7-4, R7-5, A-1, A-2, A-3, A-11, A-12
// survives: C10
BOOST_AUTO_TEST_CASE(allocate_manual_seats_is_refused_with_the_same_bytes)
{
    compare_all<operations::allocate_manual_seats>(parity::manual_seats(900), 100, 500);
}

// proves: R4.2-1, R4.2-3, A-4
// survives: C10, C11
BOOST_AUTO_TEST_CASE(venue_picture_is_refused_with_the_same_bytes)
{
    compare_all<operations::venue_picture>(parity::pictures(500), 20, 250);
}

// proves: R4.3-1, R4.3-2, R7-7, A-5
// survives: C10
BOOST_AUTO_TEST_CASE(allocate_products_is_refused_with_the_same_bytes)
{
    compare_all<operations::allocate_products>(parity::products(500), 50, 250);
}

// proves: R4.4-2, A-7
BOOST_AUTO_TEST_CASE(allocate_best_seats_is_refused_with_the_same_bytes)
{
    compare_all<operations::allocate_best_seats>(parity::best_seats(400), 50, 100);
}

BOOST_AUTO_TEST_SUITE_END()
