// SPDX-License-Identifier: BSL-1.0
// The till of examples/kiosk, which sells until it is killed, for kill.py: each sale holds a seat of its
// own and confirms the order. It prints nothing; what it did is in its journal.
//
//     killed_till URL JOURNAL FIRST COUNT [SEED CUT]
//         sells the seats FIRST, FIRST + 1, …, COUNT of them, and waits to be killed; with SEED what was
//         not synchronised is lost then. It is killed within synchronisation CUT (0: from outside), and
//         some writes fail
//     killed_till list JOURNAL
//         prints state, operation and request of each record
#include "faulty_files.hpp"

#include "../../examples/kiosk/till.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <utility>

namespace api = ticketing::v1;

namespace
{

char const* word_of(restbind::journal::state state)
{
    static constexpr char const* words[] = {
        "pending", "lost", "unknown", "succeeded", "not_applied", "settled"};
    return words[static_cast<std::size_t>(state)];
}

int list(std::string const& path)
{
    auto const opened = restbind::journal::open({.path = path});
    if (!opened)
        return std::cerr << opened.error() << '\n', 1;
    if (!(*opened)->kept_aside().empty())
        return std::cerr << "damaged\n", 1;
    auto const records = (*opened)->latest(1'000'000);
    if (!records)
        return std::cerr << records.error() << '\n', 1;
    for (restbind::journal::record const& found : *records)
        std::cout << word_of(found.state) << ' ' << found.operation << ' ' << found.body << '\n';
    return 0;
}

/// Sells a seat of the world that kill.py makes.
void sell(api::blocking_client const& service, kiosk::till const& till, std::int64_t seat)
{
    api::AllocateManualSeatsRequest const wanted{.event_session_id = 1,
        .detail = {{.seat_id = seat, .rate_id = 1, .action_select = true}}};
    if (auto const held = service.allocate_manual_seats(wanted))
        till.confirm({.cart_id = held->cart_id, .price = held->cart_item_detail.at(0).amount},
            "receipt " + std::to_string(seat));
}

} // namespace

int main(int count, char** arguments)
{
    std::string const url = arguments[1];
    if (url == "list")
        return list(arguments[2]);
    std::int64_t const first = std::atoll(arguments[3]);
    std::int64_t const seats = std::atoll(arguments[4]);
    std::optional<restbind::test::faulty_files> disk;
    if (count > 6)
    {
        disk.emplace(std::strtoull(arguments[5], nullptr, 10));
        disk->cut_within = std::atol(arguments[6]);
    }
    auto const opened = restbind::journal::open({.path = arguments[2], .program = "till"});
    if (!opened)
        return std::cerr << opened.error() << '\n', 1;
    auto options = api::default_options({.auth_url = url,
        .directory_id = "d1ec7081-0000-4000-8000-000000000001",
        .api_app_guid = "a9100000-0000-4000-8000-000000000002"});
    options.base_url = url;
    options.tokens.credentials = {.client_id = "c11e0000-0000-4000-8000-00000000000a",
        .client_secret = restbind::secret("kiosk-secret-for-the-sandbox-only")};
    options.retry.policy = restbind::http::retry_policy::only_unapplied;
    options.journal = *opened;
    options.timeouts.call = std::chrono::seconds(5);
    auto const service = api::blocking_client::make(std::move(options), {.tenant = "arena"});
    if (!service)
        return std::cerr << service.error() << '\n', 1;
    if (disk)
        disk->failing = 2;
    kiosk::till const till(*service, *opened);
    for (std::int64_t seat = first; seat != first + seats; ++seat)
        sell(*service, till, seat);
    for (;;)
        ::pause();
}
