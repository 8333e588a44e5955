// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/request_head.hpp>
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
#include <vector>

namespace restbind::inline RESTBIND_ABI::http
{

class request_builder;

} // namespace restbind::http

namespace restbind::inline RESTBIND_ABI::net::detail
{

class body_receiver;
class connection;
class origin_state;
struct header_line;

/** The connection that a request for a tunnel is sent on, and what writes the request. */
struct given_connection
{
    connection& link;
    http::request_head const& head;
};

/** How one call is carried out. */
struct call_settings : effective_settings
{
    /** Number of the call, by which observers know it. 0: they are not told of it. */
    std::uint64_t id = 0;

    /** The problem document with which `validation_policy::enforce` would have refused the request.
        Null if the request breaks no rule, or under another policy than `observe`. */
    std::unique_ptr<problem_details> local_problem{};

    /** Gets the body of a success piece by piece; null: the response keeps the body. */
    body_receiver* receiver = nullptr;

    /** The origin that the call goes to, with its pool of connections. Belongs to the session. Null
        for a request for a tunnel, see `given`. */
    origin_state* to = nullptr;

    /** The connection of a request for a tunnel; otherwise null. */
    given_connection const* given = nullptr;

    /** The credentials that the request shows. They belong to the session. */
    http::selected_credentials credentials{};

    /** A header line with other credentials in the place of the token, for requests for tokens and
        tunnels; else null. Must live until the call has ended. */
    header_line const* line = nullptr;

    /** Whether a success holds a secret, as the response to a request for a token does. Then no
        error keeps its body, and its memory is overwritten. */
    bool holds_secrets = false;

    /** Why the call cannot be carried out; empty if it can. */
    std::optional<error> refusal{};
};

/** A call that is validated and encoded and only has to be carried out. The session uses an object
    again for a later call, and so saves the memory of the request's texts.
*/
struct prepared_call : call_settings
{
    /** The request. */
    http::request request{};

    /** The request without what is secret or only written, for a journal, interceptors and an
        observer of the traffic. Has only those headers whose values differ. Null if nothing of the
        operation's requests is secret, or if nobody asks for it. */
    std::unique_ptr<http::request> shown{};

    /** Target and body of this request may be kept and shown. */
    http::request const& view() const noexcept { return shown ? *shown : request; }

    /** Whether they are those that are sent, and all headers, too. */
    bool shows_all() const noexcept
    {
        return !shown || (shown->target == request.target && shown->headers.empty() &&
                             shown->content() == request.content());
    }

    /** The header of the idempotency key; empty if the request has none. */
    std::string_view key_header{};

    /** `call_options::memo`, for a journal. */
    std::string memo{};

    /** How many bytes are reserved for a response that holds secrets. */
    static constexpr std::size_t reserved_for_secrets = 64U << 10;

    /** Makes it ready for another call. Keeps the memory of the request's texts up to 64 KiB. */
    void clear() noexcept
    {
        constexpr std::size_t max_kept = 64U << 10;
        // All other settings are assigned anew for each call.
        local_problem.reset();
        receiver = nullptr;
        credentials = {};
        refusal.reset();
        shown.reset();
        key_header = {};
        info.reset();
        request.referred_body = {}; // refers to the caller's request, which may be gone
        if (request.target.capacity() + request.headers.text().capacity() +
                request.body.capacity() > max_kept)
            request = http::request();
    }
};

/** Gives a call that has ended back to its session. */
struct call_returner
{
    intrusive_ptr<session> to;

    void operator()(prepared_call* ended) const noexcept { to->take_back(ended); }
};

/** Builds the request of an operation. `request` and `parameters` point to the operation's own
    types.
 */
using build_function = void(http::request_builder& builder, void const* request,
    void const* parameters, validation_policy policy, problem_details* local_problem);

/** What a call is prepared from. */
struct call_request
{
    http::operation_info const& operation;
    build_function& build;

    /** Argument of `build`: the caller's request. */
    void const* request;

    /** Argument of `build`: the values that every call of the client sends. */
    void const* parameters;

    call_options const& options;
    call_options const& defaults;

    /** Why the call cannot be made, if that is known before; otherwise null. */
    error const* refusal = nullptr;
};

/** Validates and encodes a call, with the settings and credentials that hold for it.

    @param call Empty; is filled in.
    @param held The client's credentials other than the token.
    @param has_token Whether it has a token for any scheme, or a way to one.
    @param path_prefix Prefix of the path in the server's address.
    @returns Why the call cannot be made: an error of the options, the credentials, the request or
    the headers.
*/
result<void> prepare_call(prepared_call& call, call_request const& asked,
    client_options const& client, std::vector<http::credential> const& held, bool has_token,
    std::string_view path_prefix);

} // namespace restbind::net::detail
