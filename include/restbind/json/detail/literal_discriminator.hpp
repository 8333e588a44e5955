// Alternatives that a number or boolean tells apart. Only variants that have such values
// instantiate this.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/discriminator.hpp>
#include <restbind/core/detail/numbers.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace restbind::json::detail
{

/** Some values of a discriminator are numbers or booleans. */
template <std::size_t Count>
constexpr bool has_literals(discriminator<Count> const& by) noexcept
{
    for (auto const& one : by.values)
        if (one.is_literal)
            return true;
    return false;
}

/** Whether a text can be that of a number or boolean. */
constexpr bool may_be_literal(char first) noexcept
{
    return first == '-' || (first >= '0' && first <= '9') || first == 't' || first == 'f';
}

/** Whether the JSON text of a number or boolean is a value that is listed. Numbers are compared by
    their values: 3, 3.0 and 3e0 are one. */
template <class = void>
RESTBIND_NOINLINE bool stands_for(discriminator_value const& listed, std::string_view text) noexcept
{
    if (!listed.is_literal || listed.value == text)
        return listed.is_literal;
    auto const number = restbind::detail::read_scientific(text);
    auto const other = restbind::detail::read_scientific(listed.value);
    return number && other && number->coefficient == other->coefficient &&
           (number->coefficient == 0 ||
               (number->negative == other->negative &&
                   number->zeros - number->scale == other->zeros - other->scale));
}

/** The first alternative that the JSON text of a number or boolean stands for, else `otherwise`. */
inline std::size_t literal_alternative(std::span<discriminator_value const> values,
    std::size_t otherwise, std::string_view text) noexcept
{
    for (auto const& one : values)
        if (detail::stands_for(one, text))
            return one.alternative;
    return otherwise;
}

} // namespace restbind::json::detail
