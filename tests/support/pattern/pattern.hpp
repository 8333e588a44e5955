// SPDX-License-Identifier: BSL-1.0
// Regular expressions of ECMA-262 that are compiled at run time: what the generator's compiler is compared with, and how tests make
// schemas of texts.
#pragma once

#include "program.hpp"
#include "syntax.hpp"

#include <restbind/core/result.hpp>
#include <restbind/json/schema/pattern.hpp>
#include <restbind/json/schema/unicode_properties.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::test
{

/** A regular expression, read once and then asked often, from any thread.

    The language is that of ECMA-262 with the u flag, over code points: classes, `\d \w \s \b`,
    `\p{…}` for general categories and common scripts, greedy and lazy repeats, groups, look-ahead
    and look-behind. A backslash may also stand before punctuation that needs none. Backreferences
    are not supported: no machine can follow them in linear time.
    @par Complexity
    At most the length of the text times that of the expression, which is 5,000 steps at most: a
    count of one set of characters, `[a-z]{0,24000}`, is one step, all others are written out. No
    check takes more than 100,000,000 steps, about half a second. Memory is that of the expression,
    and one bit for each byte of the text and each look or count.
*/
class pattern
{
public:
    /** Reads `text`, in UTF-8.

        @par Errors
        error_kind::invalid_argument for what is no expression; error::detail() says why, and at
        which byte.
    */
    static result<pattern> read(std::string_view text)
    {
        auto const tree = pattern_parser(text).parse();
        if (!tree)
            return tree.error();
        auto words = pattern_compiler::compile(*tree);
        if (!words)
            return words.error();
        return pattern(std::move(*words));
    }
    /** The same. @throws restbind::exception for what is no expression. */
    explicit pattern(std::string_view text)
        : pattern(read(text).value())
    {
    }

    /** True when the expression fits somewhere in `text`; `^` and `$` tie it to the ends. Nothing
        fits into text that is not UTF-8, or whose check takes too many steps. */
    bool matches(std::string_view text) const { return restbind::detail::matches(code(), text); }
    /** The same for one of several checks.
        @param steps How many all may still take: this one's are subtracted. At 0 nothing fits. */
    bool matches(std::string_view text, std::size_t& steps) const
    {
        return restbind::detail::matches(code(), text, steps);
    }

    /** The words of a restbind::detail::pattern_code. */
    std::span<std::uint32_t const> words() const noexcept { return words_; }

    /** The program, which lives as long as this object. */
    restbind::detail::pattern_code code() const noexcept
    {
        return {words_.data(), &restbind::detail::has_property};
    }

private:
    explicit pattern(std::vector<std::uint32_t> words)
        : words_(std::move(words))
    {
    }

    std::vector<std::uint32_t> words_;
};

} // namespace restbind::test
