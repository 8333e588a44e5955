// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/option_checks.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/reporter.hpp>
#include <restbind/net/detail/session_state.hpp>
#include <restbind/net/session.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>

namespace restbind::inline RESTBIND_ABI::net
{

namespace detail
{

/// Where operations with a server of their own go.
struct named_server
{
    std::string name;
    origin to;
    intrusive_ptr<session_state> state{};
};

/// A number that no other call of the process has.
inline std::uint64_t next_call_id() noexcept
{
    static std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// A session: the network behind the table.
class open_session final : public session
{
public:
    open_session(intrusive_ptr<session_state> shared, std::vector<named_server>&& servers)
        : session(shared->options(), shared->executor())
        , state_(std::move(shared))
        , servers_(std::move(servers))
    {
    }

    RESTBIND_COLD ~open_session() override
    {
        // In a child nobody gives back the locks that threads of the parent held.
        if (state_->owner().is_foreign())
        {
            leak();
            return;
        }
        state_->shut_down();
        for (named_server const& other : servers_)
            other.state->shut_down();
    }

    pending_call prepare(result<void> const& allowed, http::operation_info const& operation,
        build_function& build, void const* request, void const* parameters,
        call_options const& options, call_options const& defaults) const override
    {
        named_server const* const own = find_server(operation.server);
        pending_call call = make_call(own ? *own->state : *state_);
        call->id = next_call_id();
        origin const& to = own ? own->to : state_->service();
        auto const good = !state_->owner().is_usable() ? result<void>(foreign_client_error())
                          : allowed ? try_to_prepare(*call, operation, build, request, parameters,
                                          to.address.prefix, options, defaults)
                                    : allowed;
        if (!good)
            refuse(*call, operation, good.error(), options.info.get());
        return call;
    }

    RESTBIND_COLD void reset_token() override
    {
        if (!state_->owner().is_foreign())
            state_->tokens().reset();
    }

private:
    RESTBIND_COLD void leak() noexcept
    {
        intrusive_ptr_add_ref(state_.get());
        for (named_server const& other : servers_)
            intrusive_ptr_add_ref(other.state.get());
    }

    /// As `prepare_call`. What a codec throws is why the call cannot be made.
    result<void> try_to_prepare(prepared_call& call, http::operation_info const& operation,
        build_function& build, void const* request, void const* parameters,
        std::string_view path_prefix, call_options const& options,
        call_options const& defaults) const
    try
    {
        return prepare_call(
            call, operation, build, request, parameters, path_prefix, options, defaults, *state_);
    }
    catch (...)
    {
        return restbind::detail::fill(
            callback_error("json::codec::write", std::current_exception()))
            .with_phase(phase::encode)
            .take();
    }

    /// The call is not carried out. What the observer throws is kept in `info`.
    RESTBIND_COLD void refuse(prepared_call& call, http::operation_info const& operation,
        error const& why, call_info* info) const
    {
        call.refusal = why;
        restbind::detail::fill(*call.refusal).with_call_id(call.id);
        if (info)
            *info = {.call_id = call.id};
        // Another process's observer may wait for a thread that is not here.
        if (!state_->options().observer || !state_->owner().is_usable())
            return;
        try
        {
            state_->options().observer->call_ended({.call_id = call.id,
                .operation = operation.operation_id,
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

    named_server const* find_server(std::string_view name) const noexcept
    {
        for (named_server const& one : servers_)
            if (!name.empty() && one.name == name)
                return &one;
        return nullptr;
    }

    intrusive_ptr<session_state> const state_;
    std::vector<named_server> const servers_;
};

#ifndef RESTBIND_SEPARATE_COMPILATION
template <class Void>
struct session_opener
{
    /** Checks the options and makes a session. Nothing is sent and no connection made.

        @param executor Where connections and background work run; its context must be run by the
        application.
        @returns `invalid_argument`, naming the option, if they are not usable.
    */
    static result<intrusive_ptr<session>> open(
        asio::any_io_executor executor, client_options&& options);
};
#endif

template <class Void>
RESTBIND_COLD result<intrusive_ptr<session>> session_opener<Void>::open(
    asio::any_io_executor executor, client_options&& options)
{
    if (!executor)
        return restbind::detail::invalid_argument({"the executor is empty"});
    // Before the mutex of the process is locked for the first time: no child finds it locked.
    process::watch_forks();
    auto checked = check_options(std::move(options));
    if (!checked)
        return checked.error();
    intrusive_ptr<client_settings> const settings(
        new client_settings(std::move(checked->options)));
    settings->held = std::move(checked->held);
    intrusive_ptr<session_state> shared(
        new session_state(std::move(executor), settings, std::move(checked->service),
            std::move(checked->proxy), std::move(checked->tokens), checked->fixed_line));
    std::vector<named_server> servers;
    servers.reserve(checked->servers.size());
    for (auto& [name, to] : checked->servers)
        servers.push_back({std::move(name), std::move(to)});
    for (named_server& one : servers)
    {
        // Addresses of one origin share its connections.
        if (shared->service().address.is_same_origin(one.to.address))
            one.state = shared;
        for (named_server const& before : servers)
            if (!one.state && before.state &&
                before.to.address.is_same_origin(one.to.address))
                one.state = before.state;
        if (!one.state)
            one.state = shared->for_origin(one.to);
    }
    return intrusive_ptr<session>(
        new open_session(std::move(shared), std::move(servers)));
}

#ifdef RESTBIND_SEPARATE_COMPILATION
template struct session_opener<void>;
#endif

} // namespace detail

} // namespace restbind::net
