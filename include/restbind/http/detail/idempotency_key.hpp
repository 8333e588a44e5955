// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstdint>
#include <random>
#include <string>

namespace restbind::inline RESTBIND_ABI::http::detail
{

/** A new idempotency key: a random UUID (RFC 9562, version 4) of the system's random numbers, for
    example `6fa3c1de-52a8-4b7e-9b1d-0c2f4e6a8d10`. */
RESTBIND_COLD inline std::string new_idempotency_key()
{
    static constexpr char digits[] = "0123456789abcdef";
    std::random_device source;
    std::string key = "xxxxxxxx-xxxx-4xxx-Nxxx-xxxxxxxxxxxx";
    std::uint32_t bits = 0;
    unsigned left = 0;
    for (char& at : key)
    {
        if (at != 'x' && at != 'N')
            continue;
        if (left == 0)
        {
            bits = source();
            left = 8;
        }
        unsigned const drawn = bits & 15U;
        bits >>= 4;
        --left;
        at = digits[at == 'N' ? 8U | (drawn & 3U) : drawn];
    }
    return key;
}

} // namespace restbind::http::detail
