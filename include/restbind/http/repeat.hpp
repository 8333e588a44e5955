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

    /** Statuses from 500 on that say that the request was not applied; 0 stands for none. After any
        other one it may have been. */
    std::array<int, 4> unapplied_statuses{};

    /** Whether the provider has the request repeated after an answer with this status. */
    constexpr bool names(int status) const noexcept { return is_in(statuses, status); }

    /** Whether an answer with this status says that the request was not applied: what the document
        lists, and 304, 307, 308 and 4xx by their meaning. A service that has done the work may
        answer it with any other redirection. */
    constexpr bool means_unapplied(int status) const noexcept
    {
        return is_in(unapplied_statuses, status) || status == 304 || status == 307 ||
               status == 308 || (status >= 400 && status < 500);
    }

    friend constexpr bool operator==(retry_rule const&, retry_rule const&) = default;

private:
    static constexpr bool is_in(std::array<int, 4> const& list, int status) noexcept
    {
        for (int const listed : list)
            if (listed != 0 && listed == status)
                return true;
        return false;
    }
};

/** How far a caller lets requests be repeated. */
enum class retry_policy : unsigned char
{
    as_documented, ///< everything that the provider documents and that is harmless
    not_applied,   ///< as above, but what is not idempotent is repeated only after a status that
                   ///< says that it was not applied
    never          ///< each request is sent once; an answer 401 is then final, too
};

} // namespace restbind::http
