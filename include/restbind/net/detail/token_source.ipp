#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/net/detail/token_source.hpp>

#include <algorithm>
#include <mutex>
#include <utility>

namespace restbind::net::detail
{

struct token_source::registry
{
    std::mutex mutex;
    token_source* first = nullptr;
};

RESTBIND_COLD RESTBIND_DECL token_source::registry& token_source::known()
{
    // Never destroyed: clients with static storage may outlive everything else.
    static registry& all = *new registry;
    return all;
}

RESTBIND_COLD RESTBIND_DECL intrusive_ptr<token_source> token_source::shared(token_settings&& what)
{
    registry& all = known();
    std::lock_guard const lock(all.mutex);
    // One whose last share is gone is still there to be looked at until it has left the registry.
    for (token_source* one = all.first; one; one = one->next_)
        if (one->settings == what && one->try_share())
            return intrusive_ptr<token_source>(one, false);
    intrusive_ptr<token_source> created(new token_source(std::move(what)));
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
    using step = http::token_step;
    std::lock_guard const lock(mutex_);
    step const next = machine_.ask(now, client, longest);
    if (next == step::use_and_request || next == step::request)
    {
        due.source_.reset(this);
        due.request_ = machine_.request();
    }
    if (next != step::use && next != step::use_and_request)
        return false;
    found.generation = machine_.generation();
    found.line = machine_.token();
    found.from = this;
    return true;
}

RESTBIND_COLD RESTBIND_DECL result<std::uint64_t> token_source::join(
    waiter& waiting, clock::time_point deadline, void const* client)
{
    std::lock_guard const lock(mutex_);
    http::token_step const next = machine_.step(clock::now());
    if (next == http::token_step::fail)
        return machine_.failure();
    if (next == http::token_step::wait)
        waiting.join(waiting_, mutex_, (std::min)(deadline, machine_.overdue_at()), client);
    return machine_.generation();
}

RESTBIND_COLD RESTBIND_DECL bool token_source::rejected(
    std::string_view operation, std::uint64_t generation)
{
    std::lock_guard const lock(mutex_);
    bool const renew = machine_.rejected(operation, generation, clock::now());
    has_rejections_.store(machine_.has_rejections(), std::memory_order_relaxed);
    return renew;
}

RESTBIND_COLD RESTBIND_DECL void token_source::accepted(
    std::string_view operation, std::uint64_t generation)
{
    std::lock_guard const lock(mutex_);
    machine_.accepted(operation, generation);
    has_rejections_.store(machine_.has_rejections(), std::memory_order_relaxed);
}

RESTBIND_COLD RESTBIND_DECL void token_source::reset()
{
    std::lock_guard const lock(mutex_);
    machine_.reset();
    has_rejections_.store(false, std::memory_order_relaxed);
}

RESTBIND_COLD RESTBIND_DECL void token_source::leave(void const* client)
{
    std::lock_guard const lock(mutex_);
    waiting_.shut_down(client);
    if (machine_.leave(client))
        waiting_.grant_all();
}

RESTBIND_COLD RESTBIND_DECL void token_source::succeeded(
    std::uint64_t request, intrusive_ptr<header_line const> line, clock::duration lifetime)
{
    std::lock_guard const lock(mutex_);
    if (machine_.succeeded(request, std::move(line), lifetime))
        waiting_.grant_all();
}

RESTBIND_COLD RESTBIND_DECL void token_source::failed(std::uint64_t request, error const& failure)
{
    std::lock_guard const lock(mutex_);
    if (machine_.failed(request, failure, clock::now()))
        waiting_.grant_all();
}

RESTBIND_COLD RESTBIND_DECL void token_source::abandoned(std::uint64_t request) noexcept
{
    std::lock_guard const lock(mutex_);
    if (machine_.abandoned(request))
        waiting_.grant_all();
}

} // namespace restbind::net::detail
