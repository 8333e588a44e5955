#pragma once

#include <restbind/core/error.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/net/answer_assembler.hpp>
#include <restbind/net/attempt_times.hpp>
#include <restbind/net/config.hpp>
#include <restbind/net/input_buffer.hpp>
#include <restbind/net/secure_channel.hpp>
#include <restbind/net/waiter.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace restbind::net::detail
{

/** Why a connection's operations were stopped from outside. */
enum class stop_reason : unsigned char
{
    none,
    timed_out,
    shut_down
};

/** One request on its way over one connection. The texts must live until the exchange has ended. */
struct outgoing_request
{
    /** Everything in front of the body. */
    std::string_view head{};

    /** The body. */
    std::string_view body{};

    /** Whether the answer has no body whatever its head says (HEAD). */
    bool answer_has_no_body = false;
};

/** What became of an exchange. */
struct exchange_report
{
    /** How much of the request was accepted for sending. */
    http::sent_part sent = http::sent_part::nothing;

    /** What went wrong; kind `none` if a whole answer came. */
    error failure;

    /** Whether the connection can serve another request. */
    bool reusable = false;

    /** What the time went into. */
    attempt_times times{};

    /** Bytes of the request that were accepted for sending. */
    std::uint64_t bytes_sent = 0;

    /** Bytes that arrived. */
    std::uint64_t bytes_received = 0;
};

/** A socket, encrypted or not, with a deadline.

    One coroutine at a time works on a connection; its deadline and a shutdown may stop it from any
    other thread. Asynchronous operations are therefore started, and stopped, under the connection's
    mutex, which is never held across a suspension.
*/
class connection : public std::enable_shared_from_this<connection>
{
public:
    explicit connection(asio::any_io_executor const& executor);
    ~connection();
    connection(connection const&) = delete;
    connection& operator=(connection const&) = delete;

    /** Starts the clock: at `deadline` whatever the connection is doing is stopped. */
    void arm(clock::time_point deadline);

    /** Stops the clock. Nothing is then pending on an idle connection. */
    void disarm();

    /** Stops whatever the connection is doing, for good. */
    void stop(stop_reason reason);

    /** Why operations fail with `operation_aborted`; `none`: because of a cancellation. */
    stop_reason stopped() const noexcept { return stopped_.load(std::memory_order_acquire); }

    /** Tries one address. */
    asio::awaitable<boost::system::error_code> connect(
        asio::ip::tcp::endpoint endpoint, clock::time_point until);

    /** Puts encryption on top and does the handshake. @returns An error of kind `none` on success.
     */
    asio::awaitable<error> secure(std::unique_ptr<secure_channel> channel);

    /** Sends one request and receives its answer. The clock must run.

        @param answer Filled in; complete only if the report has no failure.
    */
    asio::awaitable<void> exchange(outgoing_request request, incoming_limits const& limits,
        http::response& answer, exchange_report& report);

    /** Whether the peer has neither closed the idle connection nor sent anything. */
    bool is_alive();

    /** Overwrites all buffers that may hold parts of a token or a secret. */
    void wipe_buffers();

    /** Memory for the next head; kept from request to request. Wiped after each exchange. */
    std::string head;

    /** The answer to the last request; its memory is kept for the next one, see `trim`. */
    http::response last_answer;

    /** Gives memory back that a usual answer does not need. */
    void trim()
    {
        constexpr std::size_t most_kept = 64U << 10;
        if (last_answer.body.capacity() > most_kept)
            last_answer.body = std::string();
    }

    /** When the connection became idle. */
    clock::time_point idle_since{};

    /** Whether the connection has served a request. */
    bool used = false;

    /** Place among the client's working connections. */
    std::size_t index = 0;

private:
    using error_code = boost::system::error_code;
    using buffers = std::array<asio::const_buffer, 2>;

    /// Starts an operation under the mutex; it ends at once if the connection was stopped before.
    template <class Signature, class Start>
    auto guarded(error_code& code, Start start);

    std::size_t write_now(buffers& pending, error_code& code);
    asio::awaitable<error_code> write_rest(buffers& pending);
    asio::awaitable<error_code> flush_channel(http::sent_part* progress = nullptr);
    asio::awaitable<error_code> write_encrypted(
        secure_channel::status step, http::sent_part& progress);
    asio::awaitable<error_code> read_decrypted(std::span<char> room, std::size_t& count);
    void add_channel_failure(error_code code, exchange_report& report) const;
    auto receive(std::span<char> room, error_code& code);
    bool is_cancelled() const noexcept
    {
        return cancellation_.cancelled() != asio::cancellation_type::none;
    }
    error failed(error_kind kind, error_code code, phase at) const;

    asio::ip::tcp::socket socket_;
    asio::steady_timer timer_;
    std::mutex mutex_;
    std::uint64_t generation_ = 0;
    std::atomic<stop_reason> stopped_{stop_reason::none};
    std::unique_ptr<secure_channel> channel_;
    input_buffer input_;
    asio::cancellation_state cancellation_;
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/impl/connection.ipp>
#endif
