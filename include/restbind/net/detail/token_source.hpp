// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/http/detail/secrets.hpp>
#include <restbind/http/token_machine.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/net/detail/origin.hpp>
#include <restbind/net/detail/process.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/detail/waiter.hpp>
#include <restbind/net/transport.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** A header line that holds a token. */
struct header_line final : ref_counted<header_line>
{
    explicit header_line(secret&& line) noexcept
        : text(std::move(line))
    {
    }

    /** The whole line and its end, such as `Authorization: Bearer …`. */
    secret const text;
};

/** A token ready to be sent. */
struct authorization
{
    /** Null if requests carry no token. */
    intrusive_ptr<header_line const> line;

    /** Where it came from; null if it cannot be renewed. Lives as long as the session. */
    class token_source* from = nullptr;

    /** Number of the token; 0 if it cannot be renewed. */
    std::uint64_t generation = 0;

    /** The line, or an empty text. */
    std::string_view text() const noexcept
    {
        return line ? line->text.reveal() : std::string_view();
    }

    /** The token itself, or what the line shows in its place; or an empty text. */
    std::string_view token() const noexcept
    {
        std::string_view const whole = text();
        std::size_t const begin = whole.rfind(' ') + 1; // 0 without a space
        return whole.substr(begin, whole.size() - begin - (whole.empty() ? 0 : 2));
    }
};

/** Makes the header line of a token. */
inline intrusive_ptr<header_line const> authorization_line(std::string_view token)
{
    return intrusive_ptr<header_line const>(new header_line(http::bearer_line(token)));
}

/** What tokens are asked for with. Clients for which all of it is equal share their token. */
struct token_source_settings
{
    /** Identifier and secret of the client. The secret stands here and nowhere else. */
    http::client_credentials credentials{};

    /** How they are sent. */
    http::client_authentication authentication{};

    /** Path and query of the request. */
    std::string target{};

    /** Scope of the request. */
    std::string scope{};

    /** The authorization server. */
    origin server{};

    /** Encryption of connections to the authorization server; may be null. */
    std::shared_ptr<http::secure_channel_factory> tls{};

    /** What stands in for the network, by whose time a token lives; may be null. */
    std::shared_ptr<net::transport> transport{};

    /** Lifetime of a token whose response names none. */
    std::chrono::seconds assumed_life{0};

    /** Time before the end of a token's life at which it is renewed. */
    std::chrono::seconds renew_before{0};

    /** Secrets are compared in a time that depends on their sizes only. */
    RESTBIND_COLD friend bool operator==(
        token_source_settings const&, token_source_settings const&) noexcept = default;
};

class renewal;
struct token_and_renewal;

/** A token, or none yet. */
struct token_lookup
{
    authorization token{};  ///< if it is not there, only the number of the newest one is set
    bool is_there = false;  ///< whether it can be used; if not, the call has to wait
    bool has_asked = false; ///< whether the look-up has begun a request for a new one
};

/** The token that clients with the same credentials share, and the one request for it that may be
    in flight.

    Any of its clients runs the request; the others wait, each on an executor of its own. If the
    client that runs it goes away, the next one takes over. Thread-safe; a lock is never held across
    a suspension.
*/
class token_source final : public ref_counted<token_source>, public list_node<token_source>
{
public:
    RESTBIND_COLD explicit token_source(token_source_settings&& what)
        : settings(std::move(what))
        , machine_(settings.renew_before)
    {
    }
    RESTBIND_COLD ~token_source()
    {
        if (!is_known_)
            return;
        std::lock_guard const lock(process::mutex());
        known().remove(*this);
    }

    /** The source that all clients of the process with these settings share. Thread-safe. */
    RESTBIND_COLD static intrusive_ptr<token_source> shared(token_source_settings&& what)
    {
        std::lock_guard const lock(process::mutex());
        // A source whose last share is gone may still be in the list, until its destructor has
        // removed it. One that was made before a fork is left out: its lock may be held for ever.
        for (token_source* one = known().front(); one; one = one->next)
            if (one->maker_ == process::number() && one->settings == what && one->try_share())
                return intrusive_ptr<token_source>(one, false);
        intrusive_ptr<token_source> created(new token_source(std::move(what)));
        created->is_known_ = true;
        known().push_back(*created);
        return created;
    }

    /** In the place of a token's number: the call has not waited for a token. */
    static constexpr std::uint64_t has_not_waited =
        http::token_machine<intrusive_ptr<header_line const>>::has_not_waited;

    /** What is asked for. Never changes. */
    token_source_settings const settings;

    /** The token, if it is there, and a request for a new one, if one is due.

        @param client The client that asks.
        @param longest How long the request may take. After that it counts as lost.
        @param seen As for `http::token_machine::step`.
    */
    token_and_renewal use(clock::time_point now, void const* client, clock::duration longest,
        std::uint64_t seen);

    /** Makes a call wait for the request that is under way.

        @param waiting Joins the queue. It does not if there is nothing to wait for any more: then
            `use` has to be called again.
        @param seen As for `use`.
        @returns Why there is no token, if waiting is of no use.
    */
    RESTBIND_COLD result<void> join(waiter& waiting, clock::time_point now,
        clock::time_point deadline, void const* client, std::uint64_t seen)
    {
        std::lock_guard const lock(mutex_);
        http::token_step const todo = machine_.step(now, seen);
        if (todo == http::token_step::fail)
            return machine_.failure();
        if (todo == http::token_step::wait)
            waiting.join(waiting_, mutex_, (std::min)(deadline, machine_.overdue_at()), client);
        return {};
    }

