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

// What makes a required_variant, and what does so implicitly. Concepts, whose parts are looked at one
// by one: a required_variant is copied where its alternatives may be incomplete.
template <class T, class Required, class Variant>
concept makes_required =
    !std::same_as<std::remove_cvref_t<T>, Required> && std::constructible_from<Variant, T>;
template <class T, class Required, class Variant>
concept converts_to_required =
    makes_required<T, Required, Variant> && std::convertible_to<T, Variant>;

} // namespace detail

/** A `std::variant` that knows whether it was ever set: what a required member is made of. Else the
    first alternative would be sent in silence where a caller forgot it.
    @code
    request.price = 5;                           // all that std::variant does
    std::get<std::int64_t>(request.price);
    request.price.is_set();
    request.price = {};                          // not set
    @endcode
    The first alternative also counts as set when it was changed in place. Validation finds a
    request with a member that is not set. What else holds is what holds for the `std::variant`.
*/
template <class Variant>
class required_variant : public Variant
{
public:
    /** Not set. */
    required_variant() = default;
    /** Whatever makes the variant. */
    template <class T>
        requires detail::makes_required<T, required_variant, Variant>
    constexpr explicit(!detail::converts_to_required<T, required_variant, Variant>)
        required_variant(T&& value)
        : Variant(std::forward<T>(value))
        , is_set_(true)
    {
    }

    /** Whatever can be assigned to the variant. */
    template <class T>
        requires(!std::same_as<std::remove_cvref_t<T>, required_variant> &&
                 std::is_assignable_v<Variant&, T>)
    constexpr required_variant& operator=(T&& value)
    {
        set() = std::forward<T>(value);
        return *this;
    }
    template <class T, class... A>
    constexpr T& emplace(A&&... arguments)
    {
        return set().template emplace<T>(std::forward<A>(arguments)...);
    }
    template <std::size_t I, class... A>
    constexpr auto& emplace(A&&... arguments)
    {
        return set().template emplace<I>(std::forward<A>(arguments)...);
    }

    /** False where the first alternative is what it was to begin with, and nothing was assigned. */
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

template <class Variant>
struct std::variant_size<restbind::required_variant<Variant>> : std::variant_size<Variant>
{
};
template <std::size_t I, class Variant>
struct std::variant_alternative<I, restbind::required_variant<Variant>>
    : std::variant_alternative<I, Variant>
{
};
