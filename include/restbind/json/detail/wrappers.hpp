// Structures that stand for their only member.
#pragma once

#include <restbind/core/detail/wrapper.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/size_bound.hpp>

namespace restbind::json
{

/** A structure that restbind_wrapper() marks. */
template <class T>
concept wrapped = requires(T const* none, T const& one) {
    restbind_wrapper(none);
    one.value;
};

/** Reads and writes the member `value`. */
template <wrapped T>
struct codec<T>
{
    using type = decltype(T::value);

    static constexpr types accepts = codec<type>::accepts;

    static bool read(cursor& in, T& out) { return detail::read_one_of_many(in, out.value); }
    static bool write(writer& out, T const& value) { return codec<type>::write(out, value.value); }
    static void estimate(size_estimate& to, T const& value) { detail::estimate(to, value.value); }
};

} // namespace restbind::json
