#pragma once

#include <restbind/core/error.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace restbind::net
{

/** Encryption of one connection, without any I/O: the connection moves the bytes.

    What the peer sent goes in through `feed`, what it must get comes out through `outgoing`. Used
    by one connection at a time.
*/
class secure_channel
{
public:
    /** What a step came to. */
    enum class status : unsigned char
    {
        ok,        ///< done
        want_read, ///< more bytes from the peer are needed
        closed,    ///< the peer has ended the encrypted stream properly
        failed     ///< broken for good: see `failure`
    };

    virtual ~secure_channel() = default;

    /** Goes on with the handshake, as far as the bytes fed so far allow. */
    virtual status handshake() = 0;

    /** Encrypts all of the text into `outgoing`. */
    virtual status write(std::string_view plain) = 0;

    /** Decrypts up to `room` bytes.

        @param count Receives the number of bytes; more than 0 if the result is `ok`.
    */
    virtual status read(char* to, std::size_t room, std::size_t& count) = 0;

    /** Takes bytes that came from the peer. They are copied. */
    virtual void feed(std::string_view received) = 0;

    /** Bytes for the peer. Whoever sends them clears the text. */
    virtual std::string& outgoing() = 0;

    /** Why the last step failed. Kind `connect` for a peer that is not trusted. */
    virtual error failure() const = 0;
};

/** Makes the secure channels of one client. Thread-safe. */
class secure_channel_factory
{
public:
    virtual ~secure_channel_factory() = default;

    /** A channel for a new connection.

        @param host Name or address that the peer's certificate must carry.
    */
    virtual std::unique_ptr<secure_channel> make(std::string const& host) = 0;
};

} // namespace restbind::net
