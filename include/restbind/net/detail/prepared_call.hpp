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

/** A connection that was given to a call, and what writes its request. */
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

    /** The document with which the request would have been refused under another policy than
        `validation_policy::observe`; usually null. */
    std::unique_ptr<problem_details> local_problem{};

    /** Receives the bodies of successes instead of the response; may be null. */
    body_receiver* receiver = nullptr;

    /** Where it goes, and where its connection comes from; belongs to the session. Null for a tunnel:
        see `given`. */
    origin_state* to = nullptr;

    /** The connection of a request for a tunnel; otherwise null. */
    given_connection const* given = nullptr;

    /** What the request shows. The credentials belong to the session. */
    http::selected_credentials credentials{};

    /** A header line that the request shows in place of a token; usually null. Must live until the
        call has ended. */
    header_line const* line = nullptr;

    /** Whether the response to a good request is a secret. Then no error keeps any of its body, and
        its memory is overwritten. */
    bool holds_secrets = false;

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

    /** Memory for a response that holds secrets, in bytes. */
    static constexpr std::size_t reserved_for_secrets = 64U << 10;

    /** Forgets the call. Keeps the memory of the request's texts, unless it is more than 64 KiB. */
    void clear() noexcept
    {
        constexpr std::size_t max_kept = 64U << 10;
        // What else there is of the settings is set anew with each call.
        local_problem.reset();
        receiver = nullptr;
        credentials = {};
        refusal.reset();
        info.reset();
        request.referred_body = {}; // whose owner may be gone
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

/** Builds the request of an operation, whose own types are not known here. */
using build_function = void(http::request_builder& builder, void const* request,
    void const* parameters, validation_policy policy, problem_details* local_problem);

/** What a call is prepared from. */
struct call_request
{
    /** What is known before: an error if the call cannot be made. */
    result<void> const& allowed;

    http::operation_info const& operation;
    build_function& build;

    /** The first argument of `build`'s own. */
    void const* request;

    /** The second one: values that every call of the client sends. */
    void const* parameters;

    call_options const& options;
    call_options const& defaults;
};

/** Prepares a call.

    @param held The client's credentials other than the token.
    @param has_token Whether it has a token for any scheme, or a way to one.
    @param path_prefix Of the server's address.
    @returns Why it cannot be made: an error of the options, of the credentials, of the request, or
    of the headers.
*/
result<void> prepare_call(prepared_call& call, call_request const& asked,
    client_options const& client, std::vector<http::credential> const& held, bool has_token,
    std::string_view path_prefix);

} // namespace restbind::net::detail
