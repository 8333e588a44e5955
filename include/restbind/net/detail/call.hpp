// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/operation_info.hpp>
#include <restbind/http/detail/read.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/security.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/reading.hpp>
#include <restbind/net/body_sink.hpp>
#include <restbind/net/detail/callback.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Gets the body of a success piece by piece. */
class body_receiver
{
public:
    /** What means success. */
    virtual std::span<http::response_rule const> successes() const noexcept = 0;

    /** Whether anything was handed on: then nothing may be sent again. */
    virtual bool has_begun() const noexcept = 0;

    /** Takes the body that has come so far out of the response. A program whose calls have no
        receivers holds no code for this.
    */
    virtual asio::awaitable<void> deliver(streamed_exchange& link) = 0;

protected:
    ~body_receiver() = default;
};

/** What one call says about how it is carried out. */
struct call_settings
{
    /** Number of the call, by which observers know it. */
    std::uint64_t id = 0;

    /** The document with which the request would have been refused under another policy than
        `validation_policy::observe`; usually null. */
    std::unique_ptr<problem_details> validation{};

    /** Longest duration of the call. */
    std::chrono::milliseconds deadline{0};

    /** How far the request is retried. */
    http::retry_policy retry = http::retry_policy::as_specified;

    /** Whether the document states the rule for retries, and not the program. */
    bool retry_is_documented = true;

    /** Bounds on the response's body. */
    json::limits limits{};

    /** What happens where the response is not as described. */
    json::reading reading = json::reading::strict;

    /** Filled in when the call ends; may be null. */
    std::shared_ptr<call_info> info{};

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

/** How a response is read. */
struct reading_options
{
    /** Bounds on the body. */
    json::limits limits{};

    /** What happens where it is not as described. */
    json::reading policy = json::reading::strict;

    /** Set to the places that lenient reading could not read. */
    json::deviations* found = nullptr;
};

/** Turns a response into the result of an operation; the only part of a call that differs from
    operation to operation. */
class response_reader
{
public:
    explicit response_reader(http::operation_responses const& known) noexcept
        : described(known)
    {
    }

    /** Which responses are successes, and what is known of the others. */
    http::operation_responses const described;

    /** Reads a success. @returns What is wrong with it, unless it is as the operation promises. */
    virtual result<void> read(http::response const& response, reading_options const& options) = 0;

    /** The call has failed: that is its result, whatever was read. */
    virtual void fail(error why) = 0;

protected:
    ~response_reader() = default;
};

template <class Operation>
class operation_reader final : public response_reader
{
public:
    operation_reader() noexcept
        : response_reader(Operation::described_responses())
    {
    }

    result<void> read(http::response const& response, reading_options const& options) override
    {
        value = Operation::read_success(response, options.limits, options.policy, options.found);
        if (!value)
            return value.error();
        return {};
    }
    void fail(error why) override { value = std::move(why); }

    /// What has come of the call; an error of kind `none` until it has ended. Not in an
    /// std::optional, which every file would compile for each operation that it calls.
    result<typename Operation::response_type> value = error();
};

// g++ 12 takes the allocation functions of Asio's coroutine frames for mismatched when it inlines
// only one of them.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

/// The whole of a call. What does not depend on the operation is in `transport::send`.
template <class Operation>
asio::awaitable<result<typename Operation::response_type>> perform(pending_call call)
{
    operation_reader<Operation> reader;
    if (call->refusal)
        co_return *call->refusal;
    auto work = call.get_deleter().shared->send(*call, reader);
    co_await std::move(work);
    co_return std::move(reader.value);
}

/// A call of its own: no completion before the initiating function has returned, and total
/// cancellation accepted.
///
/// @tparam Token A parameter, so that only files with such a call compile the wait.
template <class Result, class Token = asio::use_awaitable_t<>>
asio::awaitable<Result> spawned(asio::awaitable<Result> call)
{
    co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
    co_await asio::this_coro::throw_if_cancelled(false);
    co_await asio::post(Token());
    co_return co_await std::move(call);
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// Hands a call's result to a completion handler.
struct hand_over
{
    template <class Handler, class Result>
    void operator()(Handler&& handler, std::exception_ptr thrown, Result&& outcome) const
    {
        if (thrown)
            std::rethrow_exception(thrown);
        std::move(handler)(std::move(outcome));
    }
};

/// Starts what `spawned` has made.
struct start_call
{
    template <class Handler, class Result>
    void operator()(
        Handler&& handler, asio::any_io_executor executor, asio::awaitable<Result> call) const
    {
        asio::co_spawn(std::move(executor), std::move(call),
            adapted_handler<hand_over, std::decay_t<Handler>>{{}, std::forward<Handler>(handler)});
    }
};

} // namespace restbind::net::detail

namespace restbind::inline RESTBIND_ABI::net
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
RESTBIND_COLD inline error unknown_parameter(std::string_view option, std::string_view name)
{
    return restbind::detail::invalid_argument(
        {option, " names ", name, ", which this API does not have"});
}

/** Whether a parameter may have a value: `invalid_argument`, naming the parameter, if not. */
RESTBIND_COLD inline result<void> check_allowed(
    std::string_view name, std::string_view value, std::vector<std::string> const& allowed)
{
    for (std::string const& one : allowed)
        if (one == value)
            return {};
    return restbind::detail::invalid_argument(
        {name, ": not a value of client_options::allowed_parameters"});
}

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
    std::optional<Parameters> own;
    auto const good = take_parameters(own, core, options);
    return core.session->prepare(good, operation, build, request, own ? &*own : &core.parameters,
        options, core.defaults);
}

