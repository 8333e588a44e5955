// SPDX-License-Identifier: BSL-1.0
// A till that sells until it is killed, for kill.py: each sale has a number of its own, the session
// in the request. It prints nothing; what it did is in its journal.
//
//     till URL JOURNAL FIRST [SEED CUT]   sells FIRST, FIRST + 1, …; with SEED what was not
//                                         synchronised is lost when it is killed, which it is within
//                                         synchronisation CUT (0: from outside), and some writes fail
//     till list JOURNAL                   prints state and number of each record
#include "faulty_files.hpp"

#include <restbind/journal.hpp>
#include <ticketing/v1.hpp>

#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>

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
        std::cout << word_of(found.state) << ' ' << found.body << '\n';
    return 0;
}

} // namespace

int main(int count, char** arguments)
{
    std::string const first = arguments[1];
    if (first == "list")
        return list(arguments[2]);
    std::optional<restbind::test::faulty_files> disk;
    if (count > 5)
    {
        disk.emplace(std::strtoull(arguments[4], nullptr, 10));
        disk->cut_within = std::atol(arguments[5]);
    }
    auto opened = restbind::journal::open({.path = arguments[2], .program = "till"});
    if (!opened)
        return std::cerr << opened.error() << '\n', 1;
    restbind::net::client_options options;
    options.base_url = first;
    options.anonymous = true;
    options.journal = *opened;
    options.timeouts.call = std::chrono::seconds(5);
    auto const client = api::blocking_client::make(std::move(options), {.tenant = "arena"});
    if (!client)
        return std::cerr << client.error() << '\n', 1;
    if (disk)
        disk->failing = 2;
    for (std::int64_t number = std::atoll(arguments[3]);; ++number)
    {
        static_cast<void>(client->allocate_best_seats({.session_id = number,
            .catalog_id = 1,
            .quantity = 1,
            .price_category = std::int64_t(1)}));
    }
}
