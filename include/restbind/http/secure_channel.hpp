// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

/** Encryption of one connection, without any I/O: the connection moves the bytes.

    What the peer sent is put into `input_capacity`, what it must get is taken from `outgoing`. Both
    have a fixed size, so that a step may end before its work is done: with `want_write` the
    outgoing bytes have to be sent first, with `want_read` more of the peer's bytes are needed. A
    step that waits for nothing, or reads nothing, counts as failed. Used by one connection at a
    time.

    What a step throws ends the call with an error of kind `callback_failed`. `outgoing`, `close`
    and the destructor must not throw. These and `is_quiet` run under locks of the client and must
    not call it.
*/
class secure_channel
{
public:
    /** What a step came to. */
    enum class status : unsigned char
    {
        ok,         ///< done
        want_read,  ///< more bytes from the peer are needed
        want_write, ///< bytes for the peer have to be sent first
        closed,     ///< the peer has ended the encrypted stream properly
        failed      ///< broken for good: see `failure`
    };

    virtual ~secure_channel() = default;

    /** Goes on with the handshake, as far as the bytes received so far allow.

        @returns `ok` if it is done on this side; what is then outgoing may go together with the
        first message.
    */
    virtual status handshake() = 0;

    /** Begins to encrypt a message: two texts as if they were one, in as few records as possible.

        @returns `want_write` if `write_more` has to follow; the texts must live until it is done.
    */
    virtual status write(std::string_view head, std::string_view body) = 0;

    /** Goes on with the message after outgoing bytes were sent. */
    virtual status write_more() = 0;

    /** What decrypting came to. */
    struct decrypted
    {
        status step = status::failed; ///< as of any step
        std::size_t count = 0;        ///< number of bytes; more than 0 if the step is `ok`
    };

    /** Decrypts into the space, as many bytes as there are and as fit. */
    virtual decrypted read(std::span<char> to) = 0;

    /** Room for bytes of the peer. Never empty after `want_read`. */
    virtual std::span<char> input_capacity() = 0;

    /** The first `count` bytes of the space were filled. */
    virtual void received(std::size_t count) = 0;

    /** The peer will send nothing more. The next step fails unless it can do without. */
    virtual void input_ended() = 0;

    /** Bytes for the peer; there may be more behind them once they are sent. */
    virtual std::string_view outgoing() = 0;

    /** The first `count` outgoing bytes were sent. */
    virtual void sent(std::size_t count) = 0;

    /** Whether the peer has said nothing that belongs to a response. Takes in what concerns
        encryption alone, such as session tickets. Decides whether an idle connection can be used.
    */
    virtual bool is_quiet() = 0;

    /** Whether the peer may still refuse the handshake that looks complete on this side: with TLS
        1.3 a server judges the client's certificate last. While it may, the connection holds the
        first request back, for half a second at most, so that a refusal is known to come before
        it. */
    virtual bool may_be_refused() const { return false; }

    /** Sends close_notify to the peer if nothing is half done; look at `outgoing` then. */
    virtual void close() = 0;

    /** Why the last step failed, or why the peer closed a handshake. Kind `connect` if the
        handshake failed, `certificate_rejected` if this side has refused the peer's certificate;
        otherwise `read`. A step that returned `failed` has failed even if this names no kind or no
        code.

        A handshake whose failure has a code that is equivalent to `errc::protocol_not_supported`
        or `errc::permission_denied` is not tried again, because it would fail again.

        Once `write` was called, the peer may have read the request, whatever the kind says.
    */
    virtual error const& failure() const = 0;
};

/** Makes the secure channels of one client. Thread-safe. Lives longer than its channels. */
class secure_channel_factory
{
public:
    virtual ~secure_channel_factory() = default;

    /** A channel for a new connection. Null: there can be none, so the handshake fails.

        @param host Name or address that the peer's certificate must carry.
        @param port Port of the peer; sessions are resumed with the same host and port only.
    */
    virtual std::unique_ptr<secure_channel> make(std::string const& host, std::uint16_t port) = 0;
};

} // namespace restbind::http

namespace restbind::inline RESTBIND_ABI::http::detail
{

/** The result of a step of encryption. A step that asks to send and has nothing to be sent counts
    as failed: it would be repeated for ever. */
inline secure_channel::status checked(secure_channel& channel, secure_channel::status step)
{
    using status = secure_channel::status;
    return step == status::want_write && channel.outgoing().empty() ? status::failed : step;
}

/** Whether encryption has come to its end with a step. */
constexpr bool has_ended(secure_channel::status step) noexcept
{
    return step == secure_channel::status::closed || step == secure_channel::status::failed;
}

/** Why encryption has failed. Always an error with a code, also if the channel names none.

    @param usual Its kind, if the channel names none.
*/
RESTBIND_COLD inline error channel_failure(secure_channel const& channel, error_kind usual)
{
    error failure = channel.failure();
    if (failure == error_kind::none)
        return error(usual, "encryption ended without saying why");
    if (!failure.code())
        restbind::detail::fill(failure).with_code(make_error_code(failure.kind()));
    return failure;
}

} // namespace restbind::http::detail
