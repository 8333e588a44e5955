// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/json/detail/object_reader.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/detail/object_reader.hpp>
#include <restbind/json/detail/tokens.hpp>

#include <cstdint>
#include <initializer_list>
#include <utility>

namespace restbind::inline RESTBIND_ABI::json::detail
{

RESTBIND_COLD RESTBIND_DECL void leniency::add(
    std::size_t offset, std::string_view missing, std::string detail, bool left_out)
{
    ++found.count;
    std::size_t const size = found.listed.size();
    if (size == deviations::max_listed)
        return;
    offsets[size] = offset;
    deviation& last = found.listed.emplace_back();
    last.path = missing;
    last.detail = std::move(detail);
    last.left_out = left_out;
}

RESTBIND_COLD RESTBIND_DECL bool read_past(cursor& in, cursor::mark const& start, bool left_out)
{
    leniency& seen = *in.lenient;
    seen.ended = seen.ended || in.why.kind != error_kind::invalid_response;
    if (seen.ended)
        return false;
    std::string why = std::move(in.why.text);
    in.look_back(start);
    std::size_t const offset = in.offset();
    seen.ended = !skip_value(in);
    if (seen.ended)
        return false;
    // What was noted inside is left out, too.
    auto& listed = seen.found.listed;
    for (; !listed.empty() && seen.offsets[listed.size() - 1] >= offset; --seen.found.count)
        listed.pop_back();
    seen.add(offset, {}, std::move(why), left_out);
    return true;
}

RESTBIND_COLD RESTBIND_DECL bool read_list_leniently(
    cursor& in, void* list, std::size_t size, bool (*read_element)(cursor&, void* list))
{
    return each_in_brackets(in, '[',
        [&](std::size_t)
        {
            auto const start = in.here();
            return (in.charge(size) && read_element(in, list)) || read_past(in, start, true);
        });
}

/** Walks over a text and knows where it is. */
class place_walk
{
public:
    place_walk(std::string_view text, leniency& seen)
        : in_(text, {.max_bytes = text.size(), .max_depth = limits::deepest})
        , seen_(seen)
    {
    }

    void run()
    {
        if (in_.start())
            value();
        while (next_ != seen_.found.listed.size())
            name();
    }

private:
    // Names what is noted up to a place. @returns true when there is nothing more.
    bool reach(std::size_t offset)
    {
        while (next_ != seen_.found.listed.size() && seen_.offsets[next_] <= offset)
            name();
        return next_ == seen_.found.listed.size();
    }
    void name()
    {
        std::string& missing = seen_.found.listed[next_++].path;
        missing =
            restbind::detail::joined({path_, path_.empty() || missing.empty() ? "" : ".", missing});
    }
    // Moves over a value, and names what is noted in it. @returns false where the walk ends.
    bool value()
    {
        if (reach(in_.offset()))
            return false;
        char const bracket = in_.peek();
        auto const part = [&](std::size_t index)
        {
            if (bracket == '[')
                return within(
                    {"[", restbind::detail::number_text(static_cast<std::int64_t>(index)), "]"});
            std::string_view name;
            return read_name(in_, name) && within({path_.empty() ? "" : ".", printable(name, 64)});
        };
        bool const done = bracket == '{' || bracket == '[' ? each_in_brackets(in_, bracket, part)
                                                           : skip_scalar(in_);
        return done && !reach(in_.offset() - 1); // a bracket that follows belongs to others
    }
    // The same for a value with a part of the path of its own.
    bool within(std::initializer_list<std::string_view> part)
    {
        std::size_t const size = path_.size();
        restbind::detail::append_parts(path_, part);
        if (!value())
            return false;
        path_.resize(size);
        return true;
    }

    cursor in_;
    leniency& seen_;
    std::size_t next_ = 0;
    std::string path_;
};

RESTBIND_COLD RESTBIND_DECL void name_places(std::string_view text, leniency& seen)
{
    place_walk(text, seen).run();
}

} // namespace restbind::json::detail

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

RESTBIND_COLD RESTBIND_NOINLINE inline bool fail_duplicate(
    cursor& in, char const* name_at, std::string_view name)
{
    in.at = name_at;
    in.fail(restbind::detail::joined({"the member \"", name, "\" appears twice"}));
    return in.why.in_member(name);
}

inline std::string missing_text(std::string_view name)
{
    return restbind::detail::joined({"the required member \"", name, "\" is missing"});
}

RESTBIND_COLD RESTBIND_NOINLINE inline bool fail_missing(cursor& in, std::string_view name)
{
    in.fail(missing_text(name));
    return in.why.in_member(name);
}

