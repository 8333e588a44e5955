// A member that holds a value of the very type that it is a member of.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace restbind
{

/** A value or none, like std::optional, but kept apart: `T` may be incomplete where it is named.

    A member of a described type that is presence::required and a box must have a value: null is not
    read, and none is not written. Copies are deep. Copying, comparing and destroying recur as deep as values hold each other.
*/
template <class T>
class optional_box
{
public:
    using value_type = T;

    /** None. */
    optional_box() noexcept = default;
    /** None. */
    optional_box(std::nullopt_t) noexcept {}
    /** A value. */
    optional_box(T value)
        : value_(std::make_unique<T>(std::move(value)))
    {
    }
    optional_box(optional_box const& other)
        : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr)
    {
    }
    optional_box(optional_box&&) noexcept = default;
    optional_box& operator=(optional_box const& other)
    {
        optional_box copy(other);
        value_ = std::move(copy.value_);
        return *this;
    }
    optional_box& operator=(optional_box&&) noexcept = default;
    ~optional_box() = default;

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
        return *value_;
    }
    /** Becomes none. */
    void reset() noexcept { value_.reset(); }

    /** Equal when both have none, or equal values. */
    friend bool operator==(optional_box const& a, optional_box const& b)
    {
        return a.value_ && b.value_ ? *a.value_ == *b.value_ : a.value_ == b.value_;
    }

private:
    std::unique_ptr<T> value_;
};

} // namespace restbind
