// SPDX-License-Identifier: BSL-1.0
#include "checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::check_writing({reinterpret_cast<char const*>(data), size});
    return 0;
}
