#pragma once

#include <array>
#include <chrono>

namespace restbind::http
{

/** How harmless it is to send one request twice. */
enum class repeat_class : unsigned char
{
    safe,          ///< changes nothing on the server
    idempotent,    ///< twice has the effect of once
    not_idempotent ///< twice may have the effect twice
};

/** What the provider says about repeats of one operation (`x-restbind-retry`). */
struct retry_rule
{
    /** Sends in all, the first among them. 0 counts as 1: no repeat. */
    unsigned attempts = 3;

    /** Pause after the first attempt. 0: repeats follow at once. */
    std::chrono::milliseconds first_delay{1000};

    /** Factor from one pause to the next. 0 counts as 1. */
    unsigned multiplier = 2;

    /** Statuses after which the request may be sent again; 0 stands for none. */
    std::array<int, 4> statuses{500, 503, 0, 0};

    /** Whether the provider has the request repeated after an answer with this status. */
    constexpr bool names(int status) const noexcept
    {
        for (int const listed : statuses)
            if (listed != 0 && listed == status)
                return true;
        return false;
    }

    friend constexpr bool operator==(retry_rule const&, retry_rule const&) = default;
};

/** How far a caller lets requests be repeated. */
enum class retry_policy : unsigned char
{
    as_documented, ///< everything that the provider documents and that is harmless
    not_applied,   ///< as above, but what is not idempotent is repeated after 503 only, never after
                   ///< another status
    never          ///< each request is sent once; an answer 401 is then final, too
};

} // namespace restbind::http
