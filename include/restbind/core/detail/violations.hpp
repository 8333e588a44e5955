// Collecting broken rules.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp> // code_points(), for rules on lengths
#include <restbind/core/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind
{

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

    /** Notes that a rule is broken.

        @param member The member's wire name; empty for the value itself that the walk has reached.
        @param message What is wrong.
    */
    RESTBIND_COLD RESTBIND_NOINLINE void add(std::string_view member, std::string_view message)
    {
        validation_error& broken = detail::add_error(found_);
        append(broken.field, {where_, member, step::name});
        broken.message.append(message);
    }

    /** Walks over the elements of `range` in the member `member` (empty: the value itself is the
        range).

        Calls `f(element)` for each; what is added meanwhile has the path `member[index]`. For a map
        `f` gets the mapped value and the path is `member.key`.
    */
    template <class Range, class F>
    void each(std::string_view member, Range const& range, F&& f)
    {
        step const outer{where_, member, step::name};
        step const* const parent = member.empty() ? where_ : &outer;
        if constexpr (requires { typename Range::mapped_type; })
        {
            for (auto const& [key, value] : range)
            {
                step const here{parent, key, step::name};
                scope const inside(*this, here);
                f(value);
            }
        }
        else
        {
            std::size_t index = 0;
            for (typename Range::value_type const& element : range)
            {
                step const here{parent, {}, index++};
                scope const inside(*this, here);
                f(element);
            }
        }
    }

    /** Walks into the member `member`: calls `f()`; what is added meanwhile has a path below
        `member`. */
    template <class F>
    void enter(std::string_view member, F&& f)
    {
        step const here{where_, member, step::name};
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
    RESTBIND_COLD RESTBIND_NOINLINE bool holds(std::string_view member) const
    {
        std::string path;
        append(path, {where_, member, step::name});
        for (auto const& one : found_)
            if (one.field == path)
                return true;
        return false;
    }
    /** The number of broken rules. */
    std::size_t size() const noexcept { return found_.size(); }
    /** Forgets all but the first `count` of them. @pre count <= size() */
    void forget_behind(std::size_t count) { found_.resize(count); }
    /** Hands out what was found, in the order of the walk, and is empty afterwards. */
    std::vector<validation_error> take() noexcept { return std::exchange(found_, {}); }

private:
    // One part of the path: a name, or an index when `index` is not `name`.
    struct step
    {
        static constexpr std::size_t name = static_cast<std::size_t>(-1);

        step const* outer;
        std::string_view text;
        std::size_t index;
    };

    // Takes the walk back to where it was, also when a rule throws.
    class scope
    {
    public:
        scope(violations& walk, step const& here) noexcept
            : walk_(walk)
            , outer_(std::exchange(walk.where_, &here))
        {
        }
        ~scope() { walk_.where_ = outer_; }
        scope(scope const&) = delete;
        scope& operator=(scope const&) = delete;

    private:
        violations& walk_;
        step const* outer_;
    };

    RESTBIND_COLD static void append(std::string& path, step const& at)
    {
        if (at.outer)
            append(path, *at.outer);
        if (at.index != step::name)
        {
            auto const index = detail::number_text(static_cast<std::int64_t>(at.index));
            return detail::append_parts(path, {"[", index, "]"});
        }
        bool const dotted = !path.empty() && !at.text.empty() && at.text.front() != '[';
        detail::append_parts(path, {dotted ? "." : "", at.text});
    }

    step const* where_ = nullptr;
    std::vector<validation_error> found_;
    bool checks_formats_ = true;
};

} // namespace restbind
