// SPDX-License-Identifier: BSL-1.0
// Numbers in open JSON values as decimals: prices that no schema names.
// A program that includes this needs <restbind/src.hpp> in exactly one source file.
#pragma once

#include <restbind/core/decimal.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/open_json.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/json/encode.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace restbind::inline RESTBIND_ABI::json
{

/** The decimal that a number of an open JSON value was in the text.

    An open value holds a number with a fraction as the nearest double, and its text is gone. Up to
    15 digits there is one decimal that gives this double, so that 19.90 comes back as 19.9,
    exactly.
    @code
    boost::json::value const* const total = response->if_contains("total");
    restbind::result<restbind::decimal> const paid =
        total ? restbind::json::to_decimal(*total) : restbind::decimal();
    @endcode

    @param number An integer is exact up to the largest std::int64_t. Zeros at the end of a fraction
    are not known any more.
    @par Errors
    error_kind::invalid_response with error::detail(), for what is no number, and for a double that
    has more digits. A longer text that gave the double of a shorter one cannot be told from it.
*/
RESTBIND_COLD inline result<decimal> to_decimal(boost::json::value const& number)
{
    constexpr std::uint64_t beyond_15_digits = 1'000'000'000'000'000;
    if (!number.is_number())
        return error(error_kind::invalid_response, "is no number");
    if (auto const* const whole = number.if_int64())
        return decimal(*whole);
    if (auto const* const rounded = number.if_double())
    {
        result<std::string> const text = encode(*rounded);
        auto const digits = text ? restbind::detail::read_scientific(*text) : std::nullopt;
        auto const found = text ? decimal::from_string(*text) : std::nullopt;
        if (digits && found && digits->coefficient < beyond_15_digits)
            return *found;
    }
    return error(error_kind::invalid_response, "has more digits than are known");
}

} // namespace restbind::json
