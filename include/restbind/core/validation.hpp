// Collecting broken rules, and the refusal a service makes of them.
#pragma once

#include <restbind/core/problem.hpp>
#include <restbind/core/status.hpp>
#include <restbind/core/utf8.hpp> // code_points(), for rules on lengths

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind
{

/** What a broken local rule does to a call. */
enum class validation_policy : unsigned char
{
    enforce, ///< nothing is sent; the call fails with error_kind::refused_locally
    observe, ///< sent anyway; both verdicts are reported
    off      ///< rules are not looked at
};

/** How the keys of a map of errors are spelt. */
enum class key_style : unsigned char
{
    wire,  ///< as the members are called on the wire: `detail[0].seatId`
    pascal ///< each part starts with a capital: `Detail[0].SeatId`
};

/** How one operation of a service words its refusal of a request. */
struct refusal_style
{
    /** The HTTP status. */
    int status = 400;
    /** Where the single errors stand. */
    errors_shape shape = errors_shape::none;
    /** How `field` is spelt. */
    key_style keys = key_style::wire;
    /** The document's `detail`. `{count}` stands for the number of errors, `{first}` for the first
        message. Empty means the first message. Lives as long as the program. */
    std::string_view detail;
};

/** Collects broken rules and where they were found.

    Generated rules walk over a request with enter() and each(); add() notes a broken rule at the
    place the walk has reached. Nothing is allocated until the first broken rule: the place is a
    linked list on the stack that becomes text only when it is needed.
*/
class violations
{
public:
    violations() = default;
    violations(violations&& other) noexcept
        : found_(std::move(other.found_))
    {
    }
    violations& operator=(violations&& other) noexcept
    {
        found_ = std::move(other.found_);
        return *this;
    }
    violations(violations const&) = delete;
    violations& operator=(violations const&) = delete;
    ~violations() = default;

    /** Notes that a rule is broken.

        @param member The member's wire name; empty for the value itself that the walk has reached.
        @param message What is wrong.
    */
    [[gnu::cold, gnu::noinline]] void add(std::string_view member, std::string_view message)
    {
        found_.push_back({path_to(member), std::string(message)});
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
            for (auto const& element : range)
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

    /** True when no rule was found broken. */
    bool empty() const noexcept { return found_.empty(); }
    /** The number of broken rules. */
    std::size_t size() const noexcept { return found_.size(); }
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

    [[gnu::cold]] static void append(std::string& path, step const* at)
    {
        if (!at)
            return;
        append(path, at->outer);
        if (at->index == step::name)
            append_name(path, at->text);
        else
            path.append(1, '[').append(std::to_string(at->index)).append(1, ']');
    }
    static void append_name(std::string& path, std::string_view name)
    {
        if (!path.empty() && !name.empty() && name.front() != '[')
            path.push_back('.');
        path.append(name);
    }
    std::string path_to(std::string_view member) const
    {
        std::string path;
        append(path, where_);
        append_name(path, member);
        return path;
    }

    step const* where_ = nullptr;
    std::vector<validation_error> found_;
};

namespace detail
{

/** `detail[0].seatId` becomes `Detail[0].SeatId`. */
[[gnu::cold]] inline std::string pascal_path(std::string path)
{
    bool first = true;
    for (char& c : path)
    {
        if (first && c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
        first = c == '.';
    }
    return path;
}

/** Replaces `{count}` and `{first}`; what is put in is not looked at again. */
[[gnu::cold]] inline std::string fill_in(std::string_view text, std::size_t count, std::string_view first)
{
    constexpr std::string_view count_mark = "{count}";
    constexpr std::string_view first_mark = "{first}";
    std::string out;
    while (!text.empty())
    {
        if (text.starts_with(count_mark))
        {
            out += std::to_string(count);
            text.remove_prefix(count_mark.size());
        }
        else if (text.starts_with(first_mark))
        {
            out += first;
            text.remove_prefix(first_mark.size());
        }
        else
        {
            out.push_back(text.front());
            text.remove_prefix(1);
        }
    }
    return out;
}

/** Moves each error behind the earlier ones of its field; fields stay in the order of their first
 * error. */
[[gnu::cold]] inline std::vector<validation_error> grouped_by_field(
    std::vector<validation_error> errors)
{
    struct place
    {
        std::size_t first = 0; // the first error of the field, once it is known
        std::string_view field;
        std::size_t index = 0;

        auto operator<=>(place const&) const = default;
    };
    std::vector<place> order(errors.size());
    for (std::size_t i = 0; i != errors.size(); ++i)
    {
        order[i].field = errors[i].field;
        order[i].index = i;
    }
    // By field; then each error knows the first one of its field, and that decides.
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i != order.size(); ++i)
        order[i].first =
            i != 0 && order[i].field == order[i - 1].field ? order[i - 1].first : order[i].index;
    std::sort(order.begin(), order.end());

    std::vector<validation_error> grouped(errors.size());
    for (std::size_t i = 0; i != order.size(); ++i)
        std::swap(grouped[i], errors[order[i].index]);
    return grouped;
}

} // namespace detail

/** Makes the problem document with which the service would refuse a request.

    @param style How the operation words its refusals.
    @param errors What is wrong, in the order of the rules. The fields are wire paths.
    @param instance The path of the request.
    @returns A document of type `about:blank` whose title is the reason phrase of the status. With
    shape list or map it holds the errors and their number; those of one map key stand together,
    keys in the order of their first error. With shape none it holds neither.
*/
[[gnu::cold]] inline problem_details make_refusal(
    refusal_style const& style, std::vector<validation_error> errors, std::string_view instance)
{
    problem_details problem;
    problem.title = reason_phrase(style.status);
    problem.status = style.status;
    std::string_view const first =
        errors.empty() ? std::string_view() : std::string_view(errors.front().message);
    problem.detail =
        detail::fill_in(style.detail.empty() ? "{first}" : style.detail, errors.size(), first);
    problem.instance = instance;
    problem.shape = style.shape;
    if (style.shape == errors_shape::none)
        return problem;

    if (style.keys == key_style::pascal)
        for (validation_error& e : errors)
            e.field = detail::pascal_path(std::move(e.field));
    if (style.shape == errors_shape::map)
        errors = detail::grouped_by_field(std::move(errors));
    problem.error_count = static_cast<std::int64_t>(errors.size());
    problem.errors = std::move(errors);
    return problem;
}

} // namespace restbind
