// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/http/step.hpp>

#include <boost/system/error_code.hpp>

#include <chrono>
#include <cstddef>
#include <span>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

/** The handshake of an encrypted connection. No I/O: it says what is to be done, and is told what
    came of it. Driven as `exchange` is.

    When it is done, `secure_channel::outgoing` may hold its last bytes: they go out together with
    the first request.

    Where the server judges the client's certificate last, the first request is held back although
    the handshake looks complete on this side: see `is_held_back`.

    | next    | event          | what encryption says           | next after it    |
    |---------|----------------|--------------------------------|------------------|
    | (start) |                | it has bytes for the peer      | send             |
    | (start) |                | it waits for the peer          | receive          |
    | (start) |                | it is ready                    | done             |
    | (start) |                | it is ready, but held back     | receive          |
    | (start) |                | it has failed                  | done             |
    | send    | sent           | a part of its bytes is left    | send             |
    | send    | sent           | all are sent, and it waits     | receive          |
    | send    | sent           | all are sent, it has failed    | done             |
    | send    | sent           | all are sent, there are more   | as at the start  |
    | receive | received       | not held back                  | as at the start  |
    | receive | received       | held back: the handshake stands, or was refused | done |
    | receive | received       | held back: neither             | receive          |
    | receive | closed         | it has bytes for the peer      | send             |
    | receive | closed         | it has none                    | done             |
    | receive | stop_waiting   | held back                      | done             |
    | any but done | failed    |                                | done             |
*/
class handshake
{
public:
    /** Longest time for which the first request is held back. A server that sends no session
        tickets costs it once a connection with a client certificate. */
    static constexpr std::chrono::milliseconds max_refusal_wait{500};

    /** @param channel Must outlive this object. */
    explicit handshake(secure_channel& channel);

    /** What is to be done next: `send`, `receive` or `done`. */
    step next() const noexcept { return next_; }

    /** @name Events
        None may follow `done`.
        @{
    */
    /** Bytes to be sent; not empty while `next` is `send`. */
    std::string_view output() const { return channel_.outgoing(); }

    /** The first `count` bytes of the output were accepted for sending. */
    void sent(std::size_t count);

    /** Space for bytes of the peer. */
    std::span<char> input() { return channel_.input_capacity(); }

    /** The first `count` bytes of the space were filled. */
    void received(std::size_t count);

    /** The peer will send nothing more. */
    void closed();

    /** Sending or receiving has failed, or is given up. A reason that the channel has given before
        goes before this one. */
    void failed(boost::system::error_code code);

    /** The request was held back for long enough: the handshake counts as done. */
    void stop_waiting();
    /** @} */

    /** Whether `receive` waits only for the peer to show that the handshake stands. That must take
        `max_refusal_wait` at most; then `stop_waiting` has to be called. */
    bool is_held_back() const noexcept { return is_held_back_; }

    /** Once it is done: success if the channel can be used. Otherwise what went wrong, of kind
        `connect` or what the channel says, in the phase `handshake`. */
    result<void> const& ended() const noexcept { return ended_; }

private:
    void go_on();
    void after_output();
    void fail();
    void end_with(error why);

    secure_channel& channel_;
    result<void> ended_;
    secure_channel::status channel_step_ = secure_channel::status::want_write;
    step next_ = step::send;
    bool is_held_back_ = false;
};

} // namespace restbind::http

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/http/detail/handshake.ipp>
#endif
