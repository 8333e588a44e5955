// SPDX-License-Identifier: BSL-1.0
// Prints the requests of the parity tests and what local validation says of each, one JSON object on a line, for the
// playground of a site to be compared with: {"operation", "body", "accepted", "violations": [[pointer, message], ...], "problem"}.

#include "parity/corpus.hpp"

#include <restbind/json/encode.hpp>
#include <restbind/src.hpp>
#include <restbind/testing/detail/encode_problem.hpp>
#include <ticketing/v1/operations.hpp>

#include <cstddef>
#include <iostream>
#include <string>

namespace {

namespace api = ticketing::v1;

std::string quoted(std::string_view text)
{
    return restbind::json::encode(std::string(text)).value();
}

template <class Operation, class Requests>
void print_all(char const* name, Requests const& requests)
{
    api::client_parameters const shared{.tenant = "value"};
    for (auto const& request : requests)
    {
        auto const sent = Operation::build(request, shared, restbind::validation_policy::off);
        if (!sent)
            continue; // a number that JSON does not have
        auto const built = Operation::build(request, shared);
        std::string violations;
        std::string problem = "null";
        if (!built)
        {
            problem = restbind::testing::detail::encode_problem(
                built.error().problem(), *Operation::info.problem);
            for (auto const& one : built.error().violations())
                violations += (violations.empty() ? "[" : ",[") + quoted(one.pointer) + "," +
                              quoted(one.message) + "]";
        }
        std::cout << "{\"operation\":" << quoted(name) << ",\"body\":" << quoted(sent->content())
                  << ",\"accepted\":" << (built ? "true" : "false") << ",\"violations\":["
                  << violations << "],\"problem\":" << problem << "}\n";
    }
}

} // namespace

int main()
{
    std::size_t const count = 300;
    print_all<api::operations::allocate_manual_seats>(
        "allocate_manual_seats", parity::manual_seats(count));
    print_all<api::operations::allocate_best_seats>("allocate_best_seats", parity::best_seats(count));
    print_all<api::operations::venue_picture>("venue_picture", parity::pictures(count));
    print_all<api::operations::allocate_products>("allocate_products", parity::products(count));
}
