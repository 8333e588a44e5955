#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/operation_info.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/detail/limits.hpp>
#include <restbind/net/detail/call.hpp>
#include <restbind/net/detail/session.hpp>
#include <restbind/net/options.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::net
{

/** What a client consists of; passed between the functions that make clients. */
template <class Parameters>
struct client_core
{
    detail::intrusive_ptr<net::session> session; ///< shared with copies and views
    Parameters parameters;                 ///< values that every call sends
    call_options defaults;                 ///< what calls use unless they say otherwise
};

namespace detail
{

template <class Token>
inline constexpr bool is_awaited = false;
template <class Executor>
inline constexpr bool is_awaited<asio::use_awaitable_t<Executor>> = true;
template <>
inline constexpr bool is_awaited<asio::deferred_t> = true;
// as_tuple, redirect_error, bind_executor and the like around one of these.
template <template <class...> class Adapter, class Token, class... Others>
inline constexpr bool is_awaited<Adapter<Token, Others...>> = is_awaited<Token>;

/** The member that holds the parameter of a name; null if there is none. */
template <class Parameters>
std::string Parameters::* find_parameter([[maybe_unused]] std::string_view name) noexcept
{
    if constexpr (requires { Parameters::by_name(); })
        for (auto const& one : Parameters::by_name())
            if (one.name == name)
                return one.value;
    return nullptr;
}

/** Why a parameter of some name cannot be given: the API has none. */
error unknown_parameter(std::string_view option, std::string_view name);

/** Whether a parameter may have a value: `invalid_argument`, naming the parameter, if not. */
result<void> check_allowed(
    std::string_view name, std::string_view value, std::vector<std::string> const& allowed);

/** Whether a client may send these values in all its calls: what `check` says, and what
    `client_options::allowed_parameters` has. */
template <class Parameters>
RESTBIND_COLD result<void> check_parameters(session const& shared, Parameters const& parameters)
{
    if (auto const good = parameters.check(); !good)
        return good.error();
    for (auto const& [name, allowed] : shared.options().allowed_parameters)
    {
        auto const value = find_parameter<Parameters>(name);
        if (!value)
            return unknown_parameter("client_options: allowed_parameters", name);
        if (auto const good = check_allowed(name, parameters.*value, allowed); !good)
            return good.error();
    }
    return {};
}

/** Gives parameters other values, which are not looked at. */
template <class Parameters>
RESTBIND_COLD result<void> change_parameters(Parameters& parameters,
    std::vector<std::pair<std::string, std::string>> const& others, std::string_view option)
{
    for (auto const& [name, other] : others)
    {
        auto const value = find_parameter<Parameters>(name);
        if (!value)
            return unknown_parameter(option, name);
        parameters.*value = other;
    }
    return {};
}

/** Puts the values that a call sends into `own`, if the call has values of its own. */
template <class Parameters>
result<void> take_parameters(std::optional<Parameters>& own, client_core<Parameters> const& core,
    call_options const& options)
{
    if (core.defaults.parameters.empty() && options.parameters.empty())
        return {};
    own.emplace(core.parameters);
    result<void> good;
    for (auto const* const given : {&core.defaults.parameters, &options.parameters})
        if (good)
            good = change_parameters(*own, *given, "call_options: parameters");
    if (good)
        good = check_parameters(*core.session, *own);
    return good;
}

/** Validates and encodes; nothing is sent. One function for all operations of an API. */
template <class Parameters>
pending_call prepare(client_core<Parameters> const& core, http::operation_info const& operation,
    build_function& build, void const* request, call_options const& options)
{
    // All that is returned, so that nothing is moved.
    pending_call call;
    std::optional<Parameters> own;
    if (auto const good = take_parameters(own, core, options); !good)
        call.prepared = good.error();
    else
        core.session->prepare(call, operation, build, request, own ? &*own : &core.parameters,
            options, core.defaults);
    return call;
}

/** Carries calls out on another thread, one at a time for each caller. */
class call_runner
{
public:
    /** Returns when the call has ended. */
    virtual void run(pending_call&& call, response_reader& reader) = 0;

protected:
    ~call_runner() = default;
};

} // namespace detail

/** A completion token whose result is awaited: `use_awaitable`, `deferred`, or an adapter around
    one of them. */
template <class Token>
concept awaited_token = detail::is_awaited<std::remove_cvref_t<Token>>;

/** All code of one operation that no other operation shares: validating, encoding, reading the
    response, and the coroutines that hold them.

    Instantiated where an operation is called. With RESTBIND_SEPARATE_COMPILATION generated headers
    declare it (`extern template`), and their `src.hpp` compiles it once.

    @tparam Operation The generated operation.
    @tparam Parameters Values that every call of the client sends.
    @tparam Request The operation's request, or `no_body_t`.
*/
template <class Operation, class Parameters, class Request = typename Operation::request_type>
struct operation_impl
{
    using result_type = result<typename Operation::response_type>;
    using core_type = client_core<Parameters>;

    /** Validates and encodes; nothing is sent. */
    static detail::pending_call prepare(
        core_type const& core, Request const& request, call_options const& options);

    /** As `basic_client::call`. */
    static asio::awaitable<result_type> call(
        core_type const& core, Request const& request, call_options const& options);

    /** The same as a call of its own, see `basic_client::async_call`. */
    static asio::awaitable<result_type> call_spawned(
        core_type const& core, Request const& request, call_options const& options);

    /** As `call`, and waits for its end. */
    static result_type run(core_type const& core, Request const& request,
        call_options const& options, detail::call_runner& runner);

    /** Reads a response that is no success. */
    static error refuse(http::response const& response, json::limits const& limits);
};

template <class Operation, class Parameters, class Request>
detail::pending_call operation_impl<Operation, Parameters, Request>::prepare(
    core_type const& core, Request const& request, call_options const& options)
{
    detail::build_function& build =
        *[](void const* own, void const* parameters, validation_policy policy,
             std::string_view path_prefix, problem_details* local_problem)
    {
        return Operation::build(*static_cast<Request const*>(own),
            *static_cast<Parameters const*>(parameters), policy, path_prefix, local_problem);
    };
    return detail::prepare(core, Operation::info, build, &request, options);
}

template <class Operation, class Parameters, class Request>
auto operation_impl<Operation, Parameters, Request>::call(core_type const& core,
    Request const& request, call_options const& options) -> asio::awaitable<result_type>
{
    return detail::perform<Operation>(prepare(core, request, options));
}

template <class Operation, class Parameters, class Request>
auto operation_impl<Operation, Parameters, Request>::call_spawned(core_type const& core,
    Request const& request, call_options const& options) -> asio::awaitable<result_type>
{
    return detail::spawned(call(core, request, options));
}

template <class Operation, class Parameters, class Request>
auto operation_impl<Operation, Parameters, Request>::run(core_type const& core,
    Request const& request, call_options const& options, detail::call_runner& runner) -> result_type
{
    detail::operation_reader<Operation> reader;
    runner.run(prepare(core, request, options), reader);
    return std::move(reader.value);
}

template <class Operation, class Parameters, class Request>
error operation_impl<Operation, Parameters, Request>::refuse(
    http::response const& response, json::limits const& limits)
{
    auto const read = Operation::read(response, limits);
    return read ? error(error_kind::invalid_response) : read.error();
}

} // namespace restbind::net
