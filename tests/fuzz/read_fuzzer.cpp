// SPDX-License-Identifier: BSL-1.0
#include "checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    // A block of exactly the size: the address sanitizer sees one byte too many.
    fuzz::check_reading({reinterpret_cast<char const*>(data), size});
    return 0;
}
