// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/operation_info.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/security.hpp>
#include <restbind/net/detail/effective_settings.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::net::detail
{

class body_receiver;
class session_state;

/** How one call is carried out. */
struct call_settings : effective_settings
{
    /** Number of the call, by which observers know it. */
    std::uint64_t id = 0;

    /** The document with which the request would have been refused under another policy than
        `validation_policy::observe`; usually null. */
    std::unique_ptr<problem_details> local_problem{};

    /** Receives the bodies of successes instead of the response; may be null. */
    body_receiver* receiver = nullptr;

    /** What the request shows. The credentials belong to the session state. */
    http::selected_credentials credentials{};

    /** Why the call cannot be carried out, if it cannot. */
    std::optional<error> refusal{};
};

/** A call that is validated and encoded and only has to be carried out. One object serves one call
    after the other: the memory of the request's texts is kept.
*/
struct prepared_call : call_settings
{
    /** The request. */
    http::request request{};
};

/** Keeps a call that has ended for the next one. */
struct call_keeper
{
    /** What carries the call out. */
    intrusive_ptr<transport> shared;

    void operator()(prepared_call* ended) const noexcept
    {
        constexpr std::size_t max_kept = 64U << 10;
        static_cast<call_settings&>(*ended) = call_settings();
        http::request& last = ended->request;
        last.referred_body = {}; // whose owner may be gone
        if (last.target.capacity() + last.headers.text().capacity() + last.body.capacity() > max_kept)
            last = http::request();
        delete shared->spare.exchange(ended);
    }
};

/** A call that was not prepared yet. */
inline pending_call make_call(transport& shared)
{
    prepared_call* const kept = shared.spare.exchange(nullptr);
    return pending_call(kept ? kept : new prepared_call, {intrusive_ptr<transport>(&shared)});
}

/** Prepares a call whose parameters are known.

    @returns Why it cannot be made: an error of the options, of the credentials, of the request, or
    of the headers.
*/
result<void> prepare_call(prepared_call& call, http::operation_info const& operation,
    build_function& build, void const* request, void const* parameters,
    std::string_view path_prefix, call_options const& options, call_options const& defaults,
    session_state const& shared);

} // namespace restbind::net::detail
