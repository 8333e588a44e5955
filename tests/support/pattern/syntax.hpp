// SPDX-License-Identifier: BSL-1.0
// Reads a regular expression of ECMA-262 (the u flag set) into a tree.
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/result.hpp>
#include <restbind/json/schema/pattern.hpp>
#include <restbind/json/schema/unicode_properties.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::test
{

using restbind::detail::pattern_step;
using restbind::detail::unlimited;

/** The last code point there is. */
inline constexpr std::uint32_t last_code_point = 0x10FFFF;

/** Ranges of code points, from the first to the last; sorted and apart after normalise(). */
using code_ranges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

inline void normalise(code_ranges& set)
{
    std::sort(set.begin(), set.end());
    std::size_t count = 0;
    for (auto const& range : set)
        if (count != 0 && range.first <= set[count - 1].second + 1)
            set[count - 1].second = (std::max)(set[count - 1].second, range.second);
        else
            set[count++] = range;
    set.resize(count);
}

/** Everything that is not in `set`. @pre normalised */
inline code_ranges complement(code_ranges const& set)
{
    code_ranges out;
    std::uint32_t next = 0;
    for (auto const& [first, last] : set)
    {
        if (first > next)
            out.push_back({next, first - 1});
        next = last + 1;
    }
    if (next <= last_code_point)
        out.push_back({next, last_code_point});
    return out;
}

/** The characters of `\d`, `\w` and `\s`, and all that `.` does not take. */
inline code_ranges class_set(char name)
{
    if (name == 'd')
        return {{'0', '9'}};
    if (name == 'w')
        return {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
    if (name == '.')
        return {{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}};
    return {{0x09, 0x0D}, {0x20, 0x20}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A},
        {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
}

/** The long names of general categories, and the short ones. */
inline constexpr std::pair<std::string_view, std::string_view> long_category_names[] = {
    {"Letter", "L"}, {"Cased_Letter", "LC"}, {"Uppercase_Letter", "Lu"}, {"Lowercase_Letter", "Ll"},
    {"Titlecase_Letter", "Lt"}, {"Modifier_Letter", "Lm"}, {"Other_Letter", "Lo"}, {"Mark", "M"},
    {"Combining_Mark", "M"}, {"Nonspacing_Mark", "Mn"}, {"Spacing_Mark", "Mc"},
    {"Enclosing_Mark", "Me"}, {"Number", "N"}, {"Decimal_Number", "Nd"}, {"digit", "Nd"},
    {"Letter_Number", "Nl"}, {"Other_Number", "No"}, {"Punctuation", "P"}, {"punct", "P"},
    {"Connector_Punctuation", "Pc"}, {"Dash_Punctuation", "Pd"}, {"Open_Punctuation", "Ps"},
    {"Close_Punctuation", "Pe"}, {"Initial_Punctuation", "Pi"}, {"Final_Punctuation", "Pf"},
    {"Other_Punctuation", "Po"}, {"Symbol", "S"}, {"Math_Symbol", "Sm"}, {"Currency_Symbol", "Sc"},
    {"Modifier_Symbol", "Sk"}, {"Other_Symbol", "So"}, {"Separator", "Z"},
    {"Space_Separator", "Zs"}, {"Line_Separator", "Zl"}, {"Paragraph_Separator", "Zp"},
    {"Other", "C"}, {"Control", "Cc"}, {"cntrl", "Cc"}, {"Format", "Cf"}, {"Surrogate", "Cs"},
    {"Private_Use", "Co"}, {"Unassigned", "Cn"}};

/** A set of characters: ranges, and what has a property. */
struct code_set
{
    code_ranges ranges = {};
    std::uint32_t categories = 0;         ///< a bit for each of category_names
    std::set<std::uint32_t> scripts = {}; ///< words for properties, see unicode_properties.hpp
    bool negative = false;                ///< all that is not there

    bool has_properties() const noexcept { return categories != 0 || !scripts.empty(); }
    void add(code_ranges const& more) { ranges.insert(ranges.end(), more.begin(), more.end()); }
    void add(code_set const& more)
    {
        add(more.ranges);
        categories |= more.categories;
        scripts.insert(more.scripts.begin(), more.scripts.end());
    }
    /** Ranges in order; what is not in ranges alone are ranges, too. */
    void finish()
    {
        normalise(ranges);
        if (negative && !has_properties())
        {
            ranges = complement(ranges);
            negative = false;
        }
    }

    friend auto operator<=>(code_set const&, code_set const&) = default;
};

/** Adds the characters of a property, as it stands in `\p{…}`, or all others. @returns false for
   one that is not known. */
inline bool add_property(code_set& out, std::string_view text, bool negative)
{
    using restbind::detail::category_names;
    std::size_t const sign = text.find('=');
    std::string_view const property = sign == text.npos ? std::string_view() : text.substr(0, sign);
    std::string_view name = sign == text.npos ? text : text.substr(sign + 1);
    if (property == "Script" || property == "sc")
    {
        std::uint32_t word = restbind::detail::of_script;
        if (negative)
            word |= restbind::detail::of_other_scripts;
        for (auto const& script : restbind::detail::scripts)
            if (script.name == name)
                return out.scripts.insert(word), true;
            else
                ++word;
        return false;
    }
    bool const is_category = property == "General_Category" || property == "gc";
    if (sign != text.npos && !is_category)
        return false;
    if (sign == text.npos && (name == "Any" || name == "ASCII"))
    {
        code_ranges const all{{0, name == "Any" ? last_code_point : 0x7F}};
        return out.add(negative ? complement(all) : all), true;
    }
    for (auto const& [long_name, short_name] : long_category_names)
        if (long_name == name)
            name = short_name; // which is no long one
    std::uint32_t wanted = 0;
    for (std::size_t i = 0; i != category_names.size(); ++i)
    {
        std::string_view const category = category_names[i];
        bool const cased =
            name == "LC" && (category == "Lu" || category == "Ll" || category == "Lt");
        if (category == name || cased || (name.size() == 1 && category[0] == name[0]))
            wanted |= std::uint32_t{1} << i;
    }
    if (wanted == 0)
        return false;
    std::uint32_t const all = (std::uint32_t{1} << category_names.size()) - 1;
    out.categories |= negative ? all & ~wanted : wanted;
    return true;
}

/** One part of an expression. */
struct pattern_node
{
    enum class kind : unsigned char
    {
        sequence,     ///< all `parts`, one after the other; none is the empty text
        alternatives, ///< one of `parts`
        repeat,       ///< the one part, `least` to `most` times
        look,         ///< the one part fits from here on, or up to here
        step          ///< what is no more than `step`
    };

    kind is = kind::sequence;
    pattern_step step = pattern_step::accept; // of a look, too
    bool behind = false;
    std::uint32_t index = 0; // of the set of characters
    std::uint32_t least = 0;
    std::uint32_t most = 0;
    std::vector<std::uint32_t> parts = {};
};

/** An expression: its parts, the sets of characters in them, and the part that is all of it. */
struct pattern_tree
{
    std::vector<pattern_node> nodes;
    std::vector<code_set> sets;
    std::uint32_t root = 0;
};

/** The parser of expressions. Recursion is as deep as groups are nested. */
class pattern_parser
{
public:
    static constexpr unsigned max_depth = 100;
    /** Repeats of more are repeats of so many: no text is as long. */
    static constexpr std::uint32_t max_count = 1'000'000'000;

    explicit pattern_parser(std::string_view text) noexcept
        : text_(text)
    {
    }

    /** Reads all of the text.
        @par Errors
        error_kind::invalid_argument; error::detail() says what is wrong and at which byte. */
    result<pattern_tree> parse()
    {
        bool const good =
            (utf8_prefix(text_) == text_.size() || fail("the pattern is not UTF-8")) &&
            alternatives(tree_.root) && (done() || fail("unmatched )"));
        if (!good)
            return error(error_kind::invalid_argument,
                restbind::detail::joined({why_, " at byte ",
                    restbind::detail::number_text(static_cast<std::int64_t>(at_))}));
        return std::move(tree_);
    }

private:
    bool fail(std::string_view text) noexcept
    {
        if (why_.empty())
            why_ = text;
        return false;
    }
    bool done() const noexcept { return at_ == text_.size(); }
    bool is(std::string_view token) const noexcept { return text_.substr(at_).starts_with(token); }
    bool skip(std::string_view token) noexcept
    {
        if (!is(token))
            return false;
        at_ += token.size();
        return true;
    }
    std::uint32_t add(pattern_node node)
    {
        tree_.nodes.push_back(std::move(node));
        return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
    }
    std::uint32_t add_set(code_set set)
    {
        set.finish();
        auto const [known, is_new] =
            sets_.emplace(std::move(set), static_cast<std::uint32_t>(sets_.size()));
        if (is_new)
            tree_.sets.push_back(known->first);
        return add({.is = pattern_node::kind::step,
            .step = pattern_step::characters,
            .index = known->second});
    }
    std::uint32_t next_code_point() noexcept
    {
        char const* const at = text_.data() + at_;
        std::size_t const size = restbind::detail::utf8_sequence(at, text_.data() + text_.size());
        at_ += size;
        return restbind::detail::decode_sequence(at, size);
    }

    bool alternatives(std::uint32_t& out)
    {
        if (++depth_ > max_depth)
            return fail("groups are nested too deeply");
        pattern_node node{.is = pattern_node::kind::alternatives};
        do
        {
            std::uint32_t one = 0;
            if (!sequence(one))
                return false;
            node.parts.push_back(one);
        } while (skip("|"));
        out = node.parts.size() == 1 ? node.parts.front() : either(std::move(node));
        --depth_;
        return true;
    }
    // Alternatives that are single characters are one set.
    std::uint32_t either(pattern_node node)
    {
        code_set all;
        for (std::uint32_t const part : node.parts)
        {
            pattern_node const& one = tree_.nodes[part];
            if (one.step != pattern_step::characters || tree_.sets[one.index].negative)
                return add(std::move(node));
            all.add(tree_.sets[one.index]);
        }
        return add_set(std::move(all));
    }

    bool sequence(std::uint32_t& out)
    {
        pattern_node node{.is = pattern_node::kind::sequence};
        while (!done() && !is("|") && !is(")"))
        {
            std::uint32_t one = 0;
            bool repeatable = true;
            if (!term(one, repeatable) || !quantifier(one, repeatable))
                return false;
            node.parts.push_back(one);
        }
        out = node.parts.size() == 1 ? node.parts.front() : add(std::move(node));
        return true;
    }

    bool term(std::uint32_t& out, bool& repeatable)
    {
        static constexpr std::pair<std::string_view, pattern_step> assertions[] = {
            {"^", pattern_step::begin}, {"$", pattern_step::end}, {"\\b", pattern_step::boundary},
            {"\\B", pattern_step::inside}};
        repeatable = false;
        for (auto const& [token, step] : assertions)
            if (skip(token))
                return out = add({.is = pattern_node::kind::step, .step = step}), true;
        if (skip("("))
            return group(out, repeatable);
        repeatable = true;
        if (skip("."))
            return out = add_set({.ranges = class_set('.'), .negative = true}), true;
        if (skip("["))
            return characters(out);
        if (is_quantifier())
            return fail("nothing to repeat");
        code_set set;
        std::uint32_t code = 0;
        bool single = true;
        if (!skip("\\"))
            code = next_code_point();
        else if (!escape(set, code, single, false))
            return false;
        if (single)
            set.ranges.push_back({code, code});
        out = add_set(std::move(set));
        return true;
    }

    bool group(std::uint32_t& out, bool& repeatable)
    {
        pattern_node look{.is = pattern_node::kind::look};
        bool const is_look = is("?=") || is("?!") || is("?<=") || is("?<!");
        if (is_look)
        {
            look.behind = text_[at_ + 1] == '<';
            bool const negative = text_[at_ + 1 + look.behind] == '!';
            look.step = negative ? pattern_step::no_look : pattern_step::look;
            at_ += 2u + look.behind;
        }
        else if (skip("?<"))
        {
            if (!group_name())
                return false;
        }
        else if (is("?") && !skip("?:"))
            return fail("this kind of group does not exist");
        std::uint32_t inner = 0;
        if (!alternatives(inner))
            return false;
        if (!skip(")"))
            return fail("a ) is missing");
        repeatable = !is_look;
        if (!is_look)
            return out = inner, true;
        look.parts.push_back(inner);
        out = add(std::move(look));
        return true;
    }

    bool group_name()
    {
        std::size_t const first = at_;
        while (!done() && !is(">"))
        {
            std::uint32_t const code = next_code_point();
            bool const digit = code >= '0' && code <= '9';
            bool const letter =
                (code | 0x20u) - 'a' < 26u || code == '_' || code == '$' || code > 0x7F;
            if (!letter && !(digit && at_ != first + 1))
                return fail("the name of the group is malformed");
        }
        return (at_ != first && skip(">")) || fail("the name of the group is malformed");
    }

    // A { that does not start a count stands for itself, as it does without the u flag.
    bool quantifier(std::uint32_t& one, bool repeatable)
    {
        std::uint32_t least = 0;
        std::uint32_t most = unlimited;
        if (skip("*"))
            ;
        else if (skip("+"))
            least = 1;
        else if (skip("?"))
            most = 1;
        else if (!count(least, most))
            return true;
        if (!repeatable)
            return fail("nothing to repeat");
        if (least > most)
            return fail("the numbers of the repeat are in the wrong order");
        skip("?"); // lazy: the same texts match
        if (is_quantifier())
            return fail("nothing to repeat");
        one = add({.is = pattern_node::kind::repeat, .least = least, .most = most, .parts = {one}});
        return true;
    }
    bool is_quantifier() noexcept
    {
        std::size_t const start = at_;
        std::uint32_t least = 0;
        std::uint32_t most = 0;
        bool const found = is("*") || is("+") || is("?") || count(least, most);
        at_ = start;
        return found;
    }
    bool count(std::uint32_t& least, std::uint32_t& most) noexcept
    {
        std::size_t const start = at_;
        if (!skip("{"))
            return false;
        bool good = number(least);
        if (good && skip(","))
        {
            if (!is("}"))
                good = number(most);
        }
        else
            most = least;
        if (good && skip("}"))
            return true;
        at_ = start;
        least = 0;
        most = unlimited;
        return false;
    }
    bool number(std::uint32_t& out) noexcept
    {
        char const* const from = text_.data() + at_;
        out = max_count;
        char const* const end = std::from_chars(from, text_.data() + text_.size(), out).ptr;
        out = (std::min)(out, max_count);
        at_ += static_cast<std::size_t>(end - from);
        return end != from;
    }

    bool characters(std::uint32_t& out)
    {
        code_set set{.negative = skip("^")};
        while (!skip("]"))
        {
            std::uint32_t first = 0;
            bool single = true;
            if (!class_member(set, first, single))
                return false;
            if (single && is("-") && !is("-]")) // in [\w-.] the dash stands for itself
            {
                ++at_;
                std::uint32_t last = 0;
                bool last_single = true;
                if (!class_member(set, last, last_single))
                    return false;
                if (!last_single) // [a-\d]: so does this one
                    set.ranges.push_back({'-', '-'});
                else if (last < first)
                    return fail("the range is in the wrong order");
                else
                    set.ranges.push_back({first, last});
            }
            if (single)
                set.ranges.push_back({first, first});
        }
        out = add_set(std::move(set));
        return true;
    }
    bool class_member(code_set& set, std::uint32_t& code, bool& single)
    {
        if (done())
            return fail("a ] is missing");
        if (skip("\\"))
            return escape(set, code, single, true);
        code = next_code_point();
        single = true;
        return true;
    }

    // What follows a backslash: a set, which is added to `set`, or a single character.
    bool escape(code_set& set, std::uint32_t& code, bool& single, bool in_class)
    {
        if (done())
            return fail("a \\ at the end");
        single = false;
        char const c = text_[at_];
        if (std::string_view("dDwWsS").find(c) != std::string_view::npos)
        {
            ++at_;
            code_ranges const found = class_set(static_cast<char>(c | 0x20));
            return set.add(c < 'a' ? complement(found) : found), true;
        }
        if (c == 'p' || c == 'P')
            return property(set);
        if (!in_class && ((c >= '1' && c <= '9') || c == 'k'))
            return fail("backreferences are not supported");
        single = true;
        return single_escape(code, in_class);
    }
    bool property(code_set& set)
    {
        bool const negative = text_[at_] == 'P';
        ++at_;
        std::size_t const close = text_.find('}', at_);
        if (!is("{") || close == text_.npos)
            return fail("\\p is followed by a property in braces");
        if (!add_property(set, text_.substr(at_ + 1, close - at_ - 1), negative))
            return fail("the property of characters is not known");
        at_ = close + 1;
        return true;
    }
    bool single_escape(std::uint32_t& code, bool in_class)
    {
        char const c = text_[at_];
        std::size_t const named = std::string_view("tnvfr").find(c);
        if (named != text_.npos)
            return ++at_, code = static_cast<unsigned char>("\t\n\v\f\r"[named]), true;
        if (in_class && c == 'b')
            return ++at_, code = 8, true;
        if (c == '0')
        {
            ++at_;
            code = 0;
            bool const digit = !done() && text_[at_] >= '0' && text_[at_] <= '9';
            return !digit || fail("octal escapes are not supported");
        }
        if (c == 'c')
        {
            ++at_;
            char const letter = done() ? '\0' : text_[at_];
            if (static_cast<unsigned>((letter | 0x20) - 'a') >= 26u)
                return fail("\\c is followed by a letter");
            ++at_;
            code = static_cast<std::uint32_t>(letter) & 31u;
            return true;
        }
        if (c == 'x')
            return ++at_, hex(2, code);
        if (c == 'u')
            return ++at_, unicode(code);
        bool const word = (static_cast<unsigned>((c | 0x20) - 'a') < 26u) || (c >= '0' && c <= '9');
        if (word)
            return fail("this escape does not exist");
        code = next_code_point(); // also where ECMA-262 asks for none: it has no other meaning
        return true;
    }
    bool unicode(std::uint32_t& code)
    {
        if (skip("{"))
        {
            std::size_t const close = text_.find('}', at_);
            if (close == text_.npos || close == at_ || close - at_ > 8 || !hex(close - at_, code) ||
                code > last_code_point)
                return fail("\\u{…} holds a hexadecimal number up to 10FFFF");
            ++at_;
            return true;
        }
        if (!hex(4, code))
            return false;
        if (code >= 0xD800 && code < 0xDC00 && is("\\u"))
        {
            std::size_t const before = at_;
            at_ += 2;
            std::uint32_t low = 0;
            if (hex(4, low) && low >= 0xDC00 && low < 0xE000)
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            else
                at_ = before;
        }
        return true;
    }
    bool hex(std::size_t digits, std::uint32_t& code)
    {
        char const* const from = text_.data() + at_;
        char const* const to = from + (std::min)(digits, text_.size() - at_);
        code = 0;
        at_ += static_cast<std::size_t>(std::from_chars(from, to, code, 16).ptr - from);
        return text_.data() + at_ == from + digits || fail("a hexadecimal digit is missing");
    }

    std::string_view text_;
    std::string_view why_; // what is wrong; empty as long as nothing is
    std::size_t at_ = 0;
    unsigned depth_ = 0;
    std::map<code_set, std::uint32_t> sets_; // where each one is
    pattern_tree tree_;
};

} // namespace restbind::test
