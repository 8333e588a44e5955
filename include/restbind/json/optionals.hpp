// Values that may be null.
#pragma once

#include <restbind/core/nullable.hpp>
#include <restbind/core/optional_box.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/skip.hpp>

#include <optional>

namespace restbind::json
{

/** Null is empty, and empty is null. A member that is left out is the concern of the struct. */
template <class T>
struct codec<std::optional<T>>
{
    static constexpr kinds accepts = codec<T>::accepts | kinds::null;
    static bool read(cursor& in, std::optional<T>& out)
    {
        if (in.peek() == 'n' && skip_word(in, "null"))
        {
            out.reset();
            return true;
        }
        return codec<T>::read(in, out.emplace());
    }
    static bool write(writer& out, std::optional<T> const& value)
    {
        if (value)
            return codec<T>::write(out, *value);
        out.put("null");
        return true;
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
        return codec<T>::read(in, out.emplace());
    }
    static bool write(writer& out, optional_box<T> const& value)
    {
        if (value)
            return codec<T>::write(out, *value);
        out.put("null");
        return true;
    }
};

/** Null is null. Absent, where it cannot be left out, is written as null. */
template <class T>
struct codec<nullable<T>>
{
    static constexpr kinds accepts = codec<T>::accepts | kinds::null;
    static bool read(cursor& in, nullable<T>& out)
    {
        if (in.peek() == 'n' && skip_word(in, "null"))
        {
            out.set_null();
            return true;
        }
        return codec<T>::read(in, out.emplace());
    }
    static bool write(writer& out, nullable<T> const& value)
    {
        if (value.has_value())
            return codec<T>::write(out, *value);
        out.put("null");
        return true;
    }
};

} // namespace restbind::json
