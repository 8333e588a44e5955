// Regular expressions of ECMA-262, as the keyword `pattern` of JSON Schema uses them.
#pragma once

#include <restbind/core/detail/pattern_matcher.hpp>
#include <restbind/core/detail/pattern_program.hpp>
#include <restbind/core/detail/pattern_syntax.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind
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
        auto const tree = detail::pattern_parser(text).parse();
        if (!tree)
            return tree.error();
        auto words = detail::pattern_compiler::compile(*tree);
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
    bool matches(std::string_view text) const
    {
        std::size_t steps = detail::max_pattern_work;
        return matches(text, steps);
    }
    /** The same for one of several checks.
        @param steps How many all may still take: this one's are subtracted. At 0 nothing fits. */
    bool matches(std::string_view text, std::size_t& steps) const
    {
        return utf8_prefix(text) == text.size() &&
               detail::pattern_machine({words_.data()}, text, steps).search();
    }

private:
    explicit pattern(std::vector<std::uint32_t> words)
        : words_(std::move(words))
    {
    }

    std::vector<std::uint32_t> words_;
};

namespace detail
{

/** The text of an expression as a template argument. */
template <std::size_t Size>
struct pattern_text
{
    consteval pattern_text(char const (&source)[Size]) { std::copy_n(source, Size, text); }

    char text[Size]{};
};

} // namespace detail

/** True when the expression, a literal, fits somewhere in `text`: `matches<"^[a-z]+$">(name)`. It
    is read once, at the first call. See pattern. */
template <detail::pattern_text Expression>
bool matches(std::string_view text)
{
    static pattern const compiled(std::string_view(Expression.text, sizeof(Expression.text) - 1));
    return compiled.matches(text);
}

} // namespace restbind
