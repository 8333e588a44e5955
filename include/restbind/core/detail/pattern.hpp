// Regular expressions of ECMA-262, as the keyword `pattern` of JSON Schema uses them.
#pragma once

#include <restbind/core/detail/pattern_program.hpp>
#include <restbind/core/detail/pattern_syntax.hpp>
#include <restbind/core/detail/utf8.hpp>

#include <cstddef>
#include <string_view>

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
    /** Reads `text`, in UTF-8. Whether it is an expression at all: is_valid(). */
    explicit pattern(std::string_view text)
    {
        detail::pattern_parser parsed(text);
        if (!parsed.parse())
        {
            why_ = parsed.why;
            where_ = parsed.where();
        }
        else if (!program_.compile(parsed))
            why_ = "the pattern is too long";
    }

    /** True when the text was read. */
    bool is_valid() const noexcept { return *why_ == '\0'; }
    /** What is wrong with the text; empty when is_valid(). Lives as long as the program. */
    std::string_view why() const noexcept { return why_; }
    /** The byte at which reading stopped, 0 when is_valid(). */
    std::size_t where() const noexcept { return where_; }

    /** True when the expression fits somewhere in `text`; `^` and `$` tie it to the ends.

        Nothing fits into text that is not UTF-8, and an expression that is not valid fits nowhere.
    */
    bool matches(std::string_view text) const
    {
        return is_valid() && utf8_prefix(text) == text.size() && program_.search(text);
    }

private:
    detail::pattern_program program_;
    char const* why_ = "";
    std::size_t where_ = 0;
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
