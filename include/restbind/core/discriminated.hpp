// SPDX-License-Identifier: BSL-1.0
// A variant with a discriminator of its own.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/required_variant.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

namespace restbind::inline RESTBIND_ABI
{

/** The name of a place in a document, as a template argument. */
template <std::size_t Size>
struct place_name
{
    /** The name and a NUL. */
    char text[Size]{};

    /** The name as a literal. */
    constexpr place_name(char const (&name)[Size]) noexcept // implicit: a literal is given
    {
        for (std::size_t i = 0; i != Size; ++i)
            text[i] = name[i];
    }
};

/** A `std::variant` with a discriminator of its own, where the document tells the same alternatives
    apart in several ways. It is used like the variant, and converts from and to it.

    restbind_discriminator() is looked up for this type, not for the variant.
    @tparam Place The first place in the document that has this discriminator, such as "Room.lamp".
    @tparam Variant A `std::variant`.
*/
template <place_name Place, class Variant>
class discriminated : public Variant
{
public:
    /** The first alternative, value-initialised. */
    discriminated() = default;
    /** Whatever makes the variant, the variant itself among it. */
    template <class T>
        requires(!std::same_as<std::remove_cvref_t<T>, discriminated> &&
                 std::constructible_from<Variant, T>)
    constexpr explicit(!std::convertible_to<T, Variant>) discriminated(T&& value)
        : Variant(std::forward<T>(value))
    {
    }
    /** The alternative at place `I`. */
    template <std::size_t I, class... A>
    constexpr explicit discriminated(std::in_place_index_t<I> place, A&&... arguments)
        : Variant(place, std::forward<A>(arguments)...)
    {
    }

    /** Whatever can be assigned to the variant. */
    template <class T>
        requires(!std::same_as<std::remove_cvref_t<T>, discriminated> &&
                 std::is_assignable_v<Variant&, T>)
    constexpr discriminated& operator=(T&& value)
    {
        static_cast<Variant&>(*this) = std::forward<T>(value);
        return *this;
    }
};

namespace detail
{

template <place_name Place, class Variant>
inline constexpr bool is_variant<discriminated<Place, Variant>> = true;

} // namespace detail

} // namespace restbind

/// @cond for the standard library
template <restbind::place_name Place, class Variant>
struct std::variant_size<restbind::discriminated<Place, Variant>> : std::variant_size<Variant>
{
};
template <std::size_t I, restbind::place_name Place, class Variant>
struct std::variant_alternative<I, restbind::discriminated<Place, Variant>>
    : std::variant_alternative<I, Variant>
{
};
/// @endcond
