// SPDX-License-Identifier: BSL-1.0
#include "sandbox.hpp"

#include "admin.hpp"
#include "http_server.hpp"
#include "service.hpp"

namespace sandbox {

struct server::impl
{
    impl(scenario content, options const& settings)
        : core(std::move(content)), administration(core), net(core, settings), encrypted(!settings.certificate_file.empty())
    {
        if (!settings.effect_log.empty())
            core.control().log_effects(settings.effect_log);
        if (settings.admin_port)
            admin_net.emplace(administration, options{.port = *settings.admin_port, .threads = 1});
    }

    service core;
    admin administration;
    http_server net;
    std::optional<http_server> admin_net;
    bool const encrypted;
};

server::server(scenario content, options settings) : impl_(std::make_unique<impl>(std::move(content), settings)) {}

server::~server() = default;

unsigned short server::port() const noexcept
{
    return impl_->net.port();
}

std::string server::url() const
{
    return (impl_->encrypted ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(port());
}

std::string server::admin_url() const
{
    return impl_->admin_net ? "http://127.0.0.1:" + std::to_string(impl_->admin_net->port()) : std::string();
}

void server::stop()
{
    impl_->net.stop();
    if (impl_->admin_net)
        impl_->admin_net->stop();
}

void server::fail_next(std::string_view faults)
{
    impl_->core.control().plan(parse_faults(faults));
}

void server::fail_next(unsigned count, unsigned status, std::string_view retry_after)
{
    impl_->core.control().fail_next({count, status, std::string(retry_after)});
}

void server::fail_next_tokens(unsigned count, unsigned status, std::string_view retry_after)
{
    impl_->core.control().fail_next_tokens({count, status, std::string(retry_after)});
}

void server::drop_next_responses(unsigned count)
{
    impl_->core.control().drop_next_responses(count);
}

void server::delay(std::chrono::milliseconds duration)
{
    impl_->core.control().delay(duration);
}

void server::delay_tokens(std::chrono::milliseconds duration)
{
    impl_->core.control().delay_tokens(duration);
}

void server::force_expired_tokens()
{
    impl_->core.tokens().force_expired_tokens();
}

void server::revoke_tokens()
{
    impl_->core.tokens().revoke_tokens();
}

void server::token_lifetime(std::chrono::seconds lifetime)
{
    impl_->core.tokens().token_lifetime(lifetime);
}

void server::legacy_status(bool on)
{
    impl_->core.control().legacy_status(on);
}

std::uint64_t server::requests(operation o) const
{
    return impl_->core.control().requests(o);
}

std::uint64_t server::requests() const
{
    return impl_->core.control().requests();
}

std::uint64_t server::effects(operation o) const
{
    return impl_->core.control().effects(o);
}

std::uint64_t server::token_requests() const
{
    return impl_->core.control().token_requests();
}

std::uint64_t server::tokens_issued() const
{
    return impl_->core.tokens().tokens_issued();
}

std::uint64_t server::connections_accepted() const
{
    return impl_->net.connections_accepted();
}

std::uint64_t server::connections_open() const
{
    return impl_->net.connections_open();
}

std::optional<recorded_request> server::last_request() const
{
    return impl_->core.control().last_request();
}

std::optional<recorded_request> server::last_token_request() const
{
    return impl_->core.control().last_token_request();
}

std::optional<std::int64_t> server::stock(id product_id, id event_session_id) const
{
    auto& state = impl_->core.state();
    auto const lock = state.lock();
    auto const* const left = state.stock(product_id, event_session_id);

    return left == nullptr ? std::nullopt : *left;
}

std::size_t server::taken_seats(id event_session_id) const
{
    auto& state = impl_->core.state();
    auto const lock = state.lock();

    return state.taken_seats(event_session_id);
}

} // namespace sandbox
