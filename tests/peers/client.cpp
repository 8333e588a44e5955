// SPDX-License-Identifier: BSL-1.0
// Our client, for programs of others to be compared with. Writes one JSON object on a line for each call.
//   client corpus URL   sends each request of the parity tests, also those that break a rule, and says what we and they make of it
//   client calls        reads lines of `name value` pairs with a tab between them, makes a client of each line, and its calls
#include "parity/corpus.hpp"

#include <restbind/json/encode.hpp>
#include <restbind/tls.hpp>
#include <ticketing/v1.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace
{

namespace api = ticketing::v1;
using milliseconds = std::chrono::milliseconds;
using pairs = std::map<std::string, std::string>;

std::string quoted(std::string_view text)
{
    return restbind::json::encode(std::string(text)).value();
}

char const* truth(bool value)
{
    return value ? "true" : "false";
}

/// Counts what the log of a server does not say.
class counter final : public restbind::net::observer
{
public:
    void attempt_ended(restbind::net::attempt_report const& ended) override
    {
        reused += ended.reused_connection ? 1 : 0;
    }
    void token_renewed(restbind::net::token_report const&) override { ++tokens; }
    void token_failed(restbind::net::token_report const&) override { ++failed_tokens; }

    int reused = 0;
    int tokens = 0;
    int failed_tokens = 0;
};

/// What a call came to, without braces around it.
void write_outcome(restbind::error const* why)
{
    restbind::error const none;
    restbind::error const& error = why ? *why : none;
    std::cout << "\"ok\":" << truth(!why) << ",\"kind\":"
              << quoted(why ? to_string(error.kind()) : std::string_view())
              << ",\"status\":" << error.status() << ",\"code\":" << quoted(error.code().message())
              << ",\"unknown\":" << truth(error.outcome_unknown()) << ",\"sends\":" << error.sends()
              << ",\"body\":" << quoted(restbind::printable(error.body(), 400)) << ",\"message\":" << quoted(error.message()) << ",\"token_error\":"
              << quoted(error.token_error() ? error.token_error()->error : std::string()) << ",\"challenge\":"
              << quoted(error.challenge() ? error.challenge()->error : std::string());
}

// ------------------------------------------------------------------------------------------ corpus

template <class Operation, class Requests, class Call>
void send_all(char const* name, Requests const& requests, Call call)
{
    for (auto const& request : requests)
    {
        auto const sent = Operation::build(request, {.tenant = "arena"}, restbind::validation_policy::off);
        if (!sent)
            continue; // a number that JSON does not have
        auto const built = Operation::build(request, {.tenant = "arena"});
        auto const info = std::make_shared<restbind::net::call_info>();
        auto const response = call(request, restbind::net::call_options{.info = info});
        std::cout << "{\"operation\":" << quoted(name) << ",\"request\":" << sent->content()
                  << ",\"accepted\":" << truth(built.has_value()) << ",\"ours\":[";
        char const* comma = "";
        if (!built)
            for (auto const& one : built.error().violations())
                std::cout << std::exchange(comma, ",") << '[' << quoted(one.pointer) << ',' << quoted(one.message) << ']';
        auto const theirs = info->headers.find("sl-violations");
        std::cout << "],\"theirs\":" << theirs.value_or("[]") << ",\"answer\":" << info->status << ',';
        write_outcome(response ? nullptr : &response.error());
        std::cout << "}\n";
    }
}

void send_corpus(std::string const& url)
{
    auto options = api::default_options();
    options.base_url = url;
    options.tokens = {.access_token = restbind::secret("any")};
    options.validation = restbind::validation_policy::observe;
    options.keep_all_headers = true;
    options.retry.policy = restbind::http::retry_policy::never;
    api::blocking_client const client(std::move(options), {.tenant = "arena"});
    std::size_t const count = 300;
    send_all<api::operations::allocate_manual_seats>("allocate_manual_seats", parity::manual_seats(count),
        [&](auto const& request, auto const& options) { return client.allocate_manual_seats(request, options); });
    send_all<api::operations::allocate_best_seats>("allocate_best_seats", parity::best_seats(count),
        [&](auto const& request, auto const& options) { return client.allocate_best_seats(request, options); });
    send_all<api::operations::venue_picture>("venue_picture", parity::pictures(count),
        [&](auto const& request, auto const& options) { return client.venue_picture(request, options); });
    send_all<api::operations::allocate_products>("allocate_products", parity::products(count),
        [&](auto const& request, auto const& options) { return client.allocate_products(request, options); });
}

// ------------------------------------------------------------------------------------------- calls

pairs read_pairs(std::string const& line)
{
    pairs found;
    std::istringstream words(line);
    for (std::string pair; std::getline(words, pair, '\t');)
        found.emplace(pair.substr(0, pair.find(' ')), pair.substr((std::min)(pair.find(' ') + 1, pair.size())));
    return found;
}

restbind::net::client_options options_of(pairs& wanted, std::shared_ptr<counter> const& counts)
{
    auto options = api::default_options();
    options.base_url = wanted["url"];
    options.allow_plain_http = true;
    options.keep_all_headers = true;
    options.observer = counts;
    options.timeouts.call = milliseconds(std::stoi(wanted["deadline"]));
    options.retry.initial_delay = milliseconds(50);
    options.retry.policy = wanted["retry"] == "never" ? restbind::http::retry_policy::never
                                                      : restbind::http::retry_policy::only_unapplied;
    if (wanted["token_url"].empty())
        options.tokens = {.access_token = restbind::secret("any")};
    else
    {
        options.tokens.url = wanted["token_url"];
        options.tokens.credentials = {
            .client_id = wanted["client_id"], .client_secret = restbind::secret(wanted["client_secret"])};
        options.tokens.scopes = {};
        if (!wanted["scope"].empty())
            options.tokens.scopes = {wanted["scope"]};
        options.tokens.client_authentication = wanted["authentication"] == "post"
                                                   ? restbind::http::client_authentication::client_secret_post
                                                   : restbind::http::client_authentication::client_secret_basic;
    }
    restbind::tls::options encryption;
    encryption.ca_file = wanted["ca"];
    encryption.certificate_file = wanted["client"];
    encryption.private_key_file = wanted["key"];
    if (wanted["minimum"] == "1.3")
        encryption.minimum_version = restbind::tls::version::tls_1_3;
    if (!encryption.ca_file.empty())
        options.tls = restbind::tls::make_factory(std::move(encryption)).value();
    return options;
}

void make_calls(pairs& wanted)
{
    auto const counts = std::make_shared<counter>();
    {
        api::blocking_client const client(options_of(wanted, counts), {.tenant = "arena"});
        std::cout << "{\"calls\":[";
        for (int number = 0; number != std::stoi(wanted["calls"]); ++number)
        {
            if (number != 0)
                std::this_thread::sleep_for(milliseconds(std::stoi(wanted["pause"])));
            auto const begun = std::chrono::steady_clock::now();
            auto const failure = [&]() -> std::optional<restbind::error>
            {
                if (wanted["operation"] == "allocate_products") // not idempotent
                {
                    auto const outcome =
                        client.allocate_products({.cart_id = 1, .product_id = 1, .quantity = 1});
                    return outcome ? std::nullopt : std::optional(outcome.error());
                }
                auto const outcome = client.list_events(
                    {.start_date = std::chrono::year(2027) / 1 / 1, .end_date = std::chrono::year(2027) / 12 / 31});
                return outcome ? std::nullopt : std::optional(outcome.error());
            }();
            auto const took =
                std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begun).count();
            std::cout << (number == 0 ? "{" : ",{") << "\"took\":" << took << ',';
            write_outcome(failure ? &*failure : nullptr);
            std::cout << '}';
        }
    }
    std::cout << "],\"reused\":" << counts->reused << ",\"tokens\":" << counts->tokens
              << ",\"failed_tokens\":" << counts->failed_tokens << '}' << std::endl;
}

} // namespace

int main(int count, char** arguments)
{
    std::string_view const mode = count > 1 ? arguments[1] : "";
    if (mode == "corpus" && count == 3)
        send_corpus(arguments[2]);
    else if (mode == "calls" && count == 2)
        for (std::string line; std::getline(std::cin, line);)
        {
            auto wanted = read_pairs(line);
            make_calls(wanted);
        }
    else
    {
        std::cerr << "usage: client corpus URL | client calls\n";
        return 2;
    }
    return 0;
}
