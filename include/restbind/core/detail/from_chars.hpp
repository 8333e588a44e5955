// Reading floating-point numbers with any standard library.
#pragma once

#include <restbind/core/detail/config.hpp>
#ifdef RESTBIND_NO_FLOATING_FROM_CHARS
#include <restbind/core/detail/strtod.hpp>
#endif

#include <charconv>
#include <concepts>
#include <string_view>
#include <system_error>

namespace restbind::detail
{

/** std::from_chars() of a whole text, which is a number in the grammar of JSON: correctly rounded,
    whatever the locale.

    @returns `std::errc::result_out_of_range`, with `out` left alone, for what is too large, and for
    what is not 0 but rounded to it.
*/
template <std::floating_point T>
std::errc from_chars(std::string_view text, T& out)
{
#ifdef RESTBIND_NO_FLOATING_FROM_CHARS
    return read_floating_text(text, out);
#else
    return std::from_chars(text.data(), text.data() + text.size(), out).ec;
#endif
}

} // namespace restbind::detail
