// SPDX-License-Identifier: BSL-1.0
// Calls the sandbox, which runs in this process, through whatever stands in front of it, and compares the books: driver SCENARIO
//
// Writes the sandbox's port, then reads a line for each situation, `name value` pairs with a tab between them:
//   url  proxy  ca  milliseconds  workers
// and writes a line `name value` pairs about it, with a tab between them. Ends with its input. tests/servers/lab.py runs it.
#include <restbind/tls.hpp>
#include <sandbox.hpp>
#include <ticketing/v1.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace api = ticketing::v1;
using clock_type = std::chrono::steady_clock;
using milliseconds = std::chrono::milliseconds;

namespace
{

constexpr std::int64_t cart = 4800000001;
constexpr std::int64_t gift_box = 4700000002; // there is no end of them
constexpr milliseconds deadline{3000};

/// What callers know of their calls.
struct totals
{
    std::size_t calls = 0;
    std::size_t succeeded = 0;
    std::size_t unknown = 0;
    milliseconds longest{0};
    std::map<std::string, std::size_t> errors; ///< how often, by what they say
};

std::map<std::string, std::string> read_pairs(std::string const& line)
{
    std::map<std::string, std::string> pairs;
    std::istringstream words(line);
    for (std::string pair; std::getline(words, pair, '\t');)
        pairs.emplace(pair.substr(0, pair.find(' ')), pair.substr((std::min)(pair.find(' ') + 1, pair.size())));
    return pairs;
}

api::blocking_client connect(std::string const& tokens, std::map<std::string, std::string>& wanted)
{
    auto options = api::default_options({.auth_url = tokens,
        .directory_id = "d1ec7081-0000-4000-8000-000000000001",
        .api_app_guid = "a9100000-0000-4000-8000-000000000002"});
    options.base_url = wanted["url"];
    options.tokens.credentials = {.client_id = "c11e0000-0000-4000-8000-00000000000a",
        .client_secret = restbind::secret("kiosk-secret-for-the-sandbox-only")};
    options.allow_plain_http = true;
    options.proxy.url = wanted["proxy"];
    options.timeouts.call = deadline;
    options.retry.initial_delay = milliseconds(20);
    options.retry.budget = 0;
    // What is not idempotent is then applied once at most: more effects than calls are a mistake.
    options.retry.policy = restbind::http::retry_policy::only_unapplied;
    restbind::tls::options encryption;
    encryption.ca_file = wanted["ca"];
    options.tls = restbind::tls::make_factory(std::move(encryption)).value();
    return api::blocking_client(std::move(options), {.tenant = "arena"});
}

totals call(api::blocking_client const& client, milliseconds length, unsigned workers)
{
    totals all;
    std::mutex mutex;
    auto const end = clock_type::now() + length;
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i != workers; ++i)
        threads.emplace_back(
            [&]
            {
                api::AllocateProductsRequest const request{.cart_id = cart, .product_id = gift_box, .quantity = 1};
                while (clock_type::now() < end)
                {
                    auto const start = clock_type::now();
                    auto const outcome = client.allocate_products(request);
                    auto const took = std::chrono::duration_cast<milliseconds>(clock_type::now() - start);
                    std::lock_guard const lock(mutex);
                    ++all.calls;
                    all.longest = (std::max)(all.longest, took);
                    if (outcome)
                        ++all.succeeded;
                    else
                    {
                        all.unknown += outcome.error().outcome_unknown() ? 1U : 0U;
                        ++all.errors[outcome.error().message() + " | " + restbind::printable(outcome.error().body(), 80)];
                    }
                    // A service that refuses everything is not asked a hundred thousand times.
                    if (!outcome)
                        std::this_thread::sleep_for(milliseconds(2));
                }
            });
    threads.clear();
    return all;
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 2)
    {
        std::cerr << "usage: driver SCENARIO\n";
        return 2;
    }
    sandbox::server server(sandbox::load_scenario_file(arguments[1]));
    std::cout << server.url().substr(server.url().rfind(':') + 1) << std::endl;
    for (std::string line; std::getline(std::cin, line);)
    {
        auto wanted = read_pairs(line);
        auto const client = connect(server.url(), wanted);
        auto const before = server.effects(sandbox::operation::allocate_products);
        totals const all = call(client, milliseconds(std::stoi(wanted["milliseconds"])),
            static_cast<unsigned>(std::stoi(wanted["workers"])));
        std::this_thread::sleep_for(milliseconds(500)); // what was given up may still arrive
        std::cout << "calls " << all.calls << "\tsucceeded " << all.succeeded << "\tunknown " << all.unknown
                  << "\teffects " << server.effects(sandbox::operation::allocate_products) - before << "\tlongest "
                  << all.longest.count();
        for (auto const& [text, times] : all.errors)
            std::cout << "\terror " << times << " times: " << text;
        std::cout << std::endl;
    }
    return 0;
}
