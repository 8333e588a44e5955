// SPDX-License-Identifier: BSL-1.0
// std::format of the runtime's types and of generated enumerations, as `<<` prints them, where the
// standard library has it.
#pragma once

#include <restbind/core/date_time.hpp>
#include <restbind/core/decimal.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/string_enum.hpp>
#include <restbind/core/validation.hpp>

#include <version>

#ifdef __cpp_lib_format

#include <format>
#include <string>
#include <string_view>
#include <type_traits>

namespace restbind::inline RESTBIND_ABI::detail
{

/** What has a text. */
template <class T>
concept formatted = string_enumeration<T> || named_enum<T> || std::is_same_v<T, decimal> ||
                    std::is_same_v<T, timestamp> || std::is_same_v<T, error>;

} // namespace restbind::detail

/** Takes the format of a text: `{:>8}` of a decimal, `{:<20}` of an enumeration. */
template <restbind::detail::formatted T>
struct std::formatter<T, char> : std::formatter<std::string_view, char>
{
    template <class Context>
    auto format(T const& value, Context& context) const
    {
        std::string text;
        if constexpr (std::is_same_v<T, restbind::error>)
            text = value.message();
        else if constexpr (std::is_same_v<T, restbind::decimal>)
            text = value.to_string();
        else
            text = to_string(value);
        return std::formatter<std::string_view, char>::format(text, context);
    }
};

#endif
