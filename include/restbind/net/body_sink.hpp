// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/response.hpp>
#include <restbind/net/detail/config.hpp>
#include <restbind/net/detail/ref_counted.hpp>

#include <boost/asio/awaitable.hpp>

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net
{

namespace detail
{

/** An exchange whose body is taken out piece by piece: what a sink sees of a connection. */
class streamed_exchange
{
public:
    /** The response so far. */
    virtual http::response const& response_so_far() const noexcept = 0;

    /** The body so far is being taken out: nothing is read, and only the deadline runs.

        @param stop Told, under a lock, if the connection is stopped meanwhile.
    */
    virtual void begin_delivery(intrusive_ptr<completion_target> stop) = 0;

    /** `stop` is not told any more. @returns Whether the connection was stopped. */
    virtual bool end_delivery() = 0;

    /** The body so far was taken out, or that went wrong. */
    virtual void delivered(result<void> taken) = 0;

protected:
    ~streamed_exchange() = default;
};

} // namespace detail

/** What is known of a response whose body went to a sink. */
struct streamed_response
{
    /** Status, 200 to 299. */
    int status = 0;

    /** The response's Content-Type as it came; empty if there was none. */
    std::string content_type{};

    /** Bytes of the body, all of which the sink has taken. */
    std::uint64_t size = 0;
};

/** What is known of a response before its body. */
struct response_head
{
    /** Status, 200 to 299. */
    int status = 0;

    /** The response's Content-Type as it came; empty if there was none. Lives until the function
        that gets it has returned. */
    std::string_view content_type{};
};

/** Takes the body of a response piece by piece, as it arrives.

    Only the body of a success that the document describes comes here, whole and in order. The next
    bytes are read from the network once `write` has ended: a slow sink slows the service down and
    costs no memory. Nothing bounds the size of the whole; a sink that has had enough says so with
    an error.

    The functions run one after another: `begin` on the executor of the call, `write` on a strand of
    it. When the call is cancelled, at its deadline, and when the client is destroyed, `write` gets
    a terminal cancellation and should end soon; the call waits for it. An exception ends the call
    with an error of kind `callback_failed`.

    A sink must live until the call has ended, and serves one call at a time. After a failure it may
    have got a part of the body.
*/
class body_sink
{
public:
    virtual ~body_sink() = default;

    /** The response is a success. Comes once for each call at most, in front of the body.

        @returns An error ends the call with that error.
    */
    virtual result<void> begin([[maybe_unused]] response_head const& head) { return {}; }

    /** The next piece of the body, never empty.

        @param piece Valid until the result is there. Usually up to 16 KiB.
        @returns An error ends the call with that error; its connection is closed.
    */
    virtual asio::awaitable<result<void>> write(std::span<unsigned char const> piece) = 0;

protected:
    body_sink() = default;
    body_sink(body_sink const&) = default;
    body_sink& operator=(body_sink const&) = default;
};

namespace detail
{

template <class Result>
inline constexpr bool is_awaitable = false;
template <class T, class Executor>
inline constexpr bool is_awaitable<asio::awaitable<T, Executor>> = true;

} // namespace detail

/** A sink that is a function.

    ```cpp
    restbind::net::function_sink to_file(
        [&](std::span<unsigned char const> piece) { return append(file, piece); });
    auto done = co_await client.download_report(request, to_file);
    ```

    @tparam Function Takes a `std::span<unsigned char const>`. Returns nothing, a
    `restbind::result<void>`, or an `asio::awaitable` of either.
*/
template <std::invocable<std::span<unsigned char const>> Function>
class function_sink final : public body_sink
{
public:
    /** @param function Is called for each piece, in the order of the body. */
    explicit function_sink(Function function)
        : function_(std::move(function))
    {
    }

    asio::awaitable<result<void>> write(std::span<unsigned char const> piece) override
    {
        using outcome = std::invoke_result_t<Function&, std::span<unsigned char const>>;
        if constexpr (std::is_void_v<outcome>)
        {
            function_(piece);
            co_return result<void>();
        }
        else if constexpr (std::is_same_v<outcome, asio::awaitable<void>>)
        {
            auto work = function_(piece);
            co_await std::move(work);
            co_return result<void>();
        }
        else if constexpr (detail::is_awaitable<outcome>)
        {
            auto work = function_(piece);
            co_return co_await std::move(work);
        }
        else
            co_return function_(piece);
    }

private:
    Function function_;
};

} // namespace restbind::net
