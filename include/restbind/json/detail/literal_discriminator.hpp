// Alternatives that a number or boolean tells apart. Only variants that have such values instantiate
// this.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/discriminator.hpp>
#include <restbind/core/detail/scientific.hpp>

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

/** The alternative that the JSON text of a number or boolean stands for, else `otherwise`. Numbers
    are compared by their values: 3, 3.0 and 3e0 are one. */
template <class = void>
RESTBIND_NOINLINE std::size_t literal_alternative(std::span<discriminator_value const> values,
    std::size_t otherwise, std::string_view text) noexcept
{
    auto const number = restbind::detail::read_scientific(text);
    auto const is_same = [&](std::string_view listed)
    {
        if (listed == text)
            return true;
        auto const other = restbind::detail::read_scientific(listed);
        return number && other && number->coefficient == other->coefficient &&
               (number->coefficient == 0 ||
                   (number->negative == other->negative &&
                       number->zeros - number->scale == other->zeros - other->scale));
    };
    for (auto const& one : values)
        if (one.is_literal && is_same(one.value))
            return one.alternative;
    return otherwise;
}

} // namespace restbind::json::detail
