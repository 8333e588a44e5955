// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

/** @file
    In which order, and when, the addresses of a name are tried (RFC 8305): pure functions of what
    the name lookup found and of what has happened since.
*/

namespace restbind::inline RESTBIND_ABI::http
{

/** Most addresses of one name that are tried. */
inline constexpr std::size_t max_addresses = 16;

/** Time that an attempt has for itself before the next address is tried beside it (RFC 8305,
    "Connection Attempt Delay"). */
inline constexpr std::chrono::milliseconds connection_attempt_delay{250};

/** Positions of addresses, in the order in which they are tried; at most `max_addresses`. */
using address_order = std::vector<std::size_t>;

/** Orders addresses so that the two families take turns, beginning with the family of the first
    one. The order within a family stays.

    @param is_v6 For each address, whether it is one of IPv6.
    @param most Most positions; at most `max_addresses`.
    @returns Positions in `is_v6`.
*/
RESTBIND_COLD inline address_order take_turns(
    std::span<bool const> is_v6, std::size_t most = max_addresses)
{
    address_order order((std::min)(is_v6.size(), most));
    bool wanted = !is_v6.empty() && is_v6.front();
    // The next position of each family.
    std::size_t next[2] = {0, 0};
    auto const advance = [&](bool family)
    {
        std::size_t& at = next[family ? 1 : 0];
        while (at != is_v6.size() && is_v6[at] != family)
            ++at;
        return at;
    };
    for (std::size_t& position : order)
    {
        if (advance(wanted) == is_v6.size())
            wanted = !wanted;
        position = advance(wanted);
        ++next[wanted ? 1 : 0];
        wanted = !wanted;
    }
    return order;
}

/** When the next of several addresses is tried: the first at once, each further one a delay after
    the one before it, or as soon as an attempt has failed. Attempts that are under way go on. */
class address_plan
{
public:
    using clock = std::chrono::steady_clock;

    /** @param addresses Number of addresses.
        @param delay Time from the start of one attempt to the start of the next. 0: all at once.
    */
    explicit address_plan(
        std::size_t addresses, std::chrono::milliseconds delay = connection_attempt_delay) noexcept
        : addresses_(addresses)
        , delay_(delay)
    {
    }

    /** Whether an attempt is to be started now. */
    bool is_due(clock::time_point now) const noexcept
    {
        return started_ != addresses_ && now >= due_;
    }

    /** Notes the start of an attempt. @returns The number of its address, from 0 on. @pre `is_due`.
     */
    std::size_t start(clock::time_point now) noexcept
    {
        due_ = now + delay_;
        return started_++;
    }

    /** Notes that an attempt has failed: the next one is due. */
    void fail() noexcept
    {
        ++failed_;
        due_ = (clock::time_point::min)();
    }

    /** When the next attempt is due; never (`max`) if all addresses were tried. */
    clock::time_point next_start() const noexcept
    {
        return started_ == addresses_ ? (clock::time_point::max)() : due_;
    }

    /** Whether every address was tried in vain. */
    bool is_lost() const noexcept { return failed_ == addresses_; }

private:
    std::size_t addresses_;
    std::chrono::milliseconds delay_;
    std::size_t started_ = 0;
    std::size_t failed_ = 0;
    clock::time_point due_ = (clock::time_point::min)();
};

} // namespace restbind::http
