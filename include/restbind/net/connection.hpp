#pragma once

#include <restbind/core/error.hpp>
#include <restbind/http/response_parser.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/net/address_list.hpp>
#include <restbind/net/attempt_times.hpp>
#include <restbind/net/config.hpp>
#include <restbind/net/connector.hpp>
#include <restbind/net/input_buffer.hpp>
#include <restbind/net/secure_channel.hpp>
#include <restbind/net/shared_object.hpp>
#include <restbind/net/waiter.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace restbind::net::detail
{

/** Why a connection's operations were stopped from outside. */
enum class stop_reason : unsigned char
{
    none,
    timed_out,     ///< the call's deadline has passed
    limit_reached, ///< the limit of one phase has passed; the call may go on elsewhere
    shut_down
};

/** Limits on the phases of an exchange. 0: none of its own, only the call's deadline. */
struct phase_limits
{
    std::chrono::milliseconds write{0};      ///< in which no byte of the request is accepted
    std::chrono::milliseconds first_byte{0}; ///< from the end of writing to the answer's first byte
    std::chrono::milliseconds idle_read{0};  ///< in which no byte of an answer that has begun comes
};

/** One request on its way over one connection. The texts must live until the exchange has ended. */
struct outgoing_request
{
    /** Everything in front of the body. */
    std::string_view head{};

    /** The body. */
    std::string_view body{};

    /** Whether the answer has no body whatever its head says (HEAD, CONNECT). */
    bool answer_has_no_body = false;

    /** Whether the clock is read for `exchange_report::times`. */
    bool timed = false;
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

    /** Whether bytes came behind the answer. */
    bool surplus = false;

    /** Duration of writing, of waiting for the first byte and of reading; only if it was asked for.
     */
    attempt_times times{};

    /** Bytes that were accepted for sending, encrypted ones if there is encryption. */
    std::uint64_t bytes_sent = 0;

    /** Bytes that were received, encrypted ones if there is encryption. */
    std::uint64_t bytes_received = 0;
};

/** What an exchange waits for. */
enum class exchange_step : unsigned char
{
    ended,   ///< nothing: the report is complete
    receive, ///< bytes of the peer: await `connection::receive`, then call `received`
    unblock, ///< room for bytes to send: await `connection::unblock`, then look at `next_step`
    deliver  ///< that the body so far is taken out of the answer: await the receiver's `deliver`,
             ///< then look at `next_step`
};

template <class Handler>
struct followed_up;

/** A socket, encrypted or not, with a deadline.

    One coroutine at a time works on a connection; its deadline and a shutdown may stop it from any
    other thread. Asynchronous operations are therefore started, and stopped, under the connection's
    mutex, which is never held across a suspension.

    The deadline costs no timer operation per request. A wait of the timer that is already pending
    and ends early enough is left alone, and looks at the deadline of the day when it ends. It is
    ended early only when the connection is found idle after all that follows from the completion of
    its last operation has been done: a loop of calls has by then begun the next one.
*/
class connection final : public listener
{
public:
    [[gnu::cold]] explicit connection(
        asio::any_io_executor const& executor, phase_limits const& limits = {});

    /** Starts the clock: at `deadline` whatever the connection is doing is stopped. */
    void arm(clock::time_point deadline);

    /** Stops the clock. Nothing is then pending on an idle connection, or not for long. */
    void disarm();

    /** Sets the end of the present phase, `max` for none. The clock must run. */
    void limit_phase(clock::time_point until);

    /** Stops whatever the connection is doing, for good. */
    void stop(stop_reason reason);

    /** Why operations fail with `operation_aborted`; `none`: because of a cancellation. */
    stop_reason stopped() const noexcept { return stopped_.load(std::memory_order_acquire); }

    /** Tries addresses, staggered, until one accepts or the time is up. Several attempts may be
        under way at a time; the first success is kept and the others are closed.

        @param loopback_only Whether addresses of other machines are left out.
        @param end Receives `granted` if there is a connection or all attempts have failed.
        @param failure Receives the last attempt's error if all have failed.
    */
    asio::awaitable<void> connect(address_list const& addresses, bool loopback_only,
        clock::time_point until, wait_end& end, boost::system::error_code& failure);

    /** Puts encryption on top and does the handshake.

        @param channel Null: there can be no encryption, which is an error.
        @param maker What made the channel; kept as long as the channel is.
        @returns An error of kind `none` on success.
    */
    asio::awaitable<error> secure(
        std::unique_ptr<secure_channel> channel, std::shared_ptr<secure_channel_factory> maker);

    /** Sends one request and receives its answer. The clock must run.

        An answer that is complete before all of the request was accepted ends the exchange; the
        connection is then of no further use.

        @param answer Filled in; complete only if the report has no failure.
    */
    asio::awaitable<void> exchange(outgoing_request request, http::answer_limits const& limits,
        http::response& answer, exchange_report& report);

    /** @name An exchange step by step
        The same without a coroutine frame of its own, for the one place where that counts.
        @{
    */
    /** Sends as much of the request as is accepted at once.

        @param answer Must live until the exchange has ended.
        @param cancellation Of the coroutine that carries the exchange out.
    */
    exchange_step begin(outgoing_request const& request, http::answer_limits const& limits,
        http::response& answer, asio::cancellation_state const& cancellation);

    /** Waits for bytes of the peer; an operation that a coroutine awaits without a frame of its
        own. */
    auto receive();

    /** Looks at what came. */
    exchange_step received();

    /** Sends what was not accepted at once. */
    asio::awaitable<void> unblock();

    /** What `unblock` or `delivered` has come to. */
    exchange_step next_step() const noexcept { return present_->next; }

    /** The body so far is being taken out: nothing is read, and only the deadline runs.

        @param stop Told, under a lock, if the connection is stopped meanwhile.
    */
    void begin_delivery(share<listener> stop);

    /** `stop` is not told any more. */
    void end_delivery();

    /** The body so far was taken out. @param failure Of kind `none` unless that went wrong. */
    void delivered(error failure);

    /** What became of the exchange, once it has ended. */
    exchange_report& report() noexcept { return present_->report; }
    /** @} */

    /** Whether the peer has neither closed the idle connection nor sent anything. */
    bool is_alive();

    /** The next request is the first again: the connection led to a proxy so far. */
    void begin_tunnel() noexcept { used = false; }

    /** Overwrites all buffers that may hold parts of a token or a secret. */
    void wipe_buffers();

    /** Memory for the next head; kept from request to request. Wiped after each exchange: see
        `wipe_head`. */
    std::string head;

    /** Overwrites the head. What earlier and longer ones have left was overwritten before. */
    void wipe_head() noexcept
    {
        restbind::wipe(head.data(), head.size());
        head.clear();
    }

    /** The answer to the last request; its memory is kept for the next one, see `trim`. */
    http::response last_answer;

    /** Gives memory back that a usual answer does not need. */
    void trim()
    {
        constexpr std::size_t most_kept = 64U << 10;
        if (last_answer.body.capacity() > most_kept)
            last_answer.body = std::string();
    }

    /** Whether the connection has served a request. */
    bool used = false;

    /** Neighbours in the list that the connection is in. */
    connection* before = nullptr;
    connection* behind = nullptr;

private:
    // Private: only the release of the last share ends a connection. A std::shared_ptr, which would
    // be a second owner, does not compile.
    [[gnu::cold]] ~connection() override;

    using error_code = boost::system::error_code;
    using buffers = std::array<asio::const_buffer, 2>;

    /// While one exists, a completed operation is being followed up: an idle connection's timer is
    /// looked at when that is over.
    class follow_up;
    template <class Handler>
    friend struct followed_up;

    /// What a socket can be ready for.
    enum class readiness : unsigned char
    {
        to_read,
        to_write,
        either
    };

    /// Reads. Its results are `code_` and `count_`.
    auto receive(std::span<char> room);

    /// What the wait of the timer is told to: it may end when the connection is gone, or just then.
    struct alarm final : listener
    {
        std::mutex mutex;
        connection* owner = nullptr;

        void ended(std::uint64_t generation, error_code code) override
        {
            std::lock_guard const lock(mutex);
            if (!code && owner)
                owner->timer_ended(generation);
        }
    };

    void start_timer();
    void timer_ended(std::uint64_t generation);
    void settle();
    void stop_now(stop_reason reason);

    /// The rest of a request.
    struct outgoing_bytes
    {
        /// Bytes that are still to be sent, if there is no encryption.
        buffers plain{};

        /// How far encryption is, if there is one.
        secure_channel::status step = secure_channel::status::ok;

        /// That many plain bytes were sent.
        void advance(std::size_t count)
        {
            for (asio::const_buffer& piece : plain)
            {
                std::size_t const done = (std::min)(count, piece.size());
                piece += done;
                count -= done;
            }
        }
    };

    /// The exchange under way, or the last one.
    struct exchange_state
    {
        exchange_state(outgoing_request const& request, http::answer_limits const& bounds,
            http::response& target)
            : parser(target, bounds, request.answer_has_no_body)
            , answer(target)
            , limits(bounds)
            , timed(request.timed)
        {
        }

        outgoing_bytes out;
        http::response_parser parser;
        http::response& answer;
        http::answer_limits limits;
        bool timed;
        exchange_report report; // without {}, which would first fill all of it with zeros
        error_code code{};
        http::response_parser::progress progress = http::response_parser::progress::need_more;
        secure_channel::status channel_step = secure_channel::status::ok; ///< of the last reading
        exchange_step next = exchange_step::ended;
        clock::time_point mark{}; ///< begin of the present phase
        bool limited = false;     ///< whether the phase has an end
        bool waiting = false;     ///< whether nothing was understood since the phase began
    };

    exchange_step end_of_writing();
    exchange_step next_of_reading();
    exchange_step end_of_reading();
    void begin_wait();
    bool has_piece() const noexcept;
    void take_input(std::size_t count);
    http::response_parser::progress parse_input();

    /// Writes what the socket takes at once. @returns Whether nothing is left to write.
    bool write_now(outgoing_bytes& out, exchange_report& report, error_code& code);
    /// Waits until the socket may be ready. Its result is `code_`; `timed_out` after `until`.
    asio::awaitable<void> wait_ready(
        readiness wanted, clock::time_point until = (clock::time_point::max)());
    /// Waits until the peer has shown that the handshake stands, or for `max_refusal_wait`.
    asio::awaitable<error> await_acceptance();
    void ended(std::uint64_t number, error_code code) override;
    void restart_write_limit();
    bool hears_first() const;
    void write_on(bool after_reading);
    http::response_parser::progress read_now(error_code& code);
    /// Sends what encryption has to send. Its result is `code_`.
    asio::awaitable<void> flush_channel();
    /// What a step of encryption came to. One that waits for nothing has failed: it would be taken
    /// for ever, and no other work of the thread would go on.
    secure_channel::status checked(secure_channel::status step) const;
    /// Decrypts. The same holds for a step that gave nothing.
    secure_channel::status read_channel(std::span<char> room, std::size_t& count);
    /// Why encryption has failed. Always an error with a code, also if the channel names none: of
    /// kind `usual` then.
    error channel_failure(error_kind usual) const;
    void add_channel_failure(error_code code, exchange_report& report) const;
    bool is_cancelled() const noexcept
    {
        return cancellation_.cancelled() != asio::cancellation_type::none;
    }
    error failed(error_kind kind, error_code code, phase at) const;

    asio::ip::tcp::socket socket_;
    asio::steady_timer timer_;
    share<alarm> const alarm_;
    std::mutex& mutex_; ///< that of the alarm
    phase_limits limits_;
    clock::time_point deadline_ = (clock::time_point::max)();
    clock::time_point phase_end_ = (clock::time_point::max)();
    clock::time_point timer_end_ = (clock::time_point::max)(); ///< `max`: no wait is pending
    std::uint64_t timer_generation_ = 0; ///< keeps a wait that was given up from doing anything
    std::atomic<bool> armed_{false};
    std::atomic<unsigned> follow_ups_{0};
    std::atomic<stop_reason> stopped_{stop_reason::none};
    share<connector> connecting_;
    wait_queue ready_;
    std::uint64_t ready_wait_ = 0; ///< number of the last wait for the socket to be ready
    share<listener> stop_delivery_;
    std::shared_ptr<secure_channel_factory> maker_; ///< of the channel, which it outlives
    std::unique_ptr<secure_channel> channel_;
    input_buffer input_;
    std::optional<exchange_state> present_;
    error_code code_;            ///< result of the last operation
    std::size_t count_ = 0;      ///< bytes that it has moved
    std::uint64_t received_ = 0; ///< bytes that came during the present exchange
    asio::cancellation_state cancellation_;
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/impl/connection.ipp>
#endif
