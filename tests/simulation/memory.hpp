// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace simulation
{

/** Bytes that the process holds at present (`operator new`). */
std::int64_t live_bytes() noexcept;

} // namespace simulation
