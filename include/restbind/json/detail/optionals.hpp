// Values that may be null.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/nullable_box.hpp>
#include <restbind/core/detail/optional_box.hpp>
#include <restbind/core/nullable.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/size_bound.hpp>
#include <restbind/json/detail/skip.hpp>

#include <cstddef>
#include <cstring>
#include <optional>

namespace restbind::json
{

/** Null is empty, and empty is null. A member that is left out is the concern of the struct. */
template <class T>
struct codec<std::optional<T>> : detail::room_writer<std::optional<T>>
{
    static constexpr kinds accepts = codec<T>::accepts | kinds::null;
    static constexpr std::size_t room = detail::most_room_of<4, T>;

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, std::optional<T>& out)
    {
        if (in.peek() == 'n' && skip_word(in, "null"))
        {
            out.reset();
            return true;
        }
        return detail::read_one_of_many(in, out.emplace());
    }
    RESTBIND_ALWAYS_INLINE static bool write_in_room(
        writer& out, std::optional<T> const& value, std::size_t rest)
    {
        if (value)
            return detail::write_in_room(out, *value, rest);
        std::memcpy(out.at, "null", 4);
        out.at += 4;
        return true;
    }
    static void estimate(size_estimate& to, std::optional<T> const& value)
    {
        to.add(4);
        if (value)
            detail::estimate(to, *value);
    }
};

/** As std::optional. The accepted types are not asked of `T`, which is described only later. */
template <class T>
struct codec<optional_box<T>>
{
    static constexpr kinds accepts = kinds::object | kinds::null;
    static bool read(cursor& in, optional_box<T>& out)
    {
        if (in.peek() == 'n' && skip_word(in, "null"))
        {
            out.reset();
            return true;
        }
        return detail::read_one_of_many(in, out.emplace());
    }
    static bool write(writer& out, optional_box<T> const& value)
    {
        if (value)
            return codec<T>::write(out, *value);
        out.put("null");
        return true;
    }
};

/** As restbind::nullable. The accepted types are not asked of `T`, which is described only later.
 */
template <class T>
struct codec<nullable_box<T>>
{
    static constexpr kinds accepts = kinds::object | kinds::null;
    static bool read(cursor& in, nullable_box<T>& out)
    {
        if (in.peek() == 'n' && skip_word(in, "null"))
        {
            out.set_null();
            return true;
        }
        return detail::read_one_of_many(in, out.emplace());
    }
    static bool write(writer& out, nullable_box<T> const& value)
    {
        if (value.has_value())
            return codec<T>::write(out, *value);
        out.put("null");
        return true;
    }
};

/** Null is null. Absent, where it cannot be left out, is written as null. */
template <class T>
struct codec<nullable<T>> : detail::room_writer<nullable<T>>
{
    static constexpr kinds accepts = codec<T>::accepts | kinds::null;
    static constexpr std::size_t room = detail::most_room_of<4, T>;

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, nullable<T>& out)
    {
        if (in.peek() == 'n' && skip_word(in, "null"))
        {
            out.set_null();
            return true;
        }
        return detail::read_one_of_many(in, out.emplace());
    }
    RESTBIND_ALWAYS_INLINE static bool write_in_room(
        writer& out, nullable<T> const& value, std::size_t rest)
    {
        if (value.has_value())
            return detail::write_in_room(out, *value, rest);
        std::memcpy(out.at, "null", 4);
        out.at += 4;
        return true;
    }
    static void estimate(size_estimate& to, nullable<T> const& value)
    {
        to.add(4);
        if (value.has_value())
            detail::estimate(to, *value);
    }
};

} // namespace restbind::json
