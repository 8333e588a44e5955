// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/result.hpp>

#include <boost/system/error_code.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::net
{

/** What stands in for the system's network, clocks and random numbers, as
    `client_options::transport`: a network in memory and a time that passes when a test wants it to.

    Not thread-safe: a transport, the clients that use it and their executor belong to one thread.
    Errors of streams are those of Asio (`boost::asio::error`): `would_block` where the function
    would have to wait, `eof` at the end of what the peer sends. No function may throw anything but
    `std::bad_alloc`.
*/
class transport
{
public:
    /** The time of deadlines, pauses and tokens. */
    using time_point = std::chrono::steady_clock::time_point;

    /** Is told when a time has come, or when a stream may be ready. */
    class sleeper
    {
    public:
        /** Never called within a function of the transport that the sleeper itself has called. */
        virtual void wake() = 0;

    protected:
        ~sleeper() = default;
    };

    /** One end of a connection. Destroying it closes it and forgets who waits for it. */
    class stream
    {
    public:
        virtual ~stream() = default;

        /** Whether the peer has accepted: no error if so, `would_block` while nobody knows, else
            why it has not. */
        virtual boost::system::error_code connected() = 0;

        /** Takes bytes that have come.

            @param keep Whether they stay, so that the next call finds them again.
            @returns How many; 0 with an error.
        */
        virtual std::size_t read_some(
            std::span<char> space, bool keep, boost::system::error_code& failure) = 0;

        /** Hands bytes to the network. @returns How many it has accepted; 0 with an error. */
        virtual std::size_t write_some(
            std::string_view bytes, boost::system::error_code& failure) = 0;

        /** Wakes a sleeper once, when a function of the stream may do more than `would_block`.
            There is one sleeper at a time.

            @param to_read Whether bytes to read, or the end, count.
            @param to_write Whether space to write, or the end of connecting, counts.
        */
        virtual void wait(bool to_read, bool to_write, sleeper& waiting) = 0;

        /** Forgets the sleeper: it is told of nothing more. */
        virtual void cancel() noexcept = 0;

    protected:
        stream() = default;
        stream(stream const&) = delete;
        stream& operator=(stream const&) = delete;
    };

    virtual ~transport() = default;

    /** The time of deadlines, pauses and tokens, and of the age of connections. */
    virtual time_point now() const noexcept = 0;

    /** The time of day, by which a service may name the end of a pause. */
    virtual std::chrono::system_clock::time_point time_of_day() const noexcept = 0;

    /** A random number. Each client asks for one, from which its pauses follow. */
    virtual std::uint64_t chance() = 0;

    /** Wakes a sleeper once, when a time has come. A second call takes the place of the first.

        @param at `max`: never.
    */
    virtual void wake_at(sleeper& waiting, time_point at) = 0;

    /** Forgets the time of a sleeper, if it has one. */
    virtual void forget(sleeper& waiting) noexcept = 0;

    /** Begins to connect to a host, whose name the transport knows by itself.

        @returns A stream, which may not be connected yet; or an error of kind `resolve` or
        `connect`.
    */
    virtual result<std::unique_ptr<stream>> connect(
        std::string const& host, std::uint16_t port) = 0;

protected:
    transport() = default;
    transport(transport const&) = delete;
    transport& operator=(transport const&) = delete;
};

} // namespace restbind::net
