// SPDX-License-Identifier: BSL-1.0
// A value that may be absent, in the size of one pointer.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <optional>
#include <utility>

namespace restbind::inline RESTBIND_ABI
{

/** A value or none, like std::optional, but kept apart: `T` may be incomplete where it is named.

    A box owns its value, which lives in memory of its own. Copies are deep. Copying, comparing and
    destroying recur as deep as values hold each other. Where a required member (presence::required)
    is a box, it must have a value: reading refuses null, and writing refuses an empty box.
    @par Errors
    Making and copying a value throw what `new T` throws. Moving and destroying never throw.
*/
template <class T>
class optional_box
{
public:
    /** Type of the value. */
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
    /** A copy of the value, if there is one. */
    constexpr optional_box(optional_box const& other)
        : value_(other.value_ ? new T(*other.value_) : nullptr)
    {
    }
    /** Takes over the value; `other` has none afterwards. */
    constexpr optional_box(optional_box&& other) noexcept
        : value_(std::exchange(other.value_, nullptr))
    {
    }
    /** Takes over the value of `other`, and lets go of its own. */
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
    /** @overload */
    constexpr T const& operator*() const& noexcept { return *value_; }
    /** @overload */
    constexpr T&& operator*() && noexcept { return std::move(*value_); }
    /** A member of the value. @pre has_value() */
    constexpr T* operator->() noexcept { return value_; }
    /** @overload */
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

} // namespace restbind
