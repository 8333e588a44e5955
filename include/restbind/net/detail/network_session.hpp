// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/security.hpp>
#include <restbind/net/detail/client_tokens.hpp>
#include <restbind/net/detail/dialer.hpp>
#include <restbind/net/detail/failures.hpp>
#include <restbind/net/detail/option_checks.hpp>
#include <restbind/net/detail/origin_state.hpp>
#include <restbind/net/detail/pauses.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/process.hpp>
#include <restbind/net/detail/reporter.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

class network_session;

// Stands in <restbind/net/detail/call_driver.hpp>, which includes this header.
asio::awaitable<void> carry_out(
    network_session& shared, prepared_call const& call, response_reader& reader);

/** The network behind the table of `session`: what copies and views of a client share. Calls in
    flight keep it alive. Thread-safe: each of its parts has a lock of its own, which is never held
    across a suspension.
*/
class network_session final : public session
{
public:
    network_session(asio::any_io_executor&& chosen, checked_options&& checked);
    inline ~network_session() override;

    inline pending_call prepare(call_request const& asked) override;
    inline asio::awaitable<void> send(prepared_call& call, response_reader& reader) override;
    inline void take_back(prepared_call* ended) noexcept override;
    inline void reset_token() override;

    /** @name What the calls of all origins share
        @{
    */
    /** Credentials other than the token. */
    std::vector<http::credential> const& held() const noexcept { return held_; }

    /** Headers of responses that are kept because they help to trace them. */
    http::header_names const& trace_headers() const noexcept { return trace_headers_; }

    client_tokens& tokens() noexcept { return tokens_; }

    time_source const& time() const noexcept { return time_; }

    /** Waits between attempts. */
    pauses& backoff() noexcept { return pauses_; }

    /** Random number from 0 to 1. */
    double jitter() noexcept { return jitter_.next(); }
    /** @} */

private:
    /// An address of the service.
    struct server
    {
        std::string name; ///< by which operations ask for it; empty: the address for all others
        std::string path_prefix;
        origin_state& state;
    };

    inline void close() noexcept override;
    origin_state& state_of(origin const& to);
    server const& server_of(std::string_view name) const noexcept;
    result<void> try_to_prepare(
        prepared_call& call, call_request const& asked, std::string_view path_prefix) const;
    void refuse(prepared_call& call, call_request const& asked, error const& why) const;

    time_source const time_;
    context_owner& owner_; ///< the process that runs the executor's context
    std::vector<http::credential> const held_;
    http::header_names const trace_headers_;
    jitter_source jitter_;
    dialer dialer_;
    pauses pauses_;
    std::list<origin_state> origins_; ///< neither list changes after the constructor
    std::list<server> servers_;       ///< the first one has no name
    client_tokens tokens_;
    std::atomic<prepared_call*> spare_{nullptr}; ///< has ended; its memory serves the next call
};

/// A number that no other call of the process has.
inline std::uint64_t next_call_id() noexcept
{
    static std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

RESTBIND_COLD inline network_session::network_session(
    asio::any_io_executor&& chosen, checked_options&& checked)
    : session(std::move(checked.options), std::move(chosen))
    , time_(options().transport.get())
    , owner_(context_owner::of(executor()))
    , held_(std::move(checked.held))
    , trace_headers_(options().trace_headers)
    , jitter_(time_.seed())
    , dialer_(*this, executor(), time_, options(), std::move(checked.proxy), jitter_)
    , pauses_(executor(), time_)
    , tokens_(*this, executor(), time_, options(), dialer_, std::move(checked.tokens),
          checked.fixed_line)
{
    servers_.push_back({{}, checked.service.address.prefix, state_of(checked.service)});
    for (auto& [name, to] : checked.servers)
        servers_.push_back({std::move(name), to.address.prefix, state_of(to)});
}

RESTBIND_COLD inline network_session::~network_session()
{
    delete spare_.load();
}

/// The state of an origin: addresses of one origin share it.
RESTBIND_COLD inline origin_state& network_session::state_of(origin const& to)
{
    for (origin_state& one : origins_)
        if (one.target.to.address.is_same_origin(to.address))
            return one;
    return origins_.emplace_back(
        executor(), time_, options(), dialer_, to, options().pool.max_idle,
        options().retry.budget);
}

inline auto network_session::server_of(std::string_view name) const noexcept
    -> server const&
{
    if (!name.empty())
        for (server const& one : servers_)
            if (one.name == name)
                return one;
    return servers_.front();
}

inline pending_call network_session::prepare(call_request const& asked)
{
    prepared_call* const kept = spare_.exchange(nullptr);
    pending_call call(kept ? kept : new prepared_call, {intrusive_ptr<session>(this)});
    server const& at = server_of(asked.operation.server);
    call->id = next_call_id();
    call->to = &at.state;
    auto const good = !owner_.is_usable() ? result<void>(foreign_client_error())
                      : asked.refusal     ? result<void>(*asked.refusal)
                                          : try_to_prepare(*call, asked, at.path_prefix);
    if (!good)
        refuse(*call, asked, good.error());
    return call;
}

/// As `prepare_call`. If a codec throws, the call cannot be made, and this says so.
inline result<void> network_session::try_to_prepare(
    prepared_call& call, call_request const& asked, std::string_view path_prefix) const
try
{
    return prepare_call(call, asked, options(), held_, tokens_.any(), path_prefix);
}
catch (...)
{
    return restbind::detail::fill(
        callback_error("json::codec::write", std::current_exception()))
        .with_phase(phase::encode)
        .take();
}

/// The call is not carried out. What the observer throws is kept in `call_info`.
RESTBIND_COLD inline void network_session::refuse(
    prepared_call& call, call_request const& asked, error const& why) const
{
    call_info* const info = asked.options.info.get();
    call.refusal = why;
    restbind::detail::fill(*call.refusal).with_call_id(call.id);
    if (info)
        *info = {.call_id = call.id};
    // Another process's observer may wait for a thread that is not here.
    if (!options().observer || !owner_.is_usable())
        return;
    try
    {
        options().observer->call_ended({.call_id = call.id,
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

inline asio::awaitable<void> network_session::send(
    prepared_call& call, response_reader& reader)
{
    return carry_out(*this, call, reader);
}

inline void network_session::take_back(prepared_call* ended) noexcept
{
    ended->clear();
    delete spare_.exchange(ended);
}

RESTBIND_COLD inline void network_session::reset_token()
{
    if (!owner_.is_foreign())
        tokens_.reset();
}

RESTBIND_COLD inline void network_session::close() noexcept
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
