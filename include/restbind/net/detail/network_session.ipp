// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/call_driver.hpp>
#include <restbind/net/detail/failures.hpp>
#include <restbind/net/detail/network_session.hpp>
#include <restbind/net/detail/reporter.hpp>
#include <restbind/net/observer.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/// A number that no other call of the process has.
inline std::uint64_t next_call_id() noexcept
{
    static std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

RESTBIND_COLD RESTBIND_DECL network_session::network_session(
    asio::any_io_executor&& executor, checked_options&& checked)
    : session(options_, executor_)
    , executor_(std::move(executor))
    , owner_(context_owner::of(executor_))
    , options_(std::move(checked.options))
    , held_(std::move(checked.held))
    , trace_headers_(options_.trace_headers)
    , jitter_(static_cast<std::uint64_t>(time_.now().time_since_epoch().count()) ^
              reinterpret_cast<std::uintptr_t>(this))
    , dialer_(*this, executor_, time_, options_, std::move(checked.proxy), jitter_)
    , pauses_(executor_, time_)
    , tokens_(*this, executor_, time_, options_, dialer_, std::move(checked.tokens), checked.fixed_line)
{
    servers_.reserve(1 + checked.servers.size());
    servers_.push_back({{}, checked.service.address.prefix, state_of(checked.service)});
    for (auto& [name, to] : checked.servers)
        servers_.push_back({std::move(name), to.address.prefix, state_of(to)});
}

RESTBIND_COLD RESTBIND_DECL network_session::~network_session()
{
    delete spare_.load();
}

/// The state of an origin: addresses of one origin share it.
RESTBIND_COLD RESTBIND_DECL origin_state& network_session::state_of(origin const& to)
{
    for (origin_state& one : origins_)
        if (one.target.to.address.is_same_origin(to.address))
            return one;
    return origins_.emplace_back(
        executor_, time_, options_, dialer_, to, options_.pool.max_idle, options_.retry.budget);
}

RESTBIND_DECL auto network_session::server_of(std::string_view name) const noexcept
    -> server const&
{
    if (!name.empty())
        for (server const& one : servers_)
            if (one.name == name)
                return one;
    return servers_.front();
}

RESTBIND_DECL pending_call network_session::prepare(call_request const& asked)
{
    prepared_call* const kept = spare_.exchange(nullptr);
    pending_call call(kept ? kept : new prepared_call, {intrusive_ptr<session>(this)});
    server const& at = server_of(asked.operation.server);
    call->id = next_call_id();
    call->to = &at.state;
    auto const good = !owner_.is_usable() ? result<void>(foreign_client_error())
                      : asked.allowed     ? try_to_prepare(*call, asked, at.path_prefix)
                                          : asked.allowed;
    if (!good)
        refuse(*call, asked, good.error());
    return call;
}

/// As `prepare_call`. If a codec throws, the call cannot be made, and this says so.
RESTBIND_DECL result<void> network_session::try_to_prepare(
    prepared_call& call, call_request const& asked, std::string_view path_prefix) const
try
{
    return prepare_call(call, asked, options_, held_, tokens_.any(), path_prefix);
}
catch (...)
{
    return restbind::detail::fill(
        callback_error("json::codec::write", std::current_exception()))
        .with_phase(phase::encode)
        .take();
}

/// The call is not carried out. What the observer throws is kept in `call_info`.
RESTBIND_COLD RESTBIND_DECL void network_session::refuse(
    prepared_call& call, call_request const& asked, error const& why) const
{
    call_info* const info = asked.options.info.get();
    call.refusal = why;
    restbind::detail::fill(*call.refusal).with_call_id(call.id);
    if (info)
        *info = {.call_id = call.id};
    // Another process's observer may wait for a thread that is not here.
    if (!options_.observer || !owner_.is_usable())
        return;
    try
    {
        options_.observer->call_ended({.call_id = call.id,
            .operation = asked.operation.operation_id,
            .kind = why.kind(),
            .status = why.status(),
            .failure = &*call.refusal});
    }
    catch (...)
    {
        error failure = observer_error("call_ended", call.id);
        if (info)
            info->observer_failure = std::move(failure);
    }
}

RESTBIND_DECL asio::awaitable<void> network_session::send(
    prepared_call& call, response_reader& reader)
{
    return carry_out(*this, call, reader);
}

RESTBIND_DECL void network_session::take_back(prepared_call* ended) noexcept
{
    ended->clear();
    delete spare_.exchange(ended);
}

RESTBIND_COLD RESTBIND_DECL void network_session::reset_token()
{
    if (!owner_.is_foreign())
        tokens_.reset();
}

RESTBIND_COLD RESTBIND_DECL void network_session::close() noexcept
{
    // In a child nobody gives back the locks that threads of the parent held: the memory is kept.
    if (owner_.is_foreign())
        return intrusive_ptr_add_ref(this);
    for (origin_state& one : origins_)
        one.connections.shut_down();
    pauses_.shut_down();
    dialer_.shut_down();
    tokens_.shut_down();
}

} // namespace restbind::net::detail
