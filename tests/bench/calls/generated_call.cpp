// SPDX-License-Identifier: BSL-1.0
// The generated operation as an application calls it: validates and encodes the request, sends it
// with a token under a deadline, decodes the response.

#include "generated_call.hpp"

#include "allocations.hpp"
#include "coroutines.hpp"
#include "payload.hpp"
#include "request.hpp"

#include <restbind/json/decode.hpp>
#include <ticketing/v1.hpp>

#include <optional>
#include <stdexcept>

namespace bench
{

namespace
{

namespace api = ticketing::v1;

restbind::net::client_options make_options(service_address const& service, conditions const& under,
    std::shared_ptr<restbind::http::secure_channel_factory> tls)
{
    bool const encrypted = under.over == transport::tls;
    auto options = api::default_options({.directory_id = "bench", .api_app_guid = "bench"});
    options.base_url = (encrypted ? "https://" : "http://") + std::string(payload::host) + ":" +
                       std::to_string(encrypted ? service.tls_port : service.plain_port);
    options.tokens.variables["auth_url"] = options.base_url;
    options.tokens.credentials = {
        .client_id = "bench", .client_secret = restbind::secret("secret of the bench")};
    options.user_agent = payload::user_agent;
    options.pool.max_connections = under.in_flight;
    options.pool.max_idle = under.in_flight; // the others keep all of theirs, too
    options.tls = std::move(tls);
    if (under.connections != connection_use::kept)
        options.pool.idle_timeout = std::chrono::milliseconds(0);
    return options;
}

class generated_call final : public contestant
{
public:
    generated_call(service_address const& service, conditions const& under,
        std::shared_ptr<restbind::http::secure_channel_factory> tls)
        : in_flight_(under.in_flight)
        , client_(io_.get_executor(), make_options(service, under, std::move(tls)),
              {.tenant = std::string(payload::tenant)})
    {
    }

    void run(work const& part) override
    {
        call_source calls(part);
        run_coroutines(io_, in_flight_, [&](std::size_t) { return loop(calls); });
    }

private:
    asio::awaitable<void> loop(call_source& calls)
    {
        stopwatch timer;
        while (calls.take(timer))
        {
            auto const held = co_await client_.allocate_manual_seats(request_);
            timer.stop();
            if (!held)
                throw std::runtime_error(held.error().message());
            if (held->cart_item_detail.size() != 1)
                throw std::runtime_error("a response with one seat was expected");
        }
    }

    std::size_t in_flight_;
    asio::io_context io_{1};
    api::client client_;
    api::AllocateManualSeatsRequest const request_ = make_request();
};

std::unique_ptr<contestant> make(service_address const& service, conditions const& under)
{
    return make_generated_call(service, under, nullptr);
}

registration const one_at_a_time(client_kind::generated, {transport::plain, 1}, make);
registration const many_at_a_time(client_kind::generated, {transport::plain, many}, make);

} // namespace

std::unique_ptr<contestant> make_generated_call(service_address const& service,
    conditions const& under, std::shared_ptr<restbind::http::secure_channel_factory> tls)
{
    return std::make_unique<generated_call>(service, under, std::move(tls));
}

std::size_t allocations_of_model()
{
    auto const response =
        restbind::json::decode<api::AllocateManualSeatsResponse>(payload::response_body).value();
    std::optional<api::AllocateManualSeatsResponse> copy;
    return allocations_of([&] { copy.emplace(response); });
}

} // namespace bench
