#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/net/detail/session_state.hpp>

#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace restbind::net::detail
{

RESTBIND_DECL void intrusive_ptr_add_ref(session_state const* one) noexcept
{
    intrusive_ptr_add_ref(static_cast<ref_counted<session_state> const*>(one));
}

RESTBIND_DECL void intrusive_ptr_release(session_state const* one) noexcept
{
    intrusive_ptr_release(static_cast<ref_counted<session_state> const*>(one));
}

RESTBIND_DECL lease::~lease()
{
    end();
}

RESTBIND_COLD RESTBIND_DECL lease& lease::operator=(lease&& other) noexcept
{
    end();
    from_ = other.from_;
    held_ = std::move(other.held_);
    has_place_ = other.has_place_;
    return *this;
}

RESTBIND_DECL void lease::end() noexcept
{
    if (!held_)
        return;
    held_->disarm();
    pool::pointer dropped;
    std::lock_guard const lock(from_->mutex);
    if (std::exchange(succeeded_, false))
        from_->budget.succeeded();
    bool const keep = std::exchange(keep_, false) && !from_->closed;
    if (has_place_) [[likely]]
        dropped = from_->pool_.give_back(std::move(held_), keep);
    else
        from_->pool_.delist(*(dropped = std::move(held_)));
}

RESTBIND_DECL session_state::session_state(asio::any_io_executor runs_on,
    intrusive_ptr<client_settings const> settings, origin to, origin through,
    std::vector<token_service>&& tokens, intrusive_ptr<header_line const> fixed_line)
    : executor(std::move(runs_on))
    , settings_(std::move(settings))
    , options(settings_->options)
    , held(settings_->held)
    , budget(options.retry.budget)
    , service{std::move(to)}
    , proxy{std::move(through)}
    , phases{options.write_timeout, options.first_byte_timeout, options.idle_read_timeout}
    , request_head(service.to.authority, options.user_agent)
    , pool_(executor, {options.max_connections, options.max_idle_connections, options.idle_timeout},
          phases)
    , tokens_(std::move(tokens))
    , fixed_line_(std::move(fixed_line))
    // Machines that were switched on together must not be in step.
    , random_(static_cast<std::uint64_t>(clock::now().time_since_epoch().count()) ^
              reinterpret_cast<std::uintptr_t>(this))
{
    service.via_proxy = uses_proxy(service.to);
    for (token_service& one : tokens_)
        one.server.via_proxy = uses_proxy(one.server.to);
}

RESTBIND_COLD RESTBIND_DECL intrusive_ptr<session_state> session_state::for_origin(
    origin const& other) const
{
    std::vector<token_service> tokens(tokens_.size());
    for (std::size_t i = 0; i != tokens.size(); ++i)
        tokens[i] = {tokens_[i].source, {tokens_[i].server.to}};
    return intrusive_ptr<session_state>(
        new session_state(executor, settings_, other, proxy.to, std::move(tokens), fixed_line_));
}

RESTBIND_COLD RESTBIND_DECL void session_state::shut_down()
{
    std::vector<intrusive_ptr<lookup>> lookups(2 + tokens_.size());
    {
        std::lock_guard const lock(mutex);
        closed = true;
        pool_.shut_down();
        pauses_.shut_down();
        lookups[0] = service.looking_up;
        lookups[1] = proxy.looking_up;
        for (std::size_t i = 0; i != tokens_.size(); ++i)
            lookups[2 + i] = tokens_[i].server.looking_up;
    }
    stop_token_request();
    for (auto const& running : lookups)
    {
        if (!running)
            continue;
        std::lock_guard const lock(running->mutex);
        running->waiting.shut_down();
    }
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<lease>> session_state::get_connection(
    bool fresh, clock::time_point deadline, attempt_times* times)
{
    lease found;
    waiter waiting(executor);
    // A coroutine may be destroyed between the grant and its next step.
    struct declined_at_end
    {
        session_state& owner;
        waiter& waiting;
        bool accepted;
        ~declined_at_end()
        {
            if (accepted || !waiting.has_joined())
                return;
            std::lock_guard const lock(owner.mutex);
            if (waiting.is_granted())
                owner.pool_.decline_granted();
        }
    };
    declined_at_end guard{*this, waiting, false};
    {
        std::lock_guard const lock(mutex);
        if (closed)
            co_return wait_error(wait_end::client_closed, phase::pool);
        if (!fresh)
            found.take(*this, pool_.take_idle(clock::now()));
        if (found)
            co_return std::move(found);
        found.take(*this, pool_.take_place());
        if (!found)
        {
            auto const limit = options.pool_timeout.count() > 0
                                   ? clock::now() + options.pool_timeout
                                   : (clock::time_point::max)();
            waiting.join(pool_.waiting, mutex, (std::min)(limit, deadline));
        }
    }
    if (waiting.has_joined())
    {
        auto const begun = times ? clock::now() : clock::time_point();
        wait_end const end = co_await waiting.wait();
        if (times)
            times->pool = microseconds_between(begun, clock::now());
        if (end != wait_end::granted)
            co_return wait_error(end, phase::pool);
        std::lock_guard const lock(mutex);
        if (closed)
            co_return wait_error(wait_end::client_closed, phase::pool);
        found.take(*this, pool_.take_granted(fresh));
        guard.accepted = true;
    }
    if (!found->used)
    {
        auto const established = co_await establish(*found, service, deadline, times);
        if (!established)
            co_return established.error();
    }
    co_return std::move(found);
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<void>> session_state::pause(
    std::chrono::milliseconds length)
{
    waiter waiting(executor);
    {
        std::lock_guard const lock(mutex);
        if (closed)
            co_return wait_error(wait_end::client_closed, phase::backoff);
        waiting.join(pauses_, mutex, clock::now() + length);
    }
    wait_end const end = co_await waiting.wait();
    if (end == wait_end::timed_out)
        co_return result<void>();
    co_return wait_error(end, phase::backoff);
}

} // namespace restbind::net::detail

#include <restbind/net/detail/establish.ipp>
#include <restbind/net/detail/token_request.ipp>
