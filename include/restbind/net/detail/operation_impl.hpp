// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/net/detail/client_core.hpp>
#include <restbind/net/detail/io_thread.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/response_reader.hpp>
#include <restbind/net/options.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <type_traits>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

// g++ 12 warns that allocation and deallocation of Asio's coroutine frames do not match when it
// inlines only one of the two.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

/// The whole of a call. What does not depend on the operation is in `session::send`.
template <class Operation>
asio::awaitable<result<typename Operation::response_type>> perform(pending_call call)
{
    operation_reader<Operation> reader;
    if (call->refusal)
        co_return *call->refusal;
    auto work = call.get_deleter().to->send(*call, reader);
    co_await std::move(work);
    co_return std::move(reader.value);
}

/// A call of its own: no completion before the initiating function has returned, and total
/// cancellation accepted.
template <class Result>
asio::awaitable<Result> spawned(asio::awaitable<Result> call)
{
    co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
    co_await asio::this_coro::throw_if_cancelled(false);
    co_await asio::post(asio::use_awaitable);
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

template <class Token>
inline constexpr bool is_awaited = false;
template <class Executor>
inline constexpr bool is_awaited<asio::use_awaitable_t<Executor>> = true;
template <>
inline constexpr bool is_awaited<asio::deferred_t> = true;
// as_tuple, redirect_error, bind_executor and the like around one of these.
template <template <class...> class Adapter, class Token, class... Others>
inline constexpr bool is_awaited<Adapter<Token, Others...>> = is_awaited<Token>;

/** A completion token whose result is awaited: `use_awaitable`, `deferred`, or an adapter around
    one of them. */
template <class Token>
concept awaited_token = is_awaited<std::remove_cvref_t<Token>>;

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
    static pending_call prepare(
        core_type const& core, Request const& request, call_options const& options, bool outlives);

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
pending_call operation_impl<Operation, Parameters, Request>::prepare(
    core_type const& core, Request const& request, call_options const& options, bool outlives)
{
    detail::build_function& build =
        *[](http::request_builder& builder, void const* own, void const* parameters,
             validation_policy policy, problem_details* local_problem)
    {
        Operation::fill(builder, *static_cast<Request const*>(own),
            *static_cast<Parameters const*>(parameters), policy, local_problem);
    };
    pending_call call = detail::prepare(core, Operation::info, build, &request, options);
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

} // namespace restbind::inline RESTBIND_ABI::net::detail

// A cancellation that comes before the coroutine has begun makes Asio throw it out of `run()`, or
// ignores it. Asio keeps it until then if the handler has an executor of its own, so the handler of
// a call always has one: where the inner one has none, the client's.
template <class Handler, class Default>
struct boost::asio::associated_executor<
    restbind::net::detail::adapted_handler<restbind::net::detail::hand_over, Handler>, Default>
{
    using outer = restbind::net::detail::adapted_handler<restbind::net::detail::hand_over, Handler>;
    using type = typename associated_executor<Handler, Default>::type;

    static type get(outer const& adapted) noexcept
    {
        return associated_executor<Handler, Default>::get(adapted.handler);
    }

    static auto get(outer const& adapted, Default const& otherwise) noexcept
    {
        return associated_executor<Handler, Default>::get(adapted.handler, otherwise);
    }
};
