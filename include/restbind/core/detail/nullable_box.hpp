// A member that tells "absent" from "null" and holds a value of the very type that it is a member
// of.
#pragma once

#include <restbind/core/detail/optional_box.hpp>
#include <restbind/core/nullable.hpp>

#include <optional>
#include <utility>

namespace restbind
{

/** A value, null, or absent, like restbind::nullable, but kept apart like restbind::optional_box:
    `T` may be incomplete where it is named. Absent to begin with.

    Only the state "value" counts as true. Copies are deep. Copying, comparing and destroying recur
    as deep as values hold each other.
*/
template <class T>
class nullable_box
{
public:
    using value_type = T;

    /** Absent. */
    nullable_box() noexcept = default;
    /** Absent. */
    nullable_box(std::nullopt_t) noexcept {}
    /** Null. */
    nullable_box(null_t) noexcept
        : null_(true)
    {
    }
    /** A value. */
    nullable_box(T value)
        : value_(std::move(value))
    {
    }

    /** True when the member is not there at all. */
    bool is_absent() const noexcept { return !value_.has_value() && !null_; }
    /** True when the member is there and null. */
    bool is_null() const noexcept { return !value_.has_value() && null_; }
    /** True when there is a value. */
    bool has_value() const noexcept { return value_.has_value(); }
    /** True when there is a value. */
    explicit operator bool() const noexcept { return has_value(); }

    /** The value. @pre has_value() */
    T& operator*() noexcept { return *value_; }
    T const& operator*() const noexcept { return *value_; }
    /** A member of the value. @pre has_value() */
    T* operator->() noexcept { return value_.operator->(); }
    T const* operator->() const noexcept { return value_.operator->(); }

    /** Makes a value from `arguments`. @returns The new value. */
    template <class... Arguments>
    T& emplace(Arguments&&... arguments)
    {
        null_ = false;
        return value_.emplace(std::forward<Arguments>(arguments)...);
    }
    /** Becomes absent. */
    void reset() noexcept
    {
        value_.reset();
        null_ = false;
    }
    /** Becomes null. */
    void set_null() noexcept
    {
        value_.reset();
        null_ = true;
    }

    /** Equal when in the same state and, if both have one, with equal values. */
    friend bool operator==(nullable_box const& a, nullable_box const& b)
    {
        return a.value_ == b.value_ && (a.value_.has_value() || a.null_ == b.null_);
    }
    /** True when null. */
    friend bool operator==(nullable_box const& a, null_t) noexcept { return a.is_null(); }

private:
    // Of no meaning while there is a value; a moved-from box may be in any state.
    optional_box<T> value_;
    bool null_ = false;
};

} // namespace restbind
