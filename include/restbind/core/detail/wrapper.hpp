// Types that are a name for another one, and hold values of their own type again.
#pragma once

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

} // namespace restbind
