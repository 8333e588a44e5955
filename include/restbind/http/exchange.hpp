// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/response_parser.hpp>
#include <restbind/http/input_buffer.hpp>
#include <restbind/http/parser_limits.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/request_head.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/http/security.hpp>
#include <restbind/http/step.hpp>

#include <boost/system/error_code.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

/** What became of an exchange. */
struct exchange_report
{
    /** How much of the request was accepted for sending, and the status of the response. What else
        became of the attempt is for the caller to add. */
    attempt_outcome outcome;

    /** Success if a whole response came. Otherwise what went wrong, of kind `write`, `read`,
        `protocol` or `too_large`, or what `delivery_failed` was given. */
    result<void> ended;

    /** Whether the connection can serve another request. */
    bool reusable = false;

    /** How long the connection can be used when it is idle, by its server's word: a second less
        than it says, so that a request is not sent just as the connection is closed. Not set if the
        server does not say. */
    std::optional<std::chrono::seconds> idle_limit{};

    /** Whether bytes came behind the response. */
    bool surplus = false;

    /** Bytes that were accepted for sending, encrypted ones if there is encryption. */
    std::uint64_t bytes_sent = 0;

    /** Bytes that were received, encrypted ones if there is encryption. */
    std::uint64_t bytes_received = 0;
};

/** Sends one request over a connection and reads its response, with or without encryption. No I/O:
    it says what is to be done, and is told what came of it.

    @code
    http::exchange x(request, response, limits, buffer);
    while (x.next() != http::step::done)
        if (x.next() == http::step::send)
            x.sent(device.write(x.output()[0]));
        else if (auto const count = device.read(x.input()))
            x.received(count);
        else
            x.closed();
    @endcode

    A response that is whole before all of the request was sent ends the exchange: a server may
    refuse a request without reading all of it. So whoever cannot send at the moment should see
    whether something can be received meanwhile, and look once more without waiting before a failed
    write is reported.

    | next    | event           | what has come of it                      | next after it      |
    |---------|-----------------|------------------------------------------|--------------------|
    | (start) |                 | encryption waits for the peer first      | receive            |
    | (start) |                 | encryption has failed                    | done               |
    | (start) |                 | anything else                            | send               |
    | send    | sent            | a part of the request is left            | send               |
    | send    | sent            | all of the request is sent               | receive            |
    | send, receive | received  | the response is whole, or cannot be read | done               |
    | send, receive | received  | there is a piece of a streamed body      | deliver, after `send` |
    | send, receive | received  | encryption has bytes for the peer        | send               |
    | send, receive | received  | anything else                            | as before          |
    | send, receive | closed    | the end ends the body                    | done, or deliver   |
    | send, receive | closed    | encryption has bytes for the peer        | send               |
    | send, receive | closed    | anything else                            | done, with a failure |
    | deliver | delivered       | the response is whole                    | done               |
    | deliver | delivered       | more is to come                          | receive, or deliver |
    | deliver | delivery_failed |                                          | done               |
    | any but done | failed     | it ends a response that is whole already | done, or deliver   |
*/
class exchange
{
public:
    /** Codes of the connection, and of its encryption. */
    using error_code = boost::system::error_code;

    /** The most bytes that `input` offers without encryption. */
    static constexpr std::size_t max_read = 16U << 10;

    /** @param request Its texts must live until the exchange has ended.
        @param target Emptied, then filled in; must outlive this object. It is whole only if the
            report has no failure.
        @param buffer Must be empty and outlive this object. May serve one exchange after the other
            on a connection.
        @param channel Encryption whose handshake is over; null: there is none. Must outlive this
            object.
    */
    exchange(outgoing_request const& request, response& target, parser_limits const& limits,
        input_buffer& buffer, secure_channel* channel = nullptr);

    exchange(exchange const&) = delete;
    exchange& operator=(exchange const&) = delete;

    /** What is to be done next: `send`, `receive`, `deliver` or `done`. */
    step next() const noexcept { return next_; }

    /** @name Events
        None may follow `done`.
        @{
    */
    /** Bytes to be sent, in two pieces for a single write; the second is empty if the first is. Not
        empty while `next` is `send`. */
    std::array<std::string_view, 2> output() const
    {
        if (channel_)
            return {channel_->outgoing(), std::string_view()};
        return unsent_;
    }

    /** The first `count` bytes of the output were accepted for sending. */
    void sent(std::size_t count);

    /** Space for bytes of the peer. Not empty while `next` is `receive`. May also be filled while a
        part of the request is still to be sent; if it is empty then, `received(0)` makes space. */
    std::span<char> input();

    /** The first `count` bytes of the space were filled. */
    void received(std::size_t count);

    /** The peer will send nothing more. */
    void closed();

    /** The content so far was taken out of the response. */
    void delivered();

    /** The content so far could not be taken. @param why Its phase, if it names none, is `read`. */
    void delivery_failed(error why);

    /** Sending or receiving has failed, or is given up. The failure is of kind `write` while a part
        of the request is still to be sent, and of kind `read` afterwards.

        @param code An end of the stream has `boost::beast::http::error::end_of_stream`.
    */
    void failed(error_code code);
    /** @} */

    /** Whether a part of the request is still to be sent. */
    bool is_sending() const noexcept { return is_sending_; }

    /** Whether a byte of the response has come. */
    bool has_begun() const noexcept { return parser_.has_begun(); }

    /** Whether the whole response has come. */
    bool is_complete() const noexcept { return progress_ == response_parser::progress::complete; }

    /** Bytes of the response, decrypted, that have come. */
    std::uint64_t response_bytes() const noexcept { return response_bytes_; }

    /** What became of the exchange, once it is done. */
    exchange_report& report() noexcept { return report_; }
    /** @overload */
    exchange_report const& report() const noexcept { return report_; }

private:
    void go_on_sending();
    void end_request();
    void end_sending();
    void go_on_receiving();
    void take_input(std::size_t count);
    bool has_piece() const noexcept;
    secure_channel::status decrypt();
    void take_while_sending(secure_channel::status read);
    void fail_with(error_code code, std::string_view detail);
    void fail(error_kind kind, error_code code, phase at, std::string_view detail);
    void end_with(error why);
    void fail_channel(secure_channel::status last);
    void finish();

    response_parser parser_;
    response& response_;
    input_buffer& buffer_;
    secure_channel* channel_;
    std::array<std::string_view, 2> unsent_; ///< without encryption: the rest of the request
    std::size_t read_size_;
    std::uint64_t response_bytes_ = 0;
    exchange_report report_; // without {}, which would first fill all of it with zeros
    secure_channel::status channel_step_ = secure_channel::status::ok; ///< of the last step
    response_parser::progress progress_ = response_parser::progress::need_more;
    step next_ = step::send;
    bool is_sending_ = true;
};

} // namespace restbind::http

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/http/detail/exchange.ipp>
#endif
