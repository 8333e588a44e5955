// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/security.hpp>
#include <restbind/net/detail/client_tokens.hpp>
#include <restbind/net/detail/dialer.hpp>
#include <restbind/net/detail/option_checks.hpp>
#include <restbind/net/detail/origin_state.hpp>
#include <restbind/net/detail/pauses.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/process.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <atomic>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** The network behind the table of `session`: what copies and views of a client share. Calls in
    flight keep it alive. Thread-safe: each of its parts has a lock of its own, which is never held
    across a suspension.
*/
class network_session final : public session
{
public:
    network_session(asio::any_io_executor&& executor, checked_options&& checked);
    RESTBIND_DECL ~network_session() override;

    RESTBIND_DECL pending_call prepare(call_request const& asked) override;
    RESTBIND_DECL asio::awaitable<void> send(prepared_call& call, response_reader& reader) override;
    RESTBIND_DECL void take_back(prepared_call* ended) noexcept override;
    RESTBIND_DECL void reset_token() override;

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

    RESTBIND_DECL void close() noexcept override;
    origin_state& state_of(origin const& to);
    server const& server_of(std::string_view name) const noexcept;
    result<void> try_to_prepare(
        prepared_call& call, call_request const& asked, std::string_view path_prefix) const;
    void refuse(prepared_call& call, call_request const& asked, error const& why) const;

    asio::any_io_executor const executor_;
    time_source const time_{};
    context_owner& owner_; ///< the process that runs the executor's context
    client_options const options_;
    std::vector<http::credential> const held_;
    http::header_names const trace_headers_;
    jitter_source jitter_;
    dialer dialer_;
    pauses pauses_;
    std::deque<origin_state> origins_; ///< neither list changes after the constructor
    std::vector<server> servers_;      ///< the first one has no name
    client_tokens tokens_;
    std::atomic<prepared_call*> spare_{nullptr}; ///< has ended; its memory serves the next call
};

} // namespace restbind::net::detail
