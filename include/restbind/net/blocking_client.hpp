// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/net/body_sink.hpp>
#include <restbind/net/client.hpp>
#include <restbind/net/detail/io_thread.hpp>
#include <restbind/net/options.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net
{

/** Base of generated blocking clients: a client and the thread that works for it.

    The same calls as the client's, which return when they have ended. May be used from several
    threads at once. The functions of an observer, a token provider and a sink run in the client's
    own thread, which cannot wait for itself: a call from there ends with `invalid_argument`, and no
    observer is told. Destroying the last view ends calls in flight with `client_closed` and waits
    for the thread, unless that is the thread itself, which then ends by itself.

    @tparam Client The generated client.
*/
template <class Client>
class basic_blocking_client
{
public:
    /** Type of the values that every call sends. */
    using parameters_type = typename Client::parameters_type;

    /** Makes a client and starts its thread; nothing is sent.

        @throws restbind::exception if the options or the parameters are not usable, or if the
        system starts no thread.
    */
    basic_blocking_client(client_options options, parameters_type parameters)
        : thread_(detail::start_io_thread().value())
        , client_(thread_->executor(), std::move(options), std::move(parameters))
    {
    }

    /** @overload
        Of an API whose calls share no values. */
    explicit basic_blocking_client(client_options options)
        requires std::is_empty_v<parameters_type>
        : basic_blocking_client(std::move(options), parameters_type{})
    {
    }

    /** Puts a client and the thread that works for it together. */
    basic_blocking_client(std::shared_ptr<detail::call_runner> thread, Client client) noexcept
        : thread_(std::move(thread))
        , client_(std::move(client))
    {
    }

    /** The values that every call sends. */
    parameters_type const& client_parameters() const noexcept
    {
        return client_.client_parameters();
    }

    /** The options that the client was made with, without `tokens.credentials.client_secret` and
        `tokens.access_token`, which were moved to where they are used. */
    client_options const& options() const noexcept { return client_.options(); }

    /** What calls use unless they say otherwise. */
    call_options const& defaults() const noexcept { return client_.defaults(); }

    /** Changes what later calls of this view use. Not while another thread uses the same view. */
    void set_defaults(call_options defaults) { client_.set_defaults(std::move(defaults)); }

    /** Forgets the cached token and a refusal of the authorization server that would otherwise be
        final. For all views, and for all clients that share the token, see
        `client_options::tokens.credentials`. */
    void reset_token() const { client_.reset_token(); }

    /** Carries an operation out and waits for its end. The request may be `no_body` where the
        operation allows that. */
    template <class Operation, class Request>
    result<typename Operation::response_type> run(
        Request const& request, call_options const& options = no_call_options) const
    {
        // Another thread may destroy the client in the middle of this function.
        auto const keeps_running = thread_;
        base_type const& client = client_;
        return base_type::template code<Operation, Request>::run(
            client.core_, request, options, *keeps_running);
    }

protected:
    /** Makes a blocking client of a derived type; errors as the constructor, as values. */
    template <class Blocking>
    static result<Blocking> make_as(client_options options, parameters_type parameters)
    {
        auto thread = detail::start_io_thread();
        if (!thread)
            return thread.error();
        auto client =
            Client::make((*thread)->executor(), std::move(options), std::move(parameters));
        if (!client)
            return client.error();
        return Blocking(std::move(*thread), std::move(*client));
    }

    /** A view in which a parameter has another value, of a derived type. Shares thread, connections
        and token. Errors as the client's `view_as`. */
    template <class Blocking>
    result<Blocking> view_as(std::string name, std::string value) const
    {
        auto client = client_.template view_as<Client>(std::move(name), std::move(value));
        if (!client)
            return client.error();
        return Blocking(thread_, std::move(*client));
    }

    /** Carries an operation out whose response goes to a sink, in the client's thread, and waits
        for its end. Includes as with the client's `call_streaming`. */
    template <class Operation>
    result<streamed_response> run_streaming(typename Operation::request_type const& request,
        body_sink& sink, call_options const& options = no_call_options) const
    {
        auto const keeps_running = thread_;
        base_type const& client = client_;
        using code = typename base_type::template code<Operation>;
        return detail::run_streaming(*keeps_running,
            code::prepare(client.core_, request, options, true), sink,
            Operation::described_responses());
    }

private:
    using base_type = basic_client<parameters_type>;

    // The client goes first: that ends the calls, for which the end of the thread waits.
    std::shared_ptr<detail::call_runner> thread_;
    Client client_;
};

} // namespace restbind::net

