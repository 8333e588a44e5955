// SPDX-License-Identifier: BSL-1.0
// What must hold for every input. The fuzzers and the replay of the corpus share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fuzz
{

/** Reads a text in every way and compares with Boost.JSON and with itself. Ends the program with a
    message at the first finding. Exceptions pass: nothing here may throw. */
void check_reading(std::string_view text);

/** Makes a value from the bytes, writes it, reads it back with ours and with Boost.JSON. */
void check_writing(std::string_view bytes);

/** Reads a response of HTTP whole and in pieces, and compares with a strict reading of the same
   bytes. Ends the program with a message at the first finding. */
void check_response(std::string_view bytes);

} // namespace fuzz