RESTBIND_NOINLINE RESTBIND_DECL bool read_members(cursor& in, void* object, object_plan const& plan,
    std::uint64_t* seen, std::size_t likely, bool empty)
{
    char const first = in.next();
    if (empty ? first != '}' : first == ',')
    {
        if (!empty)
        {
            ++in.at;
            in.skip_space();
        }
        for (;;)
        {
            char const* const name_at = in.at;
            std::size_t index = unknown_member;
            std::string_view name;
            if (!read_member_name(in, plan, likely, index, name))
                return false;
            if (index == unknown_member)
            {
                if (plan.keep_unknown)
                {
                    if (!plan.keep_unknown(in, object, name))
                        return false;
                }
                else
                {
                    in.note_skipped(name_at);
                    if (!skip_value(in)) // which leaves `name` and its text alone
                        return in.why.in_key(name);
                }
            }
            else
            {
                if (!set_bit(seen, index)) [[unlikely]]
                    return fail_duplicate(in, name_at, plan.names.texts.name(index));
                if (!plan.read_member(in, object, index)) [[unlikely]]
                    return in.why.in_member(plan.names.texts.name(index));
                likely = index + 1;
            }
            if (in.next() != ',')
                break;
            ++in.at;
            in.skip_space();
        }
    }
    if (in.peek() != '}') [[unlikely]]
        return in.expected("',' or '}'");
    for (std::size_t word = 0; word * 64 < plan.count; ++word)
        if (std::uint64_t const missing = plan.needed[word] & ~seen[word]; missing != 0)
            [[unlikely]]
        {
            std::size_t const index =
                word * 64 + static_cast<std::size_t>(std::countr_zero(missing));
            return fail_missing(in, plan.names.texts.name(index));
        }
    ++in.at;
    in.leave();
    return true;
}

RESTBIND_NOINLINE RESTBIND_DECL bool read_rest(
    cursor& in, void* object, object_plan const& plan, std::uint64_t* passed, std::size_t reached)
{
    bool empty = true;
    for (std::size_t first = 0; first < plan.count; first += 64)
    {
        std::uint64_t& word = passed[first / 64];
        std::uint64_t const below = reached >= first + 64 ? ~std::uint64_t{0}
                                    : reached <= first
                                        ? 0
                                        : (std::uint64_t{1} << (reached - first)) - 1;
        word = below & ~word;
        empty = empty && word == 0;
    }
    return read_members(in, object, plan, passed, reached, empty);
}

RESTBIND_COLD RESTBIND_DECL bool read_object_leniently(
    cursor& in, void* object, object_plan const& plan, std::uint64_t* seen)
{
    bool const whole = each_member(in,
        [&](std::string_view name)
        {
            auto const start = in.here();
            std::size_t const index = plan.names.find(name);
            if (index == unknown_member)
                return plan.keep_unknown
                           ? plan.keep_unknown(in, object, name) || read_past(in, start, true)
                           : skip_value(in);
            bool const twice = !set_bit(seen, index);
            return (twice ? in.fail("the member appears twice")
                          : plan.read_member(in, object, index)) ||
                   read_past(in, start, twice);
        });
    if (!whole)
        return false;
    for (std::size_t i = 0; i != plan.count; ++i)
        if (has_bit(plan.needed, i) && !has_bit(seen, i))
        {
            std::string_view const name = plan.names.texts.name(i);
            in.lenient->add(in.offset() - 1, name, missing_text(name), false);
        }
    return true;
}

RESTBIND_NOINLINE RESTBIND_DECL bool read_object(
    cursor& in, void* object, object_plan const& plan, std::uint64_t* passed)
{
    if (in.lenient) [[unlikely]]
        return detail::read_object_leniently(in, object, plan, passed);
    if (in.peek() != '{') [[unlikely]]
        return in.expected("an object");
    if (!in.enter()) [[unlikely]]
        return false;
    ++in.at;
    // First as if the members came in their order: a compact text then needs one comparison for
    // each name. An absent member that may be absent is passed; anything else that is not expected
    // goes to the general loop, which knows what was read.
    std::size_t skipped = 1; // the first member that is there has no comma
    std::size_t i = 0;
    for (; i != plan.count; ++i)
    {
        std::string_view const literal = plan.names.texts.literal(i);
        std::size_t const size = literal.size() - skipped;
        if (static_cast<std::size_t>(in.end - in.at) > size &&
            same(in.at, literal.data() + skipped, size)) [[likely]]
        {
            in.at += size;
            in.skip_space_inside();
            if (!plan.read_member(in, object, i)) [[unlikely]]
                return in.why.in_member(plan.names.texts.name(i));
            skipped = 0;
        }
        else if (!has_bit(plan.needed, i))
            set_bit(passed, i);
        else
            break;
    }
    if (i == plan.count && in.peek() == '}') [[likely]]
    {
        // Only members that may be absent have been passed.
        ++in.at;
        in.leave();
        return true;
    }
    return detail::read_rest(in, object, plan, passed, i);
}

} // namespace detail

} // namespace restbind::json
