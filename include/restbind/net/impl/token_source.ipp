#pragma once

#include <restbind/http/token_response.hpp>
#include <restbind/net/token_source.hpp>

#include <algorithm>
#include <vector>

namespace restbind::net::detail
{

[[gnu::cold]] RESTBIND_DECL std::shared_ptr<token_source> token_source::shared(
    token_settings&& what)
{
    struct registry
    {
        std::mutex mutex;
        std::vector<std::weak_ptr<token_source>> sources;
    };
    // Never destroyed: clients with static storage may outlive everything else. It holds no secret
    // and keeps no source alive.
    static registry& known = *new registry;

    std::lock_guard const lock(known.mutex);
    std::erase_if(known.sources, [](auto const& source) { return source.expired(); });
    for (auto const& entry : known.sources)
        if (auto source = entry.lock(); source && source->settings == what)
            return source;
    auto created = std::make_shared<token_source>(std::move(what));
    known.sources.push_back(created);
    return created;
}

RESTBIND_DECL bool token_source::use(authorization& found, renewal& due, clock::time_point now,
    void const* client, clock::duration longest)
{
    using action = http::token_state::action;
    std::lock_guard const lock(mutex_);
    action const next = state_.lookup(now);
    if (next == action::use_and_renew || next == action::start_and_wait)
    {
        due.source_ = shared_from_this();
        due.request_ = ++request_;
        requester_ = client;
        bool const is_bounded = longest < (clock::time_point::max)() - now;
        state_.started(now, is_bounded ? now + longest : (clock::time_point::max)());
    }
    if (next != action::use && next != action::use_and_renew)
        return false;
    found.generation = state_.generation();
    found.line = line_;
    return true;
}

[[gnu::cold]] RESTBIND_DECL token_source::step token_source::join(std::optional<waiter>& waiting,
    asio::any_io_executor const& executor, clock::time_point deadline, void const* client,
    error& failure, std::uint64_t& generation)
{
    using action = http::token_state::action;
    std::lock_guard const lock(mutex_);
    generation = state_.generation();
    switch (state_.lookup(clock::now()))
    {
    case action::fail:
        failure = last_failure_;
        return step::fail;
    case action::wait:
        waiting.emplace(
            waiting_, mutex_, executor, (std::min)(deadline, state_.overdue_at()), client);
        return step::wait;
    default:
        return step::look_again;
    }
}

[[gnu::cold]] RESTBIND_DECL bool token_source::rejected(std::uint64_t generation)
{
    std::lock_guard const lock(mutex_);
    return state_.rejected(generation, clock::now());
}

[[gnu::cold]] RESTBIND_DECL void token_source::reset()
{
    std::lock_guard const lock(mutex_);
    state_.reset();
}

[[gnu::cold]] RESTBIND_DECL void token_source::leave(void const* client)
{
    std::lock_guard const lock(mutex_);
    waiting_.shut_down(client);
    if (state_.in_flight() && requester_ == client)
    {
        state_.abandoned();
        waiting_.grant_all();
    }
}

[[gnu::cold]] RESTBIND_DECL void token_source::succeeded(
    std::uint64_t request, std::shared_ptr<secret const> line, clock::duration lifetime)
{
    std::lock_guard const lock(mutex_);
    if (!is_current(request))
        return;
    line_.swap(line);
    state_.succeeded(lifetime);
    waiting_.grant_all();
}

[[gnu::cold]] RESTBIND_DECL void token_source::failed(std::uint64_t request, error const& failure)
{
    std::lock_guard const lock(mutex_);
    if (!is_current(request))
        return;
    last_failure_ = failure;
    state_.failed(clock::now(), http::is_refused_for_good(failure));
    waiting_.grant_all();
}

[[gnu::cold]] RESTBIND_DECL void token_source::abandoned(std::uint64_t request) noexcept
{
    std::lock_guard const lock(mutex_);
    if (!is_current(request))
        return;
    state_.abandoned();
    waiting_.grant_all();
}

} // namespace restbind::net::detail
