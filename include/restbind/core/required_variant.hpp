// SPDX-License-Identifier: BSL-1.0
// A variant that knows whether it was ever set.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

namespace restbind::inline RESTBIND_ABI
{

namespace detail
{

/** Whether a type is a `std::variant`. */
template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

// What a required_variant can be made from, and from what implicitly. These are concepts because a
// concept stops at the first part that is false: a required_variant is also copied where its
// alternatives are still incomplete.
template <class T, class Required, class Variant>
concept makes_required =
    !std::same_as<std::remove_cvref_t<T>, Required> && std::constructible_from<Variant, T>;
template <class T, class Required, class Variant>
concept converts_to_required =
    makes_required<T, Required, Variant> && std::convertible_to<T, Variant>;

} // namespace detail

/** A `std::variant` that knows whether it was ever set: the type of required members. With a
    `std::variant` alone, a caller who forgets the member would send its first alternative.
    @code
    request.price = 5;                           // all that std::variant does
    std::get<std::int64_t>(request.price);
    request.price.is_set();
    request.price = {};                          // not set
    @endcode
    The first alternative also counts as set when it was changed in place. Validation refuses a
    request with a member that is not set. Everything else is as with `std::variant`.
*/
template <class Variant>
class required_variant : public Variant
{
public:
    /** Not set. */
    required_variant() = default;
    /** Takes what the variant can be made from. */
    template <class T>
        requires detail::makes_required<T, required_variant, Variant>
    constexpr explicit(!detail::converts_to_required<T, required_variant, Variant>)
        required_variant(T&& value)
        : Variant(std::forward<T>(value))
        , is_set_(true)
    {
    }

    /** Takes what can be assigned to the variant. */
    template <class T>
        requires(!std::same_as<std::remove_cvref_t<T>, required_variant> &&
                 std::is_assignable_v<Variant&, T>)
    constexpr required_variant& operator=(T&& value)
    {
        set() = std::forward<T>(value);
        return *this;
    }
    /** Makes the alternative from `arguments`; it counts as set. @returns The new value. */
    template <class T, class... A>
    constexpr T& emplace(A&&... arguments)
    {
        return set().template emplace<T>(std::forward<A>(arguments)...);
    }
    /** @overload */
    template <std::size_t I, class... A>
    constexpr auto& emplace(A&&... arguments)
    {
        return set().template emplace<I>(std::forward<A>(arguments)...);
    }

    /** False while nothing was assigned and the first alternative has its initial value. */
    constexpr bool is_set() const
    {
        return is_set_ || this->index() != 0 ||
               !(*std::get_if<0>(this) == std::variant_alternative_t<0, Variant>());
    }
    /** The variant, which counts as set from now on. */
    constexpr Variant& set() noexcept
    {
        is_set_ = true;
        return *this;
    }

private:
    bool is_set_ = false;
};

namespace detail
{

template <class Variant>
inline constexpr bool is_variant<required_variant<Variant>> = true;

} // namespace detail

} // namespace restbind

/// @cond for the standard library
template <class Variant>
struct std::variant_size<restbind::required_variant<Variant>> : std::variant_size<Variant>
{
};
template <std::size_t I, class Variant>
struct std::variant_alternative<I, restbind::required_variant<Variant>>
    : std::variant_alternative<I, Variant>
{
};
/// @endcond
