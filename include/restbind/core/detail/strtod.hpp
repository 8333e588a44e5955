// Reading floating-point numbers with the C library, whatever the locale of the program is.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <locale.h>
#include <stdlib.h>

#include <cmath>
#include <concepts>
#include <string>
#include <string_view>
#include <system_error>
#if __has_include(<xlocale.h>)
#include <xlocale.h>
#endif

namespace restbind::detail
{

/** Reads a floating-point number as std::from_chars() does; see
    <restbind/core/detail/from_chars.hpp>. */
template <std::floating_point T>
std::errc read_floating_text(std::string_view text, T& out)
{
    static locale_t const classic = newlocale(LC_ALL_MASK, "C", nullptr);
    std::string const terminated(text);
    T value{};
    if constexpr (std::same_as<T, float>)
        value = strtof_l(terminated.c_str(), nullptr, classic);
    else if constexpr (std::same_as<T, double>)
        value = strtod_l(terminated.c_str(), nullptr, classic);
    else
        value = strtold_l(terminated.c_str(), nullptr, classic);
    bool const is_zero =
        text.substr(0, text.find_first_of("eE")).find_first_not_of("-0.") == text.npos;
    if (std::isinf(value) || (value == 0 && !is_zero))
        return std::errc::result_out_of_range;
    out = value;
    return std::errc();
}

} // namespace restbind::detail
