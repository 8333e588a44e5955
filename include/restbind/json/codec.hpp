// SPDX-License-Identifier: BSL-1.0
// How a C++ type and JSON belong together.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/json/cursor.hpp>
#include <restbind/json/writer.hpp>

#include <concepts>

namespace restbind::inline RESTBIND_ABI::json
{

/** The JSON types, as a set of bits. */
enum class types : unsigned char
{
    none = 0,    ///< no type
    null = 1,    ///< null
    boolean = 2, ///< true or false
    integer = 4, ///< a number without point and exponent
    number = 8,  ///< any number
    string = 16, ///< a string
    array = 32,  ///< an array
    object = 64, ///< an object
    any = 127    ///< each of them
};

/** The types that are in either set. */
constexpr types operator|(types a, types b) noexcept
{
    return static_cast<types>(static_cast<unsigned char>(a) | static_cast<unsigned char>(b));
}
/** The types that are in both sets. */
constexpr types operator&(types a, types b) noexcept
{
    return static_cast<types>(static_cast<unsigned char>(a) & static_cast<unsigned char>(b));
}
/** True when the sets have something in common. */
constexpr bool overlap(types a, types b) noexcept
{
    return (a & b) != types::none;
}

namespace detail
{

template <class T>
inline constexpr bool has_json_mapping = false;

} // namespace detail

/** Reads and writes one type. Specialised for each type that JSON can carry; specialise it for a
    type of your own.

    @code
    template<> struct restbind::json::codec<my_type>
    {
        // What may stand in the text.
        static constexpr types accepts = types::string;
        // From the value's first character to past its last.
        static bool read(cursor& in, my_type& out);
        static bool write(writer& out, my_type const& value);
    };
    @endcode
    read() and write() return false after `fail()`. `out` is a value-initialised object. What they
    throw comes out of the function that decodes or encodes; within a call of a client it ends the
    call with an error of kind `callback_failed`.
*/
template <class T>
struct codec
{
    static_assert(detail::has_json_mapping<T>,
        "this type has no JSON mapping: describe it (BOOST_DESCRIBE_STRUCT and restbind_members) "
        "or specialise "
        "restbind::json::codec for it");

    /** The JSON types that read() takes. */
    static constexpr types accepts = types::none;
    /** Reads a value. @returns False after cursor::fail(). */
    static bool read(cursor&, T&) { return false; }
    /** Writes a value. @returns False after writer::fail(). */
    static bool write(writer&, T const&) { return false; }
};

namespace detail
{

/** Types that can be read by code of their own instead of a plan: described ones, see
    struct_codec::read_one_of_many(). A user's codec that is derived from the one of another type
    has that name, too, but not for its own type. */
template <class T>
concept has_own_code = std::same_as<decltype(&codec<T>::read_one_of_many), bool (*)(cursor&, T&)>;

/** Reads a value of which a text may hold many: an element of an array or a map, and what it
    consists of. What may be null, alternatives and wrapped values are always read so. */
template <class T>
RESTBIND_ALWAYS_INLINE inline bool read_one_of_many(cursor& in, T& out)
{
    if constexpr (has_own_code<T>)
        return codec<T>::read_one_of_many(in, out);
    else
        return codec<T>::read(in, out);
}

} // namespace detail

} // namespace restbind::json
