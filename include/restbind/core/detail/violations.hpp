// Collecting broken rules.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/unchecked_append.hpp>
#include <restbind/core/detail/utf8.hpp> // code_points(), for rules on lengths
#include <restbind/core/validation.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind
{

namespace detail
{

/** Appends `/name` as a token of a JSON Pointer (RFC 6901, section 3). */
RESTBIND_COLD inline void append_pointer(std::string& pointer, std::string_view name)
{
    pointer.push_back('/');
    for (char const c : name)
        if (c == '~' || c == '/')
            pointer.append(c == '~' ? "~0" : "~1");
        else
            pointer.push_back(c);
}

/** Appends a path as services write them, `lines[0].itemId`, as a JSON Pointer. */
RESTBIND_COLD inline void append_pointer_of_path(std::string& pointer, std::string_view path)
{
    while (!path.empty())
    {
        std::size_t const end = (std::min)(path.find_first_of(".[]"), path.size());
        if (end != 0)
            append_pointer(pointer, path.substr(0, end));
        path.remove_prefix((std::min)(end + 1, path.size()));
    }
}

} // namespace detail

/** Collects broken rules and where they were found.

    Generated rules walk over a request with enter() and each(); add() notes a broken rule at the
    place the walk has reached. Nothing is allocated until the first broken rule: the place is a
    linked list on the stack that becomes text only when it is needed.
*/
class violations
{
public:
    violations() = default;
    // While nothing is walked over: a copy would hold the place of another walk.
    violations(violations&&) noexcept = default;
    violations& operator=(violations&&) noexcept = default;

    /** One part of the way to a value: a member's name, or the index of an element. */
    struct step
    {
        static constexpr std::size_t name = static_cast<std::size_t>(-1);

        member_name text{};
        std::size_t index = name;
        bool is_key = false;  ///< of a map
        bool is_typed = true; ///< the value has a type of C++
    };

    /** Notes that a rule is broken at the place the walk has reached, or for a member there. A rule
        of the document may be about a part of a member: `lines[0].itemId`. */
    RESTBIND_COLD RESTBIND_NOINLINE void add(rule_info const& broken)
    {
        add(std::span<step const>(), broken.rule, broken.limit, broken.message);
        violation& last = found_.back();
        last.rule_id = broken.id;
        if (broken.of_elements || broken.member.wire.empty())
            return;
        auto const lengthen = [](std::string& path, std::string_view name) {
            detail::append_parts(path, {path.empty() ? "" : ".", name});
        };
        lengthen(last.field, broken.member.wire);
        lengthen(last.member, broken.member.cpp);
        if (broken.rule != rule_kind::stated)
            detail::append_pointer(last.pointer, broken.member.wire);
        else
            detail::append_pointer_of_path(last.pointer, broken.member.wire);
        if (where_ != location::body && here_ == nullptr)
            last.pointer.erase(0, 1); // the parameter's name
    }

    /** Notes that a rule is broken, of which nothing but the message is known.

        @param member The member; empty for the value itself that the walk has reached.
        @param message What is wrong.
    */
    RESTBIND_COLD RESTBIND_NOINLINE void add(
        member_name member, std::string_view message, rule_kind rule = rule_kind::other)
    {
        step const last{member};
        add({&last, member.wire.empty() ? 0U : 1U}, rule, {}, message);
    }

    /** Notes that a rule is broken.

        @param below The way from the place the walk has reached to the value.
        @param limit See rule_kind.
    */
    RESTBIND_COLD RESTBIND_NOINLINE void add(std::span<step const> below, rule_kind rule,
        std::string_view limit, std::string_view message)
    {
        // Most requests break few rules: one allocation instead of three.
        if (found_.size() == found_.capacity())
            found_.reserve(found_.empty() ? 4 : 2 * found_.size());
        violation& broken = detail::unchecked_append(found_);
        broken.where = where_;
        bool is_typed = true; // until a step into what has no types of C++
        append(broken, here_, is_typed);
        for (step const& one : below)
            append(broken, one, is_typed);
        if (where_ != location::body && !broken.pointer.empty())
            broken.pointer.erase(0, 1); // the parameter's name
        broken.rule = rule;
        broken.limit = limit;
        broken.message = message;
    }

    /** In which part of the request the members are that follow. Default: in the body. */
    void locate(location where) noexcept { where_ = where; }

    /** Walks over the elements of `range` in the member `member` (empty: the value itself is the
        range).

        Calls `f(element)` for each; what is added meanwhile has the path `member[index]`. For a map
        `f` gets the mapped value and the path is `member.key`.
    */
    template <class Range, class F>
    void each(member_name member, Range const& range, F&& f)
    {
        place const outer{here_, {member}};
        place const* const parent = member.wire.empty() ? here_ : &outer;
        if constexpr (requires { typename Range::mapped_type; })
        {
            for (auto const& [key, value] : range)
            {
                place const here{parent, {.text = std::string_view(key), .is_key = true}};
                scope const inside(*this, here);
                f(value);
            }
        }
        else
        {
            std::size_t index = 0;
            for (typename Range::value_type const& element : range)
            {
                place const here{parent, {.index = index++}};
                scope const inside(*this, here);
                f(element);
            }
        }
    }

    /** Walks into the member `member`: calls `f()`; what is added meanwhile has a path below
        `member`. */
    template <class F>
    void enter(member_name member, F&& f)
    {
        place const here{here_, {member}};
        scope const inside(*this, here);
        f();
    }

    /** Whether formats of texts are rules. Default: they are. */
    bool checks_formats() const noexcept { return checks_formats_; }
    void check_formats(bool value) noexcept { checks_formats_ = value; }

    /** True when no rule was found broken. */
    bool empty() const noexcept { return found_.empty(); }
    /** True when a rule was found broken for the member `member` of the value that the walk has
        reached, and not only for something below it. */
    RESTBIND_COLD RESTBIND_NOINLINE bool holds(member_name member) const
    {
        violation sought;
        bool is_typed = true;
        append(sought, here_, is_typed);
        append(sought, step{member}, is_typed);
        for (auto const& one : found_)
            if (one.field == sought.field)
                return true;
        return false;
    }
    /** The number of broken rules. */
    std::size_t size() const noexcept { return found_.size(); }
    /** Forgets all but the first `count` of them. @pre count <= size() */
    void forget_behind(std::size_t count) { found_.resize(count); }
    /** Hands out what was found, in the order of the walk, and is empty afterwards. */
    std::vector<violation> take() noexcept { return std::exchange(found_, {}); }

private:
    // The way to where the walk is, from its end.
    struct place
    {
        place const* outer;
        step last;
    };

    // Takes the walk back to where it was, also when a rule throws.
    class scope
    {
    public:
        scope(violations& walk, place const& here) noexcept
            : walk_(walk)
            , outer_(std::exchange(walk.here_, &here))
        {
        }
        ~scope() { walk_.here_ = outer_; }
        scope(scope const&) = delete;
        scope& operator=(scope const&) = delete;

    private:
        violations& walk_;
        place const* outer_;
    };

    RESTBIND_COLD static void append(violation& to, place const* at, bool& is_typed)
    {
        if (!at)
            return;
        append(to, at->outer, is_typed);
        append(to, at->last, is_typed);
    }
    RESTBIND_COLD static void append(violation& to, step const& one, bool& is_typed)
    {
        is_typed = is_typed && one.is_typed;
        if (one.index != step::name)
        {
            auto const index = detail::number_text(static_cast<std::int64_t>(one.index));
            detail::append_parts(to.pointer, {"/", index});
            detail::append_parts(to.field, {"[", index, "]"});
            if (is_typed)
                detail::append_parts(to.member, {"[", index, "]"});
            return;
        }
        std::string_view const name = one.text.wire;
        if (name.empty() && !one.is_key)
            return;
        detail::append_pointer(to.pointer, name);
        detail::append_parts(to.field, {to.field.empty() || name.empty() ? "" : ".", name});
        if (!is_typed)
            return;
        if (one.is_key)
            return detail::append_parts(to.member, {"[\"", name, "\"]"});
        detail::append_parts(to.member, {to.member.empty() ? "" : ".", one.text.cpp});
    }

    place const* here_ = nullptr;
    location where_ = location::body;
    std::vector<violation> found_;
    bool checks_formats_ = true;
};

} // namespace restbind
