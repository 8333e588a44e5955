// A member that holds a value of the very type that it is a member of, and tells "absent" from
// "null".
#pragma once

#include <restbind/core/nullable.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace restbind
{

/** A value, null, or absent, like nullable, but kept apart: `T` may be incomplete where it is
   named. Absent to begin with.

    Copies are deep. Copying, comparing and destroying recur as deep as values hold each other.
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
        : value_(std::make_unique<T>(std::move(value)))
    {
    }
    nullable_box(nullable_box const& other)
        : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr)
        , null_(other.null_)
    {
    }
    /** `other` is absent afterwards. */
    nullable_box(nullable_box&& other) noexcept
        : value_(std::move(other.value_))
        , null_(std::exchange(other.null_, false))
    {
    }
    nullable_box& operator=(nullable_box const& other)
    {
        nullable_box copy(other);
        return *this = std::move(copy);
    }
    /** `other` is absent afterwards. */
    nullable_box& operator=(nullable_box&& other) noexcept
    {
        bool const is_null = std::exchange(other.null_, false);
        value_ = std::move(other.value_);
        null_ = is_null;
        return *this;
    }
    ~nullable_box() = default;

    /** True when the member is not there at all. */
    bool is_absent() const noexcept { return !value_ && !null_; }
    /** True when the member is there and null. */
    bool is_null() const noexcept { return !value_ && null_; }
    /** True when there is a value. */
    bool has_value() const noexcept { return value_ != nullptr; }
    /** True when there is a value. */
    explicit operator bool() const noexcept { return has_value(); }

    /** The value. @pre has_value() */
    T& operator*() noexcept { return *value_; }
    T const& operator*() const noexcept { return *value_; }
    /** A member of the value. @pre has_value() */
    T* operator->() noexcept { return value_.get(); }
    T const* operator->() const noexcept { return value_.get(); }

    /** Makes a value from `arguments`. @returns The new value. */
    template <class... Arguments>
    T& emplace(Arguments&&... arguments)
    {
        value_ = std::make_unique<T>(std::forward<Arguments>(arguments)...);
        null_ = false;
        return *value_;
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
        return a.value_ && b.value_ ? *a.value_ == *b.value_
                                    : a.value_ == b.value_ && a.null_ == b.null_;
    }
    /** True when null. */
    friend bool operator==(nullable_box const& a, null_t) noexcept { return a.is_null(); }

private:
    std::unique_ptr<T> value_;
    bool null_ = false;
};

} // namespace restbind
