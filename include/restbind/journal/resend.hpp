// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/url.hpp>
#include <restbind/journal/record.hpp>
#include <restbind/net/options.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::journal
{

namespace detail
{

/** A record that is sent again. */
struct repeated_request
{
    record const& sent;
    std::string origin; ///< where the client sends it
};

/** Where a client sends an operation, as records name it; empty if the address is none. */
RESTBIND_COLD inline std::string origin_of(
    net::client_options const& options, std::string_view server)
{
    auto const found = options.servers.find(std::string(server));
    bool const is_own = found != options.servers.end();
    auto const address = http::parse_url(
        is_own ? http::resolve_server(options.base_url, found->second) : options.base_url);
    return address ? address->scheme + "://" + address->host_and_port() : std::string();
}

/** An operation whose request is a record of it. Reads responses as the operation does. */
template <class Operation>
struct recorded : Operation
{
    using request_type = repeated_request;

    static http::idempotency idempotency_of(repeated_request const&) noexcept
    {
        return http::idempotency::keyed;
    }

    /** Repeats the request, byte for byte, but for its key, which the call adds. */
    template <class Parameters>
    static void fill(http::request_builder& builder, repeated_request const& again,
        Parameters const&, validation_policy, problem_details*)
    {
        record const& sent = again.sent;
        char const* lacks = nullptr;
        if (sent.operation != Operation::info.operation_id)
            lacks = "the record is one of another operation";
        else if (sent.origin != again.origin)
            lacks = "the record is one of another service: its origin is not the client's";
        else if (sent.key.empty())
            lacks = "the record has no idempotency key: the service may do it a second time";
        else if (!sent.is_complete)
            lacks = "the record lacks what is secret of the request";
        if (lacks)
            return builder.refuse_all(restbind::detail::invalid_argument({lacks}));
        builder.repeat(sent.target, sent.headers, Operation::info.idempotency_key, sent.body);
    }
};

} // namespace detail

/** Sends a recorded request again, with its idempotency key: the service does it once, however often
    it has come. When it says that it has done it, the journal of the client settles the record.

    @code
    auto const sale = co_await restbind::journal::resend<api::operations::buy>(client, record);
    @endcode

    @tparam Operation The record's operation: its `info.operation_id` is `record::operation`.
    @param client A client, or a blocking one, for the service that the record names. Headers of the
        client's defaults are not added, and its parameters are not sent; those of the record are.
    @param sent Need not live until the call has ended. Its memo is that of the new record, unless
        the options have one.
    @returns What a call of the operation returns. `invalid_argument` for a record without a key, for
        one that lacks what was secret (`record::is_complete`), and for one of another operation or
        of another origin.
*/
template <class Operation, class Client>
auto resend(Client client, record const& sent, net::call_options options = {})
{
    detail::repeated_request const again{
        sent, detail::origin_of(client.options(), Operation::info.server)};
    net::call_options defaults = client.defaults();
    defaults.headers.clear();
    client.set_defaults(std::move(defaults));
    if (!sent.key.empty())
        options.idempotency_key = sent.key;
    if (!options.memo)
        options.memo = sent.memo;
    if constexpr (requires { client.template run<detail::recorded<Operation>>(again, options); })
        return client.template run<detail::recorded<Operation>>(again, options);
    else
        return client.template call<detail::recorded<Operation>>(again, options);
}

} // namespace restbind::journal