    /** Notes that the service has rejected a token.

        @param operation Name of the operation that was called.
        @returns Whether a retry with another token makes sense.
    */
    RESTBIND_COLD bool rejected(
        std::string_view operation, std::uint64_t generation, clock::time_point now)
    {
        std::lock_guard const lock(mutex_);
        bool const renew = machine_.rejected(operation, generation, now);
        has_rejections_.store(machine_.has_rejections(), std::memory_order_relaxed);
        return renew;
    }

    /** Whether `accepted` has anything to do. Takes no lock. */
    bool has_rejections() const noexcept { return has_rejections_.load(std::memory_order_relaxed); }

    /** Notes that an operation has succeeded with a token. */
    RESTBIND_COLD void accepted(std::string_view operation, std::uint64_t generation)
    {
        std::lock_guard const lock(mutex_);
        machine_.accepted(operation, generation);
        has_rejections_.store(machine_.has_rejections(), std::memory_order_relaxed);
    }

    /** Forgets the token, and that the authorization server has refused one for good. */
    RESTBIND_COLD void reset()
    {
        std::lock_guard const lock(mutex_);
        machine_.reset();
        has_rejections_.store(false, std::memory_order_relaxed);
    }

    /** A client is closed: ends its waits with `client_closed`. If it has made the request that is
        under way, another client makes it anew. */
    RESTBIND_COLD void leave(void const* client)
    {
        end_request(
            [this, client](auto& machine)
            {
                waiting_.shut_down(client);
                return machine.leave(client);
            });
    }

private:
    friend class renewal;

    /// All sources that clients share, guarded by the mutex of the process. It holds no secret and
    /// keeps no source alive.
    RESTBIND_COLD static linked_list<token_source>& known()
    {
        // Never destroyed: clients with static storage may outlive everything else.
        static linked_list<token_source>& all = *new linked_list<token_source>;
        return all;
    }

    /// Gives the request up in a forked child: its response goes to the parent, which has sent it.
    /// @pre The lock is held.
    RESTBIND_COLD void leave_request_to_parent()
    {
        asker_ = process::number();
        if (machine_.abandoned(machine_.request()))
            waiting_.grant_all();
    }

    /// Ends the request. The waiters ask again if `step` returns true.
    template <class Step>
    RESTBIND_COLD void end_request(Step const& step)
    {
        std::lock_guard const lock(mutex_);
        if (step(machine_))
            waiting_.grant_all();
    }

    std::mutex mutex_;
    http::token_machine<intrusive_ptr<header_line const>> machine_;
    wait_queue waiting_;
    std::atomic<bool> has_rejections_ = false; ///< written under the lock
    bool is_known_ = false;
    unsigned const maker_ = process::number(); ///< the process that has made it
    unsigned asker_ = maker_; ///< the process whose request is under way, guarded by the lock
};

/** A request for a token that is to be carried out. Destroying it without a result gives the
    request up: then another call may begin one. */
class renewal
{
public:
    renewal() noexcept = default;
    renewal(renewal&&) noexcept = default;
    renewal& operator=(renewal&&) = delete;
    ~renewal()
    {
        if (source_)
            source_->end_request([this](auto& machine) { return machine.abandoned(request_); });
    }

    /** Whether there is a request. */
    explicit operator bool() const noexcept { return source_ != nullptr; }

    /** It has ended with a token. */
    void succeeded(intrusive_ptr<header_line const> line, std::chrono::seconds lifetime)
    {
        std::exchange(source_, nullptr)
            ->end_request([&](auto& machine)
                { return machine.succeeded(request_, std::move(line), lifetime); });
    }

    /** It has ended with an error. */
    void failed(error const& failure, clock::time_point now)
    {
        std::exchange(source_, nullptr)
            ->end_request([&](auto& machine)
                { return machine.failed(request_, failure, now); });
    }

private:
    friend class token_source;

    intrusive_ptr<token_source> source_;
    std::uint64_t request_ = 0;
};

/** Result of `token_source::use`. */
struct token_and_renewal : token_lookup
{
    renewal due{}; ///< a request that the caller has to carry out, if one is due
};

inline token_and_renewal token_source::use(
    clock::time_point now, void const* client, clock::duration longest, std::uint64_t seen)
{
    using step = http::token_step;
    token_and_renewal looked_up;
    std::lock_guard const lock(mutex_);
    if (asker_ != process::number()) [[unlikely]]
        leave_request_to_parent();
    step const todo = machine_.ask(now, client, longest, seen);
    looked_up.token.generation = machine_.generation();
    if (todo == step::use_and_request || todo == step::request)
    {
        looked_up.due.source_.reset(this);
        looked_up.due.request_ = machine_.request();
    }
    looked_up.is_there = todo == step::use || todo == step::use_and_request;
    if (looked_up.is_there)
    {
        looked_up.token.line = machine_.token();
        looked_up.token.from = this;
    }
    return looked_up;
}

/** Where tokens of one kind come from. */
struct token_service
{
    intrusive_ptr<token_source> source{}; ///< null: there are none
    origin server{};                      ///< without a host if a token provider makes them
};

} // namespace restbind::net::detail
