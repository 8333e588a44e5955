// SPDX-License-Identifier: BSL-1.0
// A value that may be absent, in a word; and a variant that cannot be empty.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/described.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace restbind::inline RESTBIND_ABI
{

/** A value or none, like std::optional, but kept apart: `T` may be incomplete where it is named.

    A member of a described type that is presence::required and a box must have a value: null is not
    read, and none is not written. Copies are deep. Copying, comparing and destroying recur as deep
    as values hold each other.
*/
template <class T>
class optional_box
{
public:
    using value_type = T;

    /** None. */
    constexpr optional_box() noexcept = default;
    /** None. */
    constexpr optional_box(std::nullopt_t) noexcept {}
    /** A value. */
    constexpr optional_box(T value)
        : value_(new T(std::move(value)))
    {
    }
    constexpr optional_box(optional_box const& other)
        : value_(other.value_ ? new T(*other.value_) : nullptr)
    {
    }
    constexpr optional_box(optional_box&& other) noexcept
        : value_(std::exchange(other.value_, nullptr))
    {
    }
    constexpr optional_box& operator=(optional_box other) noexcept
    {
        std::swap(value_, other.value_);
        return *this;
    }
    constexpr ~optional_box() { delete value_; }

    /** True when there is a value. */
    constexpr bool has_value() const noexcept { return value_ != nullptr; }
    /** True when there is a value. */
    constexpr explicit operator bool() const noexcept { return has_value(); }

    /** The value. @pre has_value() */
    constexpr T& operator*() & noexcept { return *value_; }
    constexpr T const& operator*() const& noexcept { return *value_; }
    constexpr T&& operator*() && noexcept { return std::move(*value_); }
    /** A member of the value. @pre has_value() */
    constexpr T* operator->() noexcept { return value_; }
    constexpr T const* operator->() const noexcept { return value_; }

    /** Makes a value from `arguments`. @returns The new value. */
    template <class... Arguments>
    constexpr T& emplace(Arguments&&... arguments)
    {
        T* const made = new T(std::forward<Arguments>(arguments)...);
        delete std::exchange(value_, made);
        return *value_;
    }
    /** Becomes none. */
    constexpr void reset() noexcept { delete std::exchange(value_, nullptr); }

    /** Equal when both have none, or equal values. */
    friend constexpr bool operator==(optional_box const& a, optional_box const& b)
    {
        return a.value_ && b.value_ ? *a.value_ == *b.value_ : a.value_ == b.value_;
    }

private:
    T* value_ = nullptr; // owned; not a std::unique_ptr, whose <memory> costs each file 6 MB
};

namespace detail
{

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
    The first alternative also counts as set when it was changed in place.
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
