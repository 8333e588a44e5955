// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bench
{

/** Where the service with the fixed responses listens, on the loopback address. */
struct service_address
{
    std::uint16_t plain_port = 0;
    std::uint16_t tls_port = 0;

    /** Certificate of the authority that has signed the service's certificate, as PEM. */
    std::string authority;
};

/** What a call is made with. The order is that of the tables. */
enum class client_kind : unsigned char
{
    generated,   ///< the generated operation: validates, encodes, decodes
    same_work,   ///< the tuned loop, and the same validation, encoding and decoding by hand
    tuned_beast, ///< hand-written coroutine loop on Beast's parser, no JSON
    docs_beast,  ///< coroutine loop as Beast's documentation writes it, no JSON
    libcurl,     ///< reused easy handle; multi handle for many calls at a time; no JSON
    poco,        ///< kept session; a thread for each of many calls at a time; no JSON
    bare_socket  ///< send and receive alone: what the kernel takes
};

enum class transport : unsigned char
{
    plain,
    tls
};

/** What becomes of a connection between two calls. */
enum class connection_use : unsigned char
{
    kept,    ///< every call uses the same connection
    resumed, ///< every call makes its own and resumes the TLS session of the one before
    full     ///< every call makes its own with a full TLS handshake
};

/** Number of calls that are under way in the measurements of many at a time. */
inline constexpr std::size_t many = 32;

/** Conditions under which a client is measured. */
struct conditions
{
    transport over = transport::plain;

    /** Calls under way at a time: 1 or `many`. */
    std::size_t in_flight = 1;

    connection_use connections = connection_use::kept;

    friend bool operator==(conditions const&, conditions const&) = default;
    friend auto operator<=>(conditions const&, conditions const&) = default;
};

/** A number of calls. */
struct work
{
    std::size_t calls = 0;

    /** Receives how long each call took, in the order in which they began. Empty, or of `calls`
        elements.
    */
    std::span<std::chrono::nanoseconds> latencies{};
};

/** Takes the time of one call. Looks at no clock unless latencies are wanted. */
class stopwatch
{
public:
    using clock = std::chrono::steady_clock;

    stopwatch() = default;

    /** Starts. @param number Place of the call in the work, from 0. */
    stopwatch(work const& part, std::size_t number) noexcept
    {
        if (part.latencies.empty())
            return;
        slot_ = &part.latencies[number];
        begin_ = clock::now();
    }

    void stop() noexcept
    {
        if (slot_)
            *slot_ = clock::now() - begin_;
    }

private:
    std::chrono::nanoseconds* slot_ = nullptr;
    clock::time_point begin_{};
};

/** One client under fixed conditions. Its connections last from one piece of work to the next. */
class contestant
{
public:
    virtual ~contestant() = default;

    /** Carries the work out and returns when every call is responded.

        @throws std::exception if a call fails or its response is not the expected one.
    */
    virtual void run(work const& part) = 0;
};

/** Makes a contestant. The address outlives it. */
using contestant_factory = std::unique_ptr<contestant> (*)(
    service_address const& service, conditions const& under);

/** A contestant that can be made. */
struct entrant
{
    client_kind client;
    conditions under;
    contestant_factory make;
};

/** Puts an entrant on the list. Every source file of a contestant has one of these for each of its
    entrants, at namespace scope.
*/
class registration
{
public:
    registration(client_kind client, conditions under, contestant_factory make);
};

/** All entrants, sorted by conditions, then by client. */
std::vector<entrant> entrants();

/** Name in tables, such as `generated operation`. */
std::string_view title(client_kind client);

/** Name in JSON and on the command line, such as `generated`. */
std::string_view name(client_kind client);

/** `plain` or `tls`. */
std::string_view name(transport over);

/** `kept`, `resumed` or `full`. */
std::string_view name(connection_use connections);

/** Name of an entrant on the command line, such as `libcurl/plain/32/kept`. */
std::string name(entrant const& who);

} // namespace bench
