// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/request.hpp>
#include <restbind/net/body_sink.hpp>
#include <restbind/net/detail/client_core.hpp>
#include <restbind/net/detail/operation_impl.hpp>
#include <restbind/net/detail/streaming.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/execution_context.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net
{

template <class Client>
class basic_blocking_client;

/** What runs the work of a client: `asio::io_context`, `asio::thread_pool` and their like. */
template <class Context>
concept execution_context = std::is_base_of_v<asio::execution_context, Context> &&
                            requires(Context& context) { context.get_executor(); };

/** Base of generated clients: a session, the values that every call sends, and defaults for calls.

    Cheap to copy; copies and views share connections and token. Thread-safe as far as it is
    const. The last copy must live until its calls have ended: destroying it ends them with
    `client_closed`. It must be destroyed before the execution context of its executor.

    @tparam Parameters Values that every call sends. Has `result<void> check() const`, and
    `static auto by_name()`, an array of `http::client_parameter`, if there are any.
    @tparam Executor Made from an `asio::any_io_executor`, which it may give another default
    completion token.
*/
template <class Parameters, class Executor = asio::any_io_executor>
class basic_client
{
public:
    /** Type of the values that every call sends. */
    using parameters_type = Parameters;

    /** Type of the client's executor. */
    using executor_type = Executor;

    /** The client with another type of executor, for `as_default_on` of completion tokens. */
    template <class Other>
    struct rebind_executor
    {
        /** The client. */
        using other = basic_client<Parameters, Other>;
    };

    /** The completion token of calls that name none; `void`, and then each call names one, where
        the installed Asio has none for this executor. */
    using default_token_type = asio::default_completion_token_t<executor_type>;

    /** Makes a client; nothing is sent.

        @param executor Where connections and background work run.
        @throws restbind::exception if the options or the parameters are not usable
        (`invalid_argument`, naming what is wrong).
    */
    basic_client(executor_type executor, client_options options, Parameters parameters)
        : core_(open(std::move(executor), std::move(options), std::move(parameters)).value())
    {
    }

    /** The same for the executor of an execution context, such as `asio::io_context`. */
    template <execution_context Context>
    basic_client(Context& context, client_options options, Parameters parameters)
        : basic_client(executor_type(asio::any_io_executor(context.get_executor())),
              std::move(options), std::move(parameters))
    {
    }

    /** @overload
        Of an API whose calls share no values. */
    basic_client(executor_type executor, client_options options)
        requires std::is_empty_v<Parameters>
        : basic_client(std::move(executor), std::move(options), Parameters{})
    {
    }
    /** @overload */
    template <execution_context Context>
    basic_client(Context& context, client_options options)
        requires std::is_empty_v<Parameters>
        : basic_client(context, std::move(options), Parameters{})
    {
    }

    /** A copy with another type of executor; shares connections and token. */
    template <class Other>
    explicit basic_client(basic_client<Parameters, Other> const& other)
        : core_(other.core_)
    {
    }

    /** The values that every call sends. */
    Parameters const& client_parameters() const noexcept { return core_.parameters; }

    /** The options that the client was made with, without `tokens.credentials.client_secret`,
        `tokens.access_token` and `security`, which were moved to where they are used. */
    client_options const& options() const noexcept { return core_.session->options(); }

    /** The executor that the client was made with. */
    executor_type get_executor() const { return executor_type(core_.session->executor()); }

    /** What calls of this copy use unless they say otherwise. */
    call_options const& defaults() const noexcept { return core_.defaults; }

    /** Changes what later calls of this copy use. Other copies and calls in flight keep what they
        have. */
    void set_defaults(call_options defaults) { core_.defaults = std::move(defaults); }

    /** What copies and views share. */
    detail::client_share const& shared_session() const noexcept { return core_.session; }

    /** Forgets the cached token and a refusal of the authorization server that would otherwise be
        final. For all copies and views, and for all clients that share the token, see
        `client_options::tokens.credentials`. */
    void reset_token() const { core_.session->reset_token(); }

    /** Carries an operation out.

        Validates and encodes before it returns: the arguments are not looked at afterwards. Nothing
        is sent, and the deadline does not run, until the result is awaited. A cancellation of any
        type that the awaiting coroutine lets through (by default `terminal`) ends the call as
        `async_call` says.
    */
    template <class Operation>
    asio::awaitable<result<typename Operation::response_type>> call(
        typename Operation::request_type const& request,
        call_options const& options = no_call_options) const
    {
        return code<Operation>::call(core_, request, options);
    }

    /** The same for a request without its body, which may be left out. */
    template <class Operation>
    asio::awaitable<result<typename Operation::response_type>> call(
        no_body_t request, call_options const& options = no_call_options) const
    {
        return code<Operation, no_body_t>::call(core_, request, options);
    }

    /** The same for a request without its body, which may be left out. */
    template <class Operation, class Token>
    auto async_call(no_body_t request, call_options const& options, Token&& token) const
    {
        return start<Operation>(request, options, std::forward<Token>(token));
    }

    /** Carries an operation out for a completion token.

        Validates and encodes before it returns: the arguments are not looked at afterwards. A
        function of the program that is asked within the call and throws ends it with an error of
        kind `callback_failed`; an observer that throws changes nothing. Only the end of memory,
        `std::bad_alloc`, leaves the execution context's `run()`.

        @param token A handler, or what stands for one: `use_future`, `deferred` and so on.
        @returns What the token makes of it; nothing for a handler.

        @par Completion Signature
        `void(result<response>)`

        The handler runs on its associated executor, by default the client's, and never within this
        function: so its associated immediate executor is not asked for.

        @par Per-Operation Cancellation
        `terminal`, `partial` and `total`: each ends the call with an error of kind `cancelled`,
        which says whether the request may have taken effect (`error::outcome_unknown()`). It may
        come before the call has begun. The client can be used for other calls afterwards.
    */
    template <class Operation, class Token>
    auto async_call(typename Operation::request_type const& request, call_options const& options,
        Token&& token) const
    {
        return start<Operation>(request, options, std::forward<Token>(token));
    }

    /** Carries an operation out whose response goes to a sink piece by piece.

        As `call`, but for the body: see `body_sink`. A file that calls it includes
        <restbind/net/streaming.hpp>, as generated clients with such operations do.

        @param sink Must live until the call has ended.
        @returns What is known of the response besides its body; the sink's own error if it gave
        one.
    */
    template <class Operation>
    asio::awaitable<result<streamed_response>> call_streaming(
        typename Operation::request_type const& request, body_sink& sink,
        call_options const& options = no_call_options) const
    {
        return detail::perform_streaming(
            code<Operation>::prepare(core_, request, options, options.request_outlives_call), sink,
            Operation::described_responses());
    }

    /** The same for a completion token, as `async_call`; the completion signature is
        `void(result<streamed_response>)`. */
    template <class Operation, class Token>
    auto async_call_streaming(typename Operation::request_type const& request, body_sink& sink,
        call_options const& options, Token&& token) const
    {
        return asio::async_initiate<Token, void(result<streamed_response>)>(detail::start_call(),
            token, core_.session->executor(),
            detail::spawned(call_streaming<Operation>(request, sink, options)));
    }

protected:
    /** Makes a client of a derived type; errors as the constructor, as values. */
    template <class Client>
    RESTBIND_COLD static result<Client> make_as(
        asio::any_io_executor executor, client_options&& options, Parameters&& parameters)
    {
        auto core = open(std::move(executor), std::move(options), std::move(parameters));
        if (!core)
            return core.error();
        return Client(std::move(*core));
    }

    /** A view in which a parameter has another value, of a derived type. Shares connections and
        token.

        @returns `invalid_argument` if there is no such parameter, or its value cannot be sent or is
        not among `client_options::allowed_parameters`.
    */
    template <class Client>
    RESTBIND_COLD result<Client> view_as(std::string name, std::string value) const
    {
        detail::client_core<Parameters> core = core_;
        std::erase_if(
            core.defaults.parameters, [&name](auto const& one) { return one.first == name; });
        auto good = detail::change_parameters(
            core.parameters, {{std::move(name), std::move(value)}}, "view_as");
        if (good)
            good = detail::check_parameters(*core.session, core.parameters);
        if (!good)
            return good.error();
        return Client(std::move(core));
    }

private:
    template <class Client>
    friend class basic_blocking_client;
    template <class OtherParameters, class Other>
    friend class basic_client;

    template <class Operation, class Request = typename Operation::request_type>
    using code = detail::operation_impl<Operation, Parameters, Request>;

    RESTBIND_COLD static result<detail::client_core<Parameters>> open(
        asio::any_io_executor executor, client_options&& options, Parameters&& parameters)
    {
        static_assert(requires { sizeof(detail::client_opener<Parameters>); },
            "a file that makes a client includes the API's whole header, which stands beside the "
            "API's folder, or <restbind/net/network.hpp>");
        return detail::client_opener<Parameters>::open(
            std::move(executor), std::move(options), std::move(parameters));
    }

    template <class Operation, class Request, class Token>
    auto start(Request const& request, call_options const& options, Token&& token) const
    {
        using code_type = code<Operation, Request>;
        return asio::async_initiate<Token, void(typename code_type::result_type)>(
            detail::start_call(), token, core_.session->executor(),
            code_type::call_spawned(core_, request, options));
    }

    // Makes a client of parts that belong together.
    explicit basic_client(detail::client_core<Parameters> core) noexcept
        : core_(std::move(core))
    {
    }

    detail::client_core<Parameters> core_;
};

} // namespace restbind::net

#ifdef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/network.hpp>
#endif
