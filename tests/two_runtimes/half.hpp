// SPDX-License-Identifier: BSL-1.0
// What two libraries offer that were built with two versions of the runtime: texts and numbers, none of its types.
#pragma once

#include <cstddef>
#include <string>

namespace first
{
std::string refuse(std::string const& request);
std::size_t size_of_error();
} // namespace first

namespace second
{
std::string refuse(std::string const& request);
std::size_t size_of_error();
} // namespace second
