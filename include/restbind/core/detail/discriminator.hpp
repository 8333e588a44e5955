// Which member tells several kinds of objects apart.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>
#include <string_view>

namespace restbind
{

/** A value of the member that tells alternatives apart, and the place of the alternative that it
    stands for in the std::variant. Lives as long as the program. */
struct discriminator_value
{
    std::string_view value;
    std::size_t alternative = 0;
    /** The value is a number or boolean, and `value` its JSON text. */
    bool is_literal = false;
};

/** In the place of `discriminator::otherwise`: alternatives without a value may have any. */
inline constexpr std::size_t unlisted_alternative = static_cast<std::size_t>(-2);

/** The member that tells the alternatives of a variant apart, as `discriminator` of OpenAPI names
    it.

    A variant has one when there is a function that argument-dependent lookup finds, in a namespace
    of one of its alternatives:
    @code
    constexpr auto restbind_discriminator(std::variant<Cat, Dog> const*) noexcept
    {
        return restbind::discriminator<2>{"petType", {{"cat", 0}, {"dog", 1}}};
    }
    @endcode
*/
template <std::size_t Count>
struct discriminator
{
    /** The member's name on the wire. */
    std::string_view name;
    /** Its values. One that stands for several alternatives stands here for each of them. */
    discriminator_value values[Count];
    /** The place of the alternative for objects with another value, or none; `none` where the
        document names no such alternative, or `unlisted_alternative`. */
    std::size_t otherwise = none;

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
};

} // namespace restbind
