// SPDX-License-Identifier: BSL-1.0
// A value or the error that stands in its place.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/raise.hpp>
#include <restbind/core/error.hpp>

#include <boost/assert.hpp>

#include <concepts>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace restbind::inline RESTBIND_ABI
{
namespace detail
{

/** The error of a result that has a value. */
RESTBIND_COLD inline error const& no_error() noexcept
{
    static error const none;
    return none;
}

} // namespace detail

/** Either a `T` or an error.

    Tests as true with a value; `*r` and `r->` reach it, `r.error()` the error. `r.value()` throws
    restbind::exception when there is none, so that one function serves both styles.

    The names are those of `boost::system::result<T, restbind::error>`, with fewer constructors and
    assignments. It holds no variant, so that compilers need a fifth of the memory for it.

    @tparam T An object type, or void.
*/
template <class T>
class [[nodiscard]] result
{
public:
    /** Type of the value. */
    using value_type = T;
    /** Type of the error. */
    using error_type = restbind::error;

    /** A value-initialized `T`. */
    template <std::default_initializable U = T>
    result() noexcept(std::is_nothrow_default_constructible_v<U>)
        : value_()
        , has_value_(true)
    {
    }
    /** The value `from`. */
    template <class From = T>
        requires(!std::same_as<std::remove_cvref_t<From>, result> &&
                    !std::is_constructible_v<restbind::error, From> &&
                    std::is_convertible_v<From, T>)
    result(From&& from) noexcept(std::is_nothrow_constructible_v<T, From>)
        : value_(std::forward<From>(from))
        , has_value_(true)
    {
    }
    /** A value made of `arguments`. */
    template <class... Arguments>
        requires std::is_constructible_v<T, Arguments...>
    explicit result(std::in_place_t, Arguments&&... arguments)
        : value_(std::forward<Arguments>(arguments)...)
        , has_value_(true)
    {
    }
    /** The error `why`. */
    result(restbind::error why) noexcept
        : error_(std::move(why))
        , has_value_(false)
    {
    }

    /** A copy of the value, or the same error. */
    result(result const& other)
        requires std::is_copy_constructible_v<T>
        : has_value_(other.has_value_)
    {
        if (has_value_)
            ::new (std::addressof(value_)) T(other.value_);
        else
            ::new (&error_) restbind::error(other.error_);
    }
    /** The value moved, or the error. `other` has a value still if it had one. */
    result(result&& other) noexcept(std::is_nothrow_move_constructible_v<T>)
        requires std::is_move_constructible_v<T>
        : has_value_(other.has_value_)
    {
        if (has_value_)
            ::new (std::addressof(value_)) T(std::move(other.value_));
        else
            ::new (&error_) restbind::error(std::move(other.error_));
    }
    ~result() { destroy(); }

    // An assignment destroys what was there, so the value that comes in must not throw on its way.
    /** Puts a copy in the place of what was there. On an exception that stays. */
    result& operator=(result const& other)
        requires(std::is_copy_constructible_v<T> && std::is_nothrow_move_constructible_v<T>)
    {
        return *this = result(other);
    }
    /** Puts the value, or the error, in the place of what was there. */
    result& operator=(result&& other) noexcept
        requires std::is_nothrow_move_constructible_v<T>
    {
        if (this != &other)
        {
            result const was(std::move(*this)); // destroyed last: `other` may be a part of it
            destroy();
            ::new (this) result(std::move(other));
        }
        return *this;
    }
    /** Puts an error in the place of what was there. */
    template <std::same_as<restbind::error> Error>
    RESTBIND_COLD result& operator=(Error why) noexcept
    {
        destroy();
        ::new (this) result(std::move(why));
        return *this;
    }

    /** True when there is a value, and so no error. */
    bool has_value() const noexcept { return has_value_; }
    /** True when there is an error, and so no value. */
    bool has_error() const noexcept { return !has_value_; }
    /** has_value(). */
    explicit operator bool() const noexcept { return has_value_; }

    /** The value.

        @throws restbind::exception when there is an error instead.
    */
    T& value() &
    {
        check();
        return value_;
    }
    /** @overload */
    T const& value() const&
    {
        check();
        return value_;
    }
    /** @overload */
    T value() &&
    {
        check();
        return std::move(value_);
    }

    /** The address of the value; null when there is an error instead. */
    T* operator->() noexcept { return has_value_ ? std::addressof(value_) : nullptr; }
    /** @overload */
    T const* operator->() const noexcept { return has_value_ ? std::addressof(value_) : nullptr; }

    /** The value; there must be one. */
    T& operator*() & noexcept
    {
        BOOST_ASSERT(has_value_);
        return value_;
    }
    /** @overload */
    T const& operator*() const& noexcept
    {
        BOOST_ASSERT(has_value_);
        return value_;
    }
    /** @overload */
    T operator*() && noexcept(std::is_nothrow_move_constructible_v<T>)
    {
        BOOST_ASSERT(has_value_);
        return std::move(value_);
    }

    /** What went wrong; an error of kind none when there is a value. A reference into this result;
        of a result that is about to end, such as `call().error()`, the error itself. */
    restbind::error const& error() const& noexcept
    {
        return has_value_ ? detail::no_error() : error_;
    }
    /** @overload */
    restbind::error error() && noexcept
    {
        return has_value_ ? restbind::error() : std::move(error_);
    }
    /** @overload */
    restbind::error error() const&& noexcept { return error(); }

private:
    void check() const
    {
        if (!has_value_)
            detail::raise(exception(error_));
    }
    void destroy() noexcept
    {
        if (has_value_)
            value_.~T();
        else
            error_.~error();
    }

    union
    {
        T value_;
        restbind::error error_;
    };
    bool has_value_;
};

/** Success without a value, or an error. */
template <>
class [[nodiscard]] result<void>
{
public:
    /** There is no value. */
    using value_type = void;
    /** Type of the error. */
    using error_type = restbind::error;

    /** Success. */
    result() noexcept = default;
    /** Success. */
    explicit result(std::in_place_t) noexcept {}
    /** The error `why`. */
    result(restbind::error why) noexcept
        : error_(std::move(why))
        , has_value_(false)
    {
    }

    /** True for success. */
    bool has_value() const noexcept { return has_value_; }
    /** True when there is an error. */
    bool has_error() const noexcept { return !has_value_; }
    /** has_value(). */
    explicit operator bool() const noexcept { return has_value_; }

    /** @throws restbind::exception when there is an error. */
    void value() const
    {
        if (!has_value_)
            detail::raise(exception(error_));
    }
    /** Nothing; it must be a success. */
    void operator*() const noexcept { BOOST_ASSERT(has_value_); }

    /** What went wrong; an error of kind none when nothing did. A reference into this result; of a
        result that is about to end, such as `call().error()`, the error itself. */
    restbind::error const& error() const& noexcept { return error_; }
    /** @overload */
    restbind::error error() && noexcept { return std::move(error_); }
    /** @overload */
    restbind::error error() const&& noexcept { return error_; }

private:
    restbind::error error_;
    bool has_value_ = true;
};

} // namespace restbind
