// SPDX-License-Identifier: BSL-1.0
// The program to copy: a till that may be killed at any time. till BASE_ADDRESS JOURNAL
// It begins with the sales of which nobody knows what became, and reads from its standard input, a line each, what the operator
// has found out. Then it sells two seats.

#include "till.hpp"

#include <iostream>

namespace api = ticketing::v1;

namespace {

// What the demo world of the sandbox holds (examples/sandbox/scenario.json).
api::AllocateBestSeatsRequest const two_seats{
    .session_id = 4500000001, .catalog_id = 4550000001, .quantity = 2, .price_category = std::int64_t(4310000002)};

void show(kiosk::open_sale const& sale)
{
    std::cout << "   " << sale.when << ": " << sale.operation << ' ' << sale.request << '\n'
              << "   the customer has paid " << (sale.paid.empty() ? "nothing" : sale.paid) << '\n'
              << "   " << (sale.key.empty() ? "no idempotency key: never send it again by yourself" : "key " + sale.key) << '\n'
              << "   who can tell: " << sale.ask << '\n'
              << "   the customer sees: " << sale.show << '\n';
}

/// Asks the operator about each sale that needs attention. @returns Whether the journal could be read.
bool settle_open_sales(kiosk::till const& till)
{
    auto const open = till.open_sales();
    if (!open)
        return std::cerr << open.error() << '\n', false;
    if (open->empty())
        std::cout << "No sale needs attention.\n";
    else if (open->size() == 1)
        std::cout << "One sale needs attention.\n";
    else
        std::cout << open->size() << " sales need attention.\n";
    for (kiosk::open_sale const& sale : *open)
    {
        show(sale);
        std::cout << "   What became of it? " << std::flush;
        std::string found_out;
        if (!std::getline(std::cin, found_out) || found_out.empty())
        {
            std::cout << "\n   Nobody says. It stays open.\n";
            continue;
        }
        if (auto const settled = till.settle(sale, found_out); !settled)
            return std::cerr << settled.error() << '\n', false;
        std::cout << found_out << "\n   Settled.\n";
    }
    return true;
}

int sell(kiosk::till const& till)
{
    auto const offer = till.hold(two_seats);
    if (!offer)
        return std::cerr << offer.error() << '\n', 1;
    std::cout << "Two seats in cart " << offer->cart_id << ": " << offer->price << ". The customer pays; the order goes out."
              << std::endl;
    switch (till.confirm(*offer, "receipt 17, +49 30 1234567"))
    {
    case kiosk::outcome::sold:
        std::cout << "Sold.\n";
        return 0;
    case kiosk::outcome::needs_attention:
        std::cout << "Nobody knows whether it is sold. An operator is called.\n";
        return 1;
    case kiosk::outcome::not_sold:
        break;
    }
    std::cout << "Not sold. The customer gets the money back.\n";
    return 1;
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 3)
        return std::cerr << "usage: till BASE_ADDRESS JOURNAL\n", 2;
    auto const journal = restbind::journal::open({.path = arguments[2], .program = "till 4"});
    if (!journal) // the disk is full, or cannot be written: a till without a journal does not sell
        return std::cerr << journal.error() << '\n', 1;
    for (std::string const& damaged : (*journal)->kept_aside())
        std::cout << "The journal was damaged. Open sales may stand in " << damaged << ".\n";

    auto options = api::default_options({.auth_url = arguments[1], // the sandbox is its own authorization server
        .directory_id = "d1ec7081-0000-4000-8000-000000000001",
        .api_app_guid = "a9100000-0000-4000-8000-000000000002"});
    options.base_url = arguments[1];
    options.tokens.credentials = {.client_id = "c11e0000-0000-4000-8000-00000000000a",
        .client_secret = restbind::secret("kiosk-secret-for-the-sandbox-only")};
    options.retry.policy = restbind::http::retry_policy::only_unapplied; // never a second order
    options.journal = *journal;
    auto service = api::blocking_client::make(std::move(options), {.tenant = "arena"});
    if (!service)
        return std::cerr << service.error() << '\n', 1;

    kiosk::till const till(*std::move(service), *journal);
    return settle_open_sales(till) ? sell(till) : 1;
}
