// SPDX-License-Identifier: BSL-1.0
// Several texts in one literal.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::detail
{

/** Takes the first line off a text, which then starts behind the line's end. */
constexpr std::string_view take_line(std::string_view& lines) noexcept
{
    auto const size = lines.find('\n');
    std::string_view const line = lines.substr(0, size);
    lines.remove_prefix(size == std::string_view::npos ? lines.size() : size + 1);
    return line;
}

/** A line of a literal, counted from 0. A table of views would say the same, but costs a program
    a relocation and two words for every text. Empty behind the last one. */
RESTBIND_COLD constexpr std::string_view line_at(std::string_view lines, std::size_t index) noexcept
{
    for (; index != 0 && !lines.empty(); --index)
        take_line(lines);
    return take_line(lines);
}

/** How many lines there are. */
constexpr std::size_t count_lines(std::string_view lines) noexcept
{
    std::size_t count = 0;
    for (; !lines.empty(); take_line(lines))
        ++count;
    return count;
}

} // namespace restbind::detail
