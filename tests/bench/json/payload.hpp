// SPDX-License-Identifier: BSL-1.0
// The texts that are read, made by the same rules on every machine.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bench
{

/** How a text is laid out. */
enum class layout
{
    compact,
    indented,  ///< two spaces a level, one after a colon
    shuffled,  ///< members in random order
    unknown,   ///< two members more in each object
    null_rich, ///< every member that may be null is
    null_poor  ///< no member is null
};

/** A response of allocateManualSeats with `seats` seats; 200 of them are about 104 KB. */
std::string make_response(std::size_t seats, layout style);

/** A request of allocateManualSeats with `seats` seats. */
std::string make_request(std::size_t seats);

/** A problem document with two errors, about 400 bytes. */
std::string_view problem_text() noexcept;

} // namespace bench
