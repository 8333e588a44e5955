// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_DECIMAL_HPP
#define SANDBOX_DECIMAL_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sandbox {

/** A non-negative decimal number that keeps the digits it was written with: `19.90` stays `19.90`.

    Money never passes through binary floating point, so that a test can compare the text on the wire.
*/
class decimal
{
public:
    /// Zero, written `0`.
    decimal() = default;

    /** Reads `digits` or `digits.digits`: no sign, no exponent, no superfluous leading zero.

        @returns Nothing when the text has another form, more than 9 fractional digits or more than 18 digits.
    */
    static std::optional<decimal> parse(std::string_view text);

    /// The number as JSON text. A parsed number gives back exactly the text it was read from.
    [[nodiscard]] std::string text() const;

    /// The sum, with the longer fraction of the two. Throws `std::overflow_error` past 64 bits.
    friend decimal operator+(decimal left, decimal right);

    /// `count` (>= 0) times the number, with the same fraction length. Throws `std::overflow_error` past 64 bits.
    friend decimal operator*(decimal value, std::int64_t count);

private:
    decimal(std::int64_t units, int scale) : units_(units), scale_(scale) {}

    std::int64_t units_ = 0;
    int scale_ = 0;
};

} // namespace sandbox

#endif
