#pragma once

#include <restbind/http/token_response.hpp>
#include <restbind/net/token_source.hpp>

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>

namespace restbind::net::detail
{

struct token_source::registry
{
    std::mutex mutex;
    token_source* first = nullptr;
};

[[gnu::cold]] RESTBIND_DECL token_source::registry& token_source::known()
{
    // Never destroyed: clients with static storage may outlive everything else.
    static registry& all = *new registry;
    return all;
}

[[gnu::cold]] RESTBIND_DECL share<token_source> token_source::shared(token_settings&& what)
{
    registry& all = known();
    std::lock_guard const lock(all.mutex);
    // One whose last share is gone is still there to be looked at until it has left the registry.
    for (token_source* one = all.first; one; one = one->next_)
        if (one->settings == what && one->try_share())
            return share<token_source>(one, false);
    share<token_source> created(new token_source(std::move(what)));
    created->is_known_ = true;
    created->next_ = all.first;
    all.first = created.get();
    return created;
}

RESTBIND_DECL token_source::~token_source()
{
    if (!is_known_)
        return;
    registry& all = known();
    std::lock_guard const lock(all.mutex);
    token_source** at = &all.first;
    while (*at != this)
        at = &(*at)->next_;
    *at = next_;
}

RESTBIND_DECL bool token_source::use(authorization& found, renewal& due, clock::time_point now,
    void const* client, clock::duration longest)
{
    using action = http::token_state::action;
    std::lock_guard const lock(mutex_);
    action const next = state_.lookup(now);
    if (next == action::use_and_renew || next == action::start_and_wait)
    {
        due.source_.reset(this);
        due.request_ = ++request_;
        requester_ = client;
        bool const is_bounded = longest < (clock::time_point::max)() - now;
        state_.started(now, is_bounded ? now + longest : (clock::time_point::max)());
    }
    if (next != action::use && next != action::use_and_renew)
        return false;
    found.generation = state_.generation();
    found.line = line_;
    found.from = this;
    return true;
}

[[gnu::cold]] RESTBIND_DECL token_source::step token_source::join(waiter& waiting,
    clock::time_point deadline, void const* client, error& failure, std::uint64_t& generation)
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
        waiting.join(waiting_, mutex_, (std::min)(deadline, state_.overdue_at()), client);
        return step::wait;
    default:
        return step::look_again;
    }
}

[[gnu::cold]] RESTBIND_DECL bool token_source::rejected(
    std::string_view operation, std::uint64_t generation)
{
    std::uint64_t const key = std::hash<std::string_view>()(operation);
    std::lock_guard const lock(mutex_);
    bool const renew = state_.rejected(key, generation, clock::now());
    has_rejections_.store(state_.has_records(), std::memory_order_relaxed);
    return renew;
}

[[gnu::cold]] RESTBIND_DECL void token_source::accepted(
    std::string_view operation, std::uint64_t generation)
{
    std::uint64_t const key = std::hash<std::string_view>()(operation);
    std::lock_guard const lock(mutex_);
    state_.accepted(key, generation);
    has_rejections_.store(state_.has_records(), std::memory_order_relaxed);
}

[[gnu::cold]] RESTBIND_DECL void token_source::reset()
{
    std::lock_guard const lock(mutex_);
    state_.reset();
    has_rejections_.store(false, std::memory_order_relaxed);
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
    std::uint64_t request, share<header_line const> line, clock::duration lifetime)
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
