#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/limits.hpp>
#include <restbind/net/call.hpp>
#include <restbind/net/config.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <boost/asio/awaitable.hpp>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace restbind::net
{

/** What a client consists of; passed between the functions that make clients. */
template <class Parameters>
struct client_core
{
    std::shared_ptr<net::session> session; ///< shared with copies and views
    Parameters parameters;                 ///< values that every call sends
    call_options defaults;                 ///< what calls use unless they say otherwise
};

namespace detail
{

template <class Parameters>
concept names_tenant = requires(Parameters& parameters)
{
    parameters.tenant;
};

/** Whether a client may send these values in all its calls. */
template <class Parameters>
[[gnu::cold]] result<void> check_parameters(session const& shared, Parameters const& parameters)
{
    if (auto const good = parameters.check(); !good)
        return good.error();
    if constexpr (names_tenant<Parameters>)
        return shared.check_tenant(parameters.tenant);
    else
        return {};
}

/** Puts the values that a call sends into `own`, if the call names a tenant of its own.

    @returns False if it must not; `call` is then the error.
*/
template <class Parameters>
bool take_tenant(std::optional<Parameters>& own, result<prepared_call>& call,
    client_core<Parameters> const& core, call_options const& options)
{
    auto const& tenant = options.tenant ? options.tenant : core.defaults.tenant;
    if (!tenant)
        return true;
    if constexpr (names_tenant<Parameters>)
    {
        own.emplace(core.parameters).tenant = *tenant;
        auto const good = check_parameters(*core.session, *own);
        if (!good)
            call = good.error();
        return good.has_value();
    }
    else
    {
        call = error(error_kind::invalid_argument, "call_options: this API knows no tenants");
        return false;
    }
}

/** What a local refusal leads to. */
inline validation_policy policy_of(
    call_options const& options, call_options const& defaults, client_options const& settings)
{
    return options.validation.value_or(defaults.validation.value_or(settings.validation));
}

/** The part of a call's preparation in front of its request.

    @returns False if the call cannot be made; it is then the error of `take_options` or
    `session::choose_access`.
*/
bool begin_preparation(result<prepared_call>& call, http::operation_info const& operation,
    call_options const& options, call_options const& defaults, session const& shared);

/** The part behind it. If the call cannot be made, it is then the request's error, or that of
    `take_headers`. */
void end_preparation(result<prepared_call>& call, result<http::request>&& built,
    call_options const& options, call_options const& defaults, session const& shared);

/** Builds the request of an operation, whose own type is not known here. */
template <class Parameters>
using build_function = result<http::request>(void const* request, Parameters const& shared,
    validation_policy policy, std::string_view path_prefix, problem_details* verdict);

/** Validates and encodes; nothing is sent. One function for all operations of an API. */
template <class Parameters>
outgoing_call prepare(client_core<Parameters> const& core, http::operation_info const& operation,
    build_function<Parameters>& build, void const* request, call_options const& options)
{
    session const& shared = *core.session;
    // All that is returned, so that nothing is moved.
    outgoing_call call;
    call.shared = shared.shared_engine(operation);
    std::optional<Parameters> own;
    if (take_tenant(own, call.prepared, core, options) &&
        begin_preparation(call.prepared, operation, options, core.defaults, shared))
        end_preparation(call.prepared,
            build(request, own ? *own : core.parameters,
                policy_of(options, core.defaults, shared.options()), shared.path_prefix(operation),
                call.prepared->verdict ? &call.prepared->verdict->document : nullptr),
            options, core.defaults, shared);
    return call;
}

/** Carries calls out on another thread, one at a time for each caller. */
class call_runner
{
public:
    /** Returns when the call has ended. */
    virtual void run(outgoing_call&& call, answer_reader& reader) = 0;

protected:
    ~call_runner() = default;
};

} // namespace detail

/** All code of one operation that no other operation shares: validating, encoding, reading the
    answer, and the coroutines that hold them.

    Instantiated where an operation is called. With RESTBIND_SEPARATE_COMPILATION generated headers
    declare it (`extern template`), and their `src.hpp` compiles it once.

    @tparam Operation The generated operation.
    @tparam Parameters Values that every call of the client sends.
    @tparam Request The operation's request, or `no_body_t`.
*/
template <class Operation, class Parameters, class Request = typename Operation::request_type>
struct operation_code
{
    using result_type = result<typename Operation::response_type>;
    using core_type = client_core<Parameters>;

    /** Validates and encodes; nothing is sent. */
    static detail::outgoing_call prepare(
        core_type const& core, Request const& request, call_options const& options);

    /** As `basic_client::call`. */
    static asio::awaitable<result_type> call(
        core_type const& core, Request const& request, call_options const& options);

    /** Carries a prepared call out as one of its own, see `basic_client::async_call`. */
    static asio::awaitable<result_type> call_spawned(detail::outgoing_call call);

    /** As `call`, and waits for its end. */
    static result_type run(core_type const& core, Request const& request,
        call_options const& options, detail::call_runner& runner);

    /** Reads an answer that is no success. */
    static error refuse(http::response const& answer, json::limits const& limits);
};

template <class Operation, class Parameters, class Request>
detail::outgoing_call operation_code<Operation, Parameters, Request>::prepare(
    core_type const& core, Request const& request, call_options const& options)
{
    detail::build_function<Parameters>& build =
        *[](void const* own, Parameters const& parameters, validation_policy policy,
             std::string_view path_prefix, problem_details* verdict)
    {
        return Operation::build(
            *static_cast<Request const*>(own), parameters, policy, path_prefix, verdict);
    };
    return detail::prepare(core, Operation::info, build, &request, options);
}

template <class Operation, class Parameters, class Request>
auto operation_code<Operation, Parameters, Request>::call(core_type const& core,
    Request const& request, call_options const& options) -> asio::awaitable<result_type>
{
    return detail::carry_out<Operation>(prepare(core, request, options));
}

template <class Operation, class Parameters, class Request>
auto operation_code<Operation, Parameters, Request>::call_spawned(detail::outgoing_call call)
    -> asio::awaitable<result_type>
{
    return detail::carry_out_spawned<Operation>(std::move(call));
}

template <class Operation, class Parameters, class Request>
auto operation_code<Operation, Parameters, Request>::run(core_type const& core,
    Request const& request, call_options const& options, detail::call_runner& runner) -> result_type
{
    detail::operation_reader<Operation> reader;
    runner.run(prepare(core, request, options), reader);
    return std::move(reader.value);
}

template <class Operation, class Parameters, class Request>
error operation_code<Operation, Parameters, Request>::refuse(
    http::response const& answer, json::limits const& limits)
{
    auto const read = Operation::read(answer, limits);
    return read ? error(error_kind::unreadable) : read.error();
}

} // namespace restbind::net

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/impl/operation_code.ipp>
#endif
