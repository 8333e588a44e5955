// What generated types are told apart by, and what stands for a body that is left out.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <variant>

namespace restbind::detail
{

/** Whether a type is a `std::variant`. */
template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

} // namespace restbind::detail

namespace restbind
{

/** Marks a structure that stands for its only member, `value`.

    An alias cannot name itself, and a list of lists of lists is such a type. So it is a structure
    around the list, for which argument-dependent lookup finds this function:
    @code
    struct nested
    {
        std::vector<nested> value;
    };
    constexpr restbind::wrapper restbind_wrapper(nested const*) noexcept { return {}; }
    @endcode
    Its JSON is that of `value`.
*/
struct wrapper
{
};

/** The tag for a request without its optional body. */
struct no_body_t
{
    enum class made
    {
        once
    };

    /** Not made of `{}` or of a number, so that no request in braces is mistaken for it. */
    explicit constexpr no_body_t(made) noexcept {}
};

/** In place of a request whose body may be left out: `client.start_job(restbind::no_body)`. */
inline constexpr no_body_t no_body{no_body_t::made::once};

} // namespace restbind
