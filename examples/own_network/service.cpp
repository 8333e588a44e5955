// SPDX-License-Identifier: BSL-1.0
#include "service.hpp"

#include <chrono>
#include <optional>
#include <random>
#include <thread>

namespace device {
namespace {

namespace http = restbind::http;
using restbind::error;
using restbind::error_kind;
using clock = http::call::clock;

double random_number()
{
    static std::minstd_rand generator{std::random_device()()};
    return std::uniform_real_distribution<double>()(generator);
}

/// What is said of retries: by the document, else by this device.
http::call_plan plan_of(http::request const& request, bool needs_token)
{
    http::call_plan plan;
    plan.start.idempotency = request.idempotency;
    plan.start.rule = request.retry.value_or(http::retry_rule{});
    plan.start.documented = request.retry.has_value();
    plan.start.unapplied_statuses = request.unapplied_statuses;
    plan.deadline = clock::now() + std::chrono::seconds(30);
    plan.needs_token = needs_token;
    return plan;
}

} // namespace

service::service(http::url address, std::shared_ptr<http::secure_channel_factory> tls, token_settings tokens)
    : address_(std::move(address))
    , tls_(std::move(tls))
    , settings_(std::move(tokens))
    , tokens_(std::chrono::minutes(5))
{
}

restbind::result<void> service::perform(http::url const& to, http::request const& request, bool needs_token, reader const& read)
{
    using step = http::step;
    http::call call(plan_of(request, needs_token));
    std::optional<http_connection> connection;
    while (call.next() != step::done)
    {
        restbind::result<void> done;
        switch (call.next())
        {
        case step::get_token:
            done = get_token();
            done ? call.token_came(clock::now()) : call.failed(done.error());
            break;
        case step::get_connection:
            done = connection.emplace().open(to, tls_.get());
            done ? call.connection_came(clock::now(), false) : call.failed(done.error());
            break;
        case step::exchange:
            exchange(call, *connection, to, request, needs_token, read);
            connection.reset();
            break;
        case step::decide:
            call.decide(clock::now(), random_number(), true);
            break;
        case step::pause:
            std::this_thread::sleep_for(call.pause());
            call.paused();
            break;
        default: // a call asks for nothing else
            break;
        }
    }
    if (!call.is_good())
        return call.take_failure();
    return {};
}

void service::exchange(http::call& call, http_connection& connection, http::url const& to, http::request const& request,
    bool has_token, reader const& read)
{
    std::shared_ptr<restbind::secret const> const line =
        has_token ? tokens_.token()
                  : std::make_shared<restbind::secret>(
                        http::token_authorization(settings_.credentials, settings_.authentication));
    auto const generation = tokens_.generation();
    http::response response;
    http::exchange_report report = connection.exchange(to, request, line->reveal(), response);
    bool const rejected = has_token && response.status == 401;
    report.outcome.retry_after = response.retry_delay(std::chrono::system_clock::now());
    report.outcome.token_can_be_renewed = rejected && tokens_.rejected(request.operation, generation, clock::now());
    if (call.exchanged(report.outcome, std::move(report.ended)))
        if (auto const done = read(response); !done)
            call.refused(done.error());
    if (has_token && call.is_good())
        tokens_.accepted(request.operation, generation);
}

/// One thread asks, so a request is never in flight while another one waits.
restbind::result<void> service::get_token()
{
    http::token_step const next = tokens_.ask(clock::now(), this, std::chrono::minutes(1));
    if (next == http::token_step::fail)
        return tokens_.failure();
    if (next == http::token_step::use)
        return {};
    auto fetched = fetch_token();
    // A token that is only to be renewed is still good.
    if (next == http::token_step::use_and_request)
        return {};
    return fetched;
}

restbind::result<void> service::fetch_token()
{
    auto const number = tokens_.request();
    auto request = http::token_request(
        settings_.endpoint.target, settings_.credentials, settings_.scope, settings_.authentication);
    request.idempotency = http::idempotency::safe;
    auto fetched = perform(settings_.endpoint.address, request, false,
        [&](http::response const& response) -> restbind::result<void>
        {
            if (response.status != 200)
                return http::read_token_error(response);
            auto token = http::read_token(response.body);
            if (!token)
                return token.error();
            std::string line = "Authorization: Bearer " + std::string(token->value.reveal()) + "\r\n";
            tokens_.succeeded(number, std::make_shared<restbind::secret>(std::move(line)), token->lifetime);
            return {};
        });
    restbind::wipe(request.body); // the secret may be in it
    if (!fetched)
        tokens_.failed(number, fetched.error(), clock::now());
    return fetched;
}

} // namespace device
