// SPDX-License-Identifier: BSL-1.0
// A member that tells "absent" from "null".
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/optional_box.hpp>

#include <optional>
#include <type_traits>
#include <utility>

namespace restbind::inline RESTBIND_ABI
{

/** The tag that makes a nullable null. */
struct null_t
{
    explicit constexpr null_t() = default;
};

/** Makes a nullable null: `request.note = restbind::null;`. */
inline constexpr null_t null{};

namespace detail
{

// Whether a Nullable can be made from a U, as its value. These are concepts because a concept stops
// at the first part that is false: a Nullable is also copied where the type of its value is still
// incomplete. Aggregates are left out of the last part: one that holds a Nullable of itself could
// otherwise be made, in parentheses, from anything that makes that Nullable.
template <class U, class Nullable>
concept other_than_nullable = !std::is_same_v<std::remove_cvref_t<U>, Nullable> &&
                              !std::is_same_v<std::remove_cvref_t<U>, null_t> &&
                              !std::is_same_v<std::remove_cvref_t<U>, std::nullopt_t>;

template <class U, class Nullable>
concept converts_to_nullable =
    other_than_nullable<U, Nullable> && std::is_convertible_v<U&&, typename Nullable::value_type>;

template <class U, class Nullable>
concept makes_nullable = converts_to_nullable<U, Nullable> ||
    (other_than_nullable<U, Nullable> && !std::is_aggregate_v<typename Nullable::value_type> &&
        std::is_constructible_v<typename Nullable::value_type, U&&>);

} // namespace detail

/** A value, null, or absent; absent to begin with.

    Reads like std::optional: only the state "value" counts as true.
    @tparam Optional What holds the value; see also nullable_box.
*/
template <class T, class Optional = std::optional<T>>
class nullable
{
public:
    /** Type of the value. */
    using value_type = T;

    /** Absent. */
    constexpr nullable() noexcept = default;
    /** Absent. */
    constexpr nullable(std::nullopt_t) noexcept {}
    /** Null. */
    constexpr nullable(null_t) noexcept
        : null_(true)
    {
    }
    /** A value. */
    template <class U = T>
    requires detail::makes_nullable<U, nullable>
    constexpr explicit(!detail::converts_to_nullable<U, nullable>) nullable(U&& value)
        : value_(std::forward<U>(value))
    {
    }

    /** True when the member is not there at all. */
    constexpr bool is_absent() const noexcept { return !value_.has_value() && !null_; }
    /** True when the member is there and null. */
    constexpr bool is_null() const noexcept { return !value_.has_value() && null_; }
    /** True when there is a value. */
    constexpr bool has_value() const noexcept { return value_.has_value(); }
    /** True when there is a value. */
    constexpr explicit operator bool() const noexcept { return value_.has_value(); }

    /** The value. @pre has_value() */
    constexpr T& operator*() & noexcept { return *value_; }
    /** @overload */
    constexpr T const& operator*() const& noexcept { return *value_; }
    /** @overload */
    constexpr T&& operator*() && noexcept { return *std::move(value_); }
    /** A member of the value. @pre has_value() */
    constexpr T* operator->() noexcept { return value_.operator->(); }
    /** @overload */
    constexpr T const* operator->() const noexcept { return value_.operator->(); }

    /** The value, or `other` when null or absent. */
    template <class U>
    constexpr T value_or(U&& other) const&
    {
        return value_ ? *value_ : static_cast<T>(std::forward<U>(other));
    }
    /** @overload */
    template <class U>
    constexpr T value_or(U&& other) &&
    {
        return value_ ? *std::move(value_) : static_cast<T>(std::forward<U>(other));
    }

    /** Makes a value from `arguments`. @returns The new value. */
    template <class... Arguments>
    constexpr T& emplace(Arguments&&... arguments)
    {
        null_ = false;
        return value_.emplace(std::forward<Arguments>(arguments)...);
    }
    /** Becomes absent. */
    constexpr void reset() noexcept
    {
        value_.reset();
        null_ = false;
    }
    /** Becomes null. */
    constexpr void set_null() noexcept
    {
        value_.reset();
        null_ = true;
    }

    /** Equal when in the same state and, if both have one, with equal values. */
    friend constexpr bool operator==(nullable const& a, nullable const& b)
    {
        return a.value_ == b.value_ && (a.value_.has_value() || a.null_ == b.null_);
    }
    /** True when there is a value and it equals `b`. */
    friend constexpr bool operator==(nullable const& a, T const& b) { return a && *a == b; }
    /** True when null. */
    friend constexpr bool operator==(nullable const& a, null_t) noexcept { return a.is_null(); }

private:
    Optional value_;
    bool null_ = false; // means nothing while there is a value
};

/** A value, null, or absent, like restbind::nullable, but kept apart like restbind::optional_box:
    `T` may be incomplete where it is named. Copies are deep; copying, comparing and destroying
    recur as deep as values hold each other. */
template <class T>
using nullable_box = nullable<T, optional_box<T>>;

} // namespace restbind
