// Regular expressions of ECMA-262, as the keyword `pattern` of JSON Schema uses them.
#pragma once

#include <restbind/core/detail/pattern_program.hpp>
#include <restbind/core/detail/pattern_syntax.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/result.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace restbind
{

/** A regular expression, read once and then asked often, from any thread.

    The language is that of ECMA-262 with the u flag, over code points: classes, `\d \w \s \b`,
    `\p{…}` for general categories and common scripts, greedy and lazy repeats, groups, look-ahead
    and look-behind. A backslash may also stand before punctuation that needs none. Backreferences
    are not supported: no machine can follow them in linear time.
    @par Complexity
    At most the length of the text times that of the expression, which is 50,000 steps at most;
    memory is that of the expression, and one bit for each byte of the text and each look.
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
        auto program = detail::pattern_program::compile(*tree);
        if (!program)
            return program.error();
        return pattern(std::move(*program));
    }
    /** The same. @throws restbind::exception for what is no expression. */
    explicit pattern(std::string_view text)
        : pattern(read(text).value())
    {
    }

    /** True when the expression fits somewhere in `text`; `^` and `$` tie it to the ends. Nothing
        fits into text that is not UTF-8. */
    bool matches(std::string_view text) const
    {
        return utf8_prefix(text) == text.size() && program_.search(text);
    }

private:
    explicit pattern(detail::pattern_program program)
        : program_(std::move(program))
    {
    }

    detail::pattern_program program_;
};

namespace detail
{

/** The text of an expression as a template argument. */
template <std::size_t Size>
struct pattern_text
{
    consteval pattern_text(char const (&source)[Size])
    {
        for (std::size_t i = 0; i != Size; ++i)
            text[i] = source[i];
    }

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
