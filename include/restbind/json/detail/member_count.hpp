// How many members of a described type would be written.
#pragma once

#include <restbind/json/detail/members.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace restbind::json
{

/** The number of members that the JSON of `value` has: what minProperties and maxProperties count.
    Absent members do not count, nor those that are only read; members that are null do. */
template <described D>
std::size_t count_members(D const& value)
{
    std::size_t count = 0;
    auto const add = [&]<std::size_t I>(std::integral_constant<std::size_t, I>)
    {
        constexpr presence need = detail::member_table<D>[I].presence;
        auto const& member = value.*detail::member_pointer<D, I>;
        if constexpr (need == presence::additional_properties)
            count += member.size();
        else if constexpr (detail::member_table<D>[I].access == access_mode::read_only)
            return;
        else if constexpr (need != presence::optional && need != presence::optional_nullable)
            ++count;
        else if constexpr (detail::is_nullable<detail::member_type<D, I>>)
            count += !member.is_absent();
        else
            count += member.has_value();
    };
    [&]<std::size_t... I>(std::index_sequence<I...>)
    { (add(std::integral_constant<std::size_t, I>()), ...); }(
        std::make_index_sequence<detail::member_count<D>>());
    return count;
}

} // namespace restbind::json