/** Carries calls out on a thread of its own, one at a time for each caller. */
class call_runner
{
public:
    virtual ~call_runner() = default;

    /** Where its clients work. */
    virtual asio::any_io_executor executor() = 0;

    /** Returns when the call has ended. */
    virtual void run(pending_call&& call, response_reader& reader) = 0;
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

    /** Validates and encodes; nothing is sent.

        @param outlives Whether the request lives until the call has ended: then the bytes of a file
            are not copied.
    */
    static detail::pending_call prepare(core_type const& core, Request const& request,
        call_options const& options, bool outlives);

    /** As `basic_client::call`. */
    static asio::awaitable<result_type> call(
        core_type const& core, Request const& request, call_options const& options);

    /** The same as a call of its own, see `basic_client::async_call`. */
    static asio::awaitable<result_type> call_spawned(
        core_type const& core, Request const& request, call_options const& options);

    /** As `call`, and waits for its end. */
    static result_type run(core_type const& core, Request const& request,
        call_options const& options, detail::call_runner& runner);
};

template <class Operation, class Parameters, class Request>
detail::pending_call operation_impl<Operation, Parameters, Request>::prepare(
    core_type const& core, Request const& request, call_options const& options, bool outlives)
{
    detail::build_function& build =
        *[](http::request_builder& builder, void const* own, void const* parameters,
             validation_policy policy, problem_details* local_problem)
    {
        Operation::fill(builder, *static_cast<Request const*>(own),
            *static_cast<Parameters const*>(parameters), policy, local_problem);
    };
    detail::pending_call call = detail::prepare(core, Operation::info, build, &request, options);
    if (!outlives)
        call->request.own_body();
    return call;
}

template <class Operation, class Parameters, class Request>
auto operation_impl<Operation, Parameters, Request>::call(core_type const& core,
    Request const& request, call_options const& options) -> asio::awaitable<result_type>
{
    return detail::perform<Operation>(
        prepare(core, request, options, options.request_outlives_call));
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
    runner.run(prepare(core, request, options, true), reader);
    return std::move(reader.value);
}

} // namespace restbind::net

/** @file
    Calls whose responses go to a sink. Nothing here is made anew for each operation.
*/

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Carries calls out whose responses go to a sink.

    @tparam Sink Always `body_sink`. A template only so that a file without such calls does not
        compile what they need.
*/
template <class Sink>
struct streaming_calls
{
    /** Owns everything but the sink. */
    static asio::awaitable<result<streamed_response>> perform(
        pending_call call, Sink& sink, http::operation_responses described);

    /** The same on another thread; returns when the call has ended. */
    static result<streamed_response> run(call_runner& runner, pending_call call, Sink& sink,
        http::operation_responses described);
};

#ifdef RESTBIND_SEPARATE_COMPILATION
extern template struct streaming_calls<body_sink>;
#endif

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/call_streaming.ipp>
#endif
