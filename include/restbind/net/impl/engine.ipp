#pragma once

#include <restbind/net/engine.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <optional>

namespace restbind::net::detail
{

RESTBIND_DECL error wait_error(wait_end end, phase at)
{
    error_kind kind = error_kind::none;
    switch (end)
    {
    case wait_end::granted:
        break;
    case wait_end::timed_out:
        kind = error_kind::timed_out;
        break;
    case wait_end::cancelled:
        kind = error_kind::cancelled;
        break;
    case wait_end::shut_down:
        kind = error_kind::shut_down;
        break;
    }
    error failure(kind);
    failure.with_phase(at);
    if (kind == error_kind::cancelled || kind == error_kind::shut_down)
        failure.with_code(asio::error::operation_aborted);
    if (kind == error_kind::timed_out)
        failure.with_code(asio::error::timed_out);
    return failure;
}

RESTBIND_DECL lease::~lease()
{
    end();
}

RESTBIND_DECL void lease::end() noexcept
{
    if (!held_)
        return;
    held_->disarm();
    pool::pointer dropped;
    std::lock_guard const lock(from_->mutex);
    dropped = from_->pool_.give_back(
        std::exchange(held_, nullptr), std::exchange(keep_, false) && !from_->closed);
}

RESTBIND_DECL engine::engine(asio::any_io_executor run_on, client_options settings,
    origin service_origin, origin identity_origin, std::shared_ptr<token_source> tokens,
    std::shared_ptr<secret const> fixed_line)
    : executor(std::move(run_on))
    , options(std::move(settings))
    , budget(options.retry.budget)
    , service{std::move(service_origin), nullptr}
    , identity{std::move(identity_origin), nullptr}
    , pool_(executor, options.max_connections, options.idle_timeout)
    , token_(std::move(tokens))
    , fixed_line_(std::move(fixed_line))
    , random_(std::random_device()())
{
    fixed_head = " HTTP/1.1\r\nHost: " + service.to.authority + "\r\n";
    if (!options.user_agent.empty())
        fixed_head += "User-Agent: " + options.user_agent + "\r\n";
}

RESTBIND_DECL void engine::shut_down()
{
    std::shared_ptr<lookup> lookups[2];
    {
        std::lock_guard const lock(mutex);
        closed = true;
        pool_.shut_down();
        pauses_.shut_down();
        lookups[0] = service.looking_up;
        lookups[1] = identity.looking_up;
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

RESTBIND_DECL void engine::try_connection(lease& found)
{
    std::lock_guard const lock(mutex);
    if (!closed)
        found.take(*this, pool_.take_idle());
}

RESTBIND_DECL asio::awaitable<error> engine::get_connection(
    lease& found, bool fresh, clock::time_point deadline)
{
    std::optional<waiter> waiting;
    {
        std::lock_guard const lock(mutex);
        if (closed)
            co_return wait_error(wait_end::shut_down, phase::pool);
        if (!fresh)
            found.take(*this, pool_.take_idle());
        if (found)
            co_return error();
        found.take(*this, pool_.take_place(fresh));
        if (!found)
            waiting.emplace(pool_.waiting, mutex, executor, deadline);
    }
    if (waiting)
    {
        boost::system::error_code code;
        co_await waiting->async_wait(asio::redirect_error(asio::use_awaitable, code));
        wait_end const end = waiting->end(code);
        waiting.reset();
        if (end != wait_end::granted)
            co_return wait_error(end, phase::pool);
        std::lock_guard const lock(mutex);
        if (closed)
            co_return wait_error(wait_end::shut_down, phase::pool);
        found.take(*this, pool_.take_granted(fresh));
    }
    if (found->used)
        co_return error();
    error failure = co_await establish(*found, service, deadline);
    if (failure.kind() != error_kind::none)
        found.end();
    co_return failure;
}

RESTBIND_DECL asio::awaitable<error> engine::pause(std::chrono::milliseconds length)
{
    std::optional<waiter> waiting;
    {
        std::lock_guard const lock(mutex);
        if (closed)
            co_return wait_error(wait_end::shut_down, phase::backoff);
        waiting.emplace(pauses_, mutex, executor, clock::now() + length);
    }
    boost::system::error_code code;
    co_await waiting->async_wait(asio::redirect_error(asio::use_awaitable, code));
    wait_end const end = waiting->end(code);
    co_return end == wait_end::timed_out ? error() : wait_error(end, phase::backoff);
}

RESTBIND_DECL double engine::jitter()
{
    std::lock_guard const lock(mutex);
    return std::uniform_real_distribution<double>()(random_);
}

} // namespace restbind::net::detail

#include <restbind/net/impl/establish.ipp>
#include <restbind/net/impl/token_request.ipp>
