#pragma once

#include <restbind/core/detail/config.hpp>

#include <array>
#include <chrono>

namespace restbind::http
{

/** How harmless it is to send one request twice. */
enum class idempotency : unsigned char
{
    safe,          ///< changes nothing on the server
    idempotent,    ///< twice has the effect of once
    not_idempotent ///< twice may have the effect twice
};

/** HTTP statuses; 0 stands for none. */
using status_list = std::array<int, 4>;

/** Whether a status is on a list. */
constexpr bool is_listed(status_list const& list, int status) noexcept
{
    for (int const listed : list)
        if (listed != 0 && listed == status)
            return true;
    return false;
}

/** Whether a response with this status says that the request was not applied: what the document
    lists, and 304, 307, 308 and 4xx by their meaning. A service that has done the work may respond
    with any other redirection. */
constexpr bool means_unapplied(status_list const& documented, int status) noexcept
{
    return is_listed(documented, status) || status == 304 || status == 307 || status == 308 ||
           (status >= 400 && status < 500);
}

/** Which requests are retried, how often, and after what: as a document says it
    (`x-restbind-retry`), or a program. Whose rule it is makes a difference: see
    `retry_state::documented`. */
struct retry_rule
{
    /** Sends in all, the first among them. 0 counts as 1: no retry. */
    unsigned max_attempts = 3;

    /** Pause after the first attempt, up to 24 h. 0: retries follow at once. */
    std::chrono::milliseconds initial_delay{500};

    /** Factor from one pause to the next. 0 counts as 1. */
    unsigned multiplier = 2;

    /** Statuses after which the request may be sent again. */
    status_list statuses{429, 502, 503, 504};

    /** Requests that are left out: those less harmless than this. A connection from the pool that
        was found dead before a byte was sent is replaced for all. */
    http::idempotency at_least = http::idempotency::not_idempotent;

    friend constexpr bool operator==(retry_rule const&, retry_rule const&) = default;
};

/** How far a caller lets requests be retried. */
enum class retry_policy : unsigned char
{
    as_specified,   ///< everything that the rule for retries names and that is harmless
    only_unapplied, ///< as above, but what is not idempotent is retried only after a status that
                    ///< says that it was not applied
    never           ///< each request is sent once; a response 401 is then final, too
};

} // namespace restbind::http
