// SPDX-License-Identifier: BSL-1.0
// What happens to each attempt, seen by interceptors: watching BASE_ADDRESS SPANS.jsonl
// Writes spans to a file, a log of the wire to std::clog and metrics to std::cout.

#include "otlp_spans.hpp"
#include "prometheus.hpp"

#include <restbind/net/tracing.hpp>
#include <restbind/net/wire_log.hpp>

#include <ticketing/v1.hpp>

#include <fstream>
#include <iostream>
#include <memory>

namespace api = ticketing::v1;

namespace
{

/// Tells the service which till it is.
class till_header : public restbind::net::interceptor
{
public:
    boost::asio::awaitable<void> around(restbind::net::attempt& sent, restbind::net::proceed next) override
    {
        if (auto const set = sent.set_header("X-Till", "4"); !set)
            sent.refuse(set.error());
        co_await next();
    }
};

} // namespace

int main(int count, char** arguments)
{
    if (count != 3)
    {
        std::cerr << "usage: watching BASE_ADDRESS SPANS.jsonl\n";
        return 2;
    }
    std::ofstream file(arguments[2], std::ios::binary);
    watching::otlp_spans spans(file, "box-office");
    auto const metrics = std::make_shared<watching::prometheus>();

    auto options = api::default_options({.auth_url = arguments[1], // the sandbox is its own authorization server
        .directory_id = "d1ec7081-0000-4000-8000-000000000001",
        .api_app_guid = "a9100000-0000-4000-8000-000000000002"});
    options.base_url = arguments[1];
    options.tokens.credentials = {.client_id = "c11e0000-0000-4000-8000-00000000000a",
        .client_secret = restbind::secret("kiosk-secret-for-the-sandbox-only")};
    // The first one is outermost: metrics count all that happens within.
    options.around = {metrics,
        std::make_shared<restbind::net::tracing>(
            [&spans](restbind::net::attempt_span const& span) { spans.write(span); }),
        std::make_shared<till_header>(), std::make_shared<restbind::net::wire_log>(std::clog)};

    {
        auto client = api::blocking_client::make(std::move(options), {.tenant = "arena"});
        if (!client)
        {
            std::cerr << client.error() << '\n';
            return 1;
        }
        // The span of the application that the call belongs to.
        auto const plan = client->venue_picture({.venue_id = 4300000001, .zoom = 1.5},
            {.headers = {{"traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}}});
        auto const none = client->venue_picture({.venue_id = 1}); // there is no such venue
        if (!plan || none)
        {
            std::cerr << "The sandbox has answered otherwise.\n";
            return 1;
        }
    }
    metrics->write(std::cout);
    return file.good() ? 0 : 1;
}
