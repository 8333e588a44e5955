// SPDX-License-Identifier: BSL-1.0
// What an operation with several kinds of success gives: values that carry their status.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI
{

/** In place of a body that a response does not have. */
struct no_content
{
    friend bool operator==(no_content const&, no_content const&) = default;
};

/** @name Statuses that a document describes together
    In place of a status in `response`.
    @{
*/
inline constexpr int status_1xx = 1;     ///< any from 100 to 199 (`1XX`)
inline constexpr int status_2xx = 2;     ///< any from 200 to 299 (`2XX`)
inline constexpr int status_3xx = 3;     ///< any from 300 to 399 (`3XX`)
inline constexpr int status_4xx = 4;     ///< any from 400 to 499 (`4XX`)
inline constexpr int status_5xx = 5;     ///< any from 500 to 599 (`5XX`)
inline constexpr int default_status = 0; ///< any that is not described otherwise (`default`)
/** @} */

/** One of several responses that mean success: which status came, and its body.

    @tparam Code A status from 100 to 599, or one of the names above.
    @tparam Body What responses with this status hold; `no_content` for nothing.
*/
template <int Code, class Body>
struct response
{
    /** What came. */
    Body body{};

    /** The status that came. */
    static constexpr int status() noexcept { return Code; }

    friend bool operator==(response const&, response const&) = default;
};

/** The same for statuses that are described together. */
template <int Code, class Body>
    requires(Code < 100)
struct response<Code, Body>
{
    /** What came. */
    Body body{};

    /** The status that came; 0 in a response that was not received. */
    int received_status = 0;

    /** The status that came. */
    constexpr int status() const noexcept { return received_status; }

    friend bool operator==(response const&, response const&) = default;
};

/** A value of a response that fits none of the alternatives of its `std::variant`. A variant has
    this alternative if the others are of several JSON types, or several lists. A request that holds
    it is refused, unless the document allows the value.
    @code
    if (auto const* other = std::get_if<restbind::unknown_value>(&response.reason))
        std::clog << other->json;
    @endcode
*/
struct unknown_value
{
    /** The value as JSON text, without space around it; `restbind::json::to_open_value()` makes a
        `boost::json::value` of it. */
    std::string json = "null";

    unknown_value() = default;
    /** Explicit, so that a variant takes a text for its string. */
    explicit unknown_value(std::string text)
        : json(std::move(text))
    {
    }

    friend bool operator==(unknown_value const&, unknown_value const&) = default;
};

/** A body that is neither JSON nor text: a picture, a document, an archive. */
struct binary_body
{
    /** The response's Content-Type as it came, such as `image/png`; empty if there was none. */
    std::string content_type{};

    /** The body, whole and as received. */
    std::vector<unsigned char> bytes{};

    /** The bytes as characters. Lives until they change. */
    std::string_view text() const noexcept
    {
        return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
    }

    friend bool operator==(binary_body const&, binary_body const&) = default;
};

/** Where an operation sends its caller whose only success is a redirect (3xx). Redirects are never
    followed. */
struct redirect
{
    /** Status, 300 to 399. */
    int status = 0;

    /** Value of the Location header as it came, which may be relative to the address of the
        request; empty if there was none. */
    std::string location{};

    friend bool operator==(redirect const&, redirect const&) = default;
};

} // namespace restbind
