// SPDX-License-Identifier: BSL-1.0
// How much space values take in a text, known before they are written.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/writer.hpp>

#include <concepts>
#include <cstddef>

namespace restbind::inline RESTBIND_ABI::json
{

/** Guesses the size of a text, so that its string is allocated once. */
class size_estimate
{
public:
    /** Adds characters that will be written. */
    constexpr void add(std::size_t count) noexcept { size_ += count; }
    /** Notes space that is asked for at one time, whether it is used or not. */
    constexpr void need(std::size_t count) noexcept { most_ = count > most_ ? count : most_; }
    /** Room for everything; a little more, for escapes and long numbers. */
    constexpr std::size_t total() const noexcept { return size_ + size_ / 16 + most_ + 32; }

private:
    std::size_t size_ = 0;
    std::size_t most_ = 0;
};

namespace detail
{

/** Codecs that write into space that was taken before. Beside the members of every codec they have
    @code
    static constexpr std::size_t space;   // the most characters that are written without asking
    static bool write_unchecked(writer& out, T const& value, std::size_t rest);
    @endcode
    There is space for `space` + `rest` characters before, and for `rest` afterwards. Of strings and
    arrays only the ends count: they ask for the space of their contents. So a struct of numbers
    asks once, however many members it has.
*/
template <class T>
concept writes_unchecked = requires(writer& out, T const& value, std::size_t rest) {
    codec<T>::space;
    { codec<T>::write_unchecked(out, value, rest) } -> std::same_as<bool>;
};

template <class T>
inline constexpr std::size_t size_bound_of = []
{
    if constexpr (writes_unchecked<T>)
        return codec<T>::space;
    else
        return std::size_t{0};
}();

/** The most that one of several types needs, `least` at least. */
template <std::size_t Least, class... T>
inline constexpr std::size_t largest_bound_of = []
{
    std::size_t most = Least;
    ((most = size_bound_of<T> > most ? size_bound_of<T> : most), ...);
    return most;
}();

/** Writes a value of any type; see writes_unchecked. */
template <class T>
RESTBIND_ALWAYS_INLINE inline bool write_unchecked(writer& out, T const& value, std::size_t rest)
{
    if constexpr (writes_unchecked<T>)
        return codec<T>::write_unchecked(out, value, rest);
    else
    {
        if (!codec<T>::write(out, value))
            return false;
        out.ensure(rest);
        return true;
    }
}

/** Adds the likely size of a value of any type. */
template <class T>
RESTBIND_ALWAYS_INLINE inline void estimate(size_estimate& to, T const& value)
{
    if constexpr (requires { codec<T>::estimate(to, value); })
        codec<T>::estimate(to, value);
    else if constexpr (requires { codec<T>::likely_size; })
        to.add(codec<T>::likely_size);
    else
        to.add(16);
}

/** What the codecs that write in space have in common: how they write alone. */
template <class T>
struct bounded_writer
{
    static bool write(writer& out, T const& value)
    {
        out.ensure(codec<T>::space);
        return codec<T>::write_unchecked(out, value, 0);
    }
};

} // namespace detail

} // namespace restbind::json
