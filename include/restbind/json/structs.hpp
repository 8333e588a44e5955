// Objects: described types.
#pragma once

#include <restbind/json/codec.hpp>
#include <restbind/json/compare.hpp>
#include <restbind/json/members.hpp>
#include <restbind/json/name_literal.hpp>
#include <restbind/json/object_reader.hpp>
#include <restbind/json/raw.hpp>
#include <restbind/json/room.hpp>
#include <restbind/json/skip.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::json
{

/** The collected unknown members of an object: how an `extra` member of type `T` is filled and
    written. */
template <class T>
struct extra_codec;

template <>
struct extra_codec<std::vector<std::pair<std::string, std::string>>>
{
    using type = std::vector<std::pair<std::string, std::string>>;

    /** Reads the value of the unknown member `name`. */
    static bool read(cursor& in, std::string_view name, type& out)
    {
        std::string key(name);
        std::string_view text;
        if (!in.charge(sizeof(type::value_type)) || !read_slice(in, text))
            return false;
        auto& member = out.emplace_back();
        member.first = std::move(key);
        member.second = text;
        return true;
    }
    /** Calls `put_name(name)` before each value; writes the values. */
    template <class PutName>
    static bool write(writer& out, type const& value, PutName&& put_name)
    {
        for (auto const& [name, text] : value)
        {
            if (!put_name(std::string_view(name)))
                return false;
            if (!is_json(text))
            {
                out.fail("a text that should be JSON is not");
                return out.why.in_key(name);
            }
            out.put(text);
        }
        return true;
    }
};

namespace detail
{

/** Reads a member's value. @tparam NeverNull It is what is inside an optional. */
template <class T, bool NeverNull>
[[gnu::always_inline]] inline bool read_present(cursor& in, T& out)
{
    if constexpr (NeverNull)
        return codec<typename T::value_type>::read(in, out.emplace());
    else
        return codec<T>::read(in, out);
}

/** The same out of line: members of one type share it, whatever they belong to. */
template <class T, bool NeverNull>
[[gnu::noinline]] bool read_value(cursor& in, T& out)
{
    return detail::read_present<T, NeverNull>(in, out);
}

// What the codec of a described type is made of, with a number for each member that has a name.
template <class D, class Numbers>
struct struct_codec;
template <class D, std::size_t... I>
struct struct_codec<D, std::index_sequence<I...>> : room_writer<D>
{
private:
    static constexpr std::size_t count = sizeof...(I);
    static constexpr std::size_t words = (count + 63) / 64 + (count == 0);
    static constexpr std::size_t rooms[count + 1]{
        (name_literal<D, I>.size + room_of<member_type<D, I>>)..., 2};

    // What the members from one on and the brackets need.
    static constexpr std::size_t room_from(std::size_t first) noexcept
    {
        std::size_t sum = 0;
        for (; first <= count; ++first)
            sum += rooms[first];
        return sum;
    }

    // Where the straight line of read() has got to.
    struct line
    {
        std::uint64_t passed[words]{};
        std::size_t reached = 0;
        bool failed = false;
    };

public:
    static constexpr kinds accepts = kinds::object;

    static bool read(cursor& in, D& out)
    {
        if (in.peek() != '{') [[unlikely]]
            return in.expected("an object");
        if (!in.enter()) [[unlikely]]
            return false;
        ++in.at;
        // First in a straight line: a compact text with the members in their order needs one
        // comparison of constants for each name. An absent member that may be absent is passed;
        // anything else that is not expected goes to the general loop, which knows what was read.
        line state;
        bool const whole = (read_in_line<I>(in, out, state) && ...);
        if (whole && in.peek() == '}') [[likely]]
        {
            // Only members that may be absent have been passed.
            ++in.at;
            in.leave();
            return true;
        }
        if (state.failed) [[unlikely]]
            return in.why.in_member(names[state.reached].name);
        return detail::read_rest(in, &out, plan, state.passed, whole ? count : state.reached);
    }

    /** The names, the brackets and what the members write without asking for room. */
    static constexpr std::size_t room = room_from(0);

    static bool write_in_room(writer& out, D const& value, std::size_t rest)
    {
        // Each member brings its comma; the first one's becomes the bracket. So nobody has to ask
        // whether a member is the first that is written.
        std::size_t const start = out.size();
        if (!(write_member<I>(out, value, rest) && ...)) [[unlikely]]
            return false;
        if constexpr (keeps_extra<D>)
        {
            if (!write_extra(out, value))
                return false;
            out.ensure(rest + 2);
        }
        if (out.size() == start)
            *out.at++ = '{';
        else
            *out.from(start) = '{';
        *out.at++ = '}';
        return true;
    }
    static void estimate(size_estimate& to, D const& value)
    {
        to.need(room);
        to.add((std::size_t{2} + ... + name_literal<D, I>.size));
        (detail::estimate(to, value.*member_pointer<D, I>), ...);
    }

private:
    static_assert(is_proper_table(member_table<D>.data(), count),
        "restbind_members must not name two members alike, and only the last may be "
        "presence::extra");
    static_assert(has_utf8_names(member_table<D>.data(), count), "a member's name must be UTF-8");

    static constexpr member const* names = member_table<D>.data();

    // @returns false when the line ends here.
    template <std::size_t At>
    [[gnu::always_inline]] static bool read_in_line(cursor& in, D& out, line& state)
    {
        constexpr std::size_t skipped = At == 0; // the first member has no comma
        constexpr std::size_t size = name_literal<D, At>.size - skipped;
        if (static_cast<std::size_t>(in.end - in.at) > size &&
            same<size>(in.at, name_literal<D, At>.text + skipped)) [[likely]]
        {
            in.at += size;
            in.skip_space_inside();
            using type = member_type<D, At>;
            static_assert(has_proper_type<type, member_table<D>[At].need>(),
                "presence::optional needs std::optional, presence::optional_nullable std::optional "
                "or restbind::nullable, presence::nullable a type that holds null");
            if (detail::read_present<type, never_null<type>(member_table<D>[At].need)>(
                    in, out.*member_pointer<D, At>)) [[likely]]
                return true;
            state.failed = true;
        }
        else if constexpr (!is_needed(member_table<D>[At]))
        {
            state.passed[At / 64] |= std::uint64_t{1} << (At % 64);
            return true;
        }
        state.reached = At;
        return false;
    }

    // For the general loop.
    static bool read_member(cursor& in, void* object, std::size_t index)
    {
        D& out = *static_cast<D*>(object);
        bool done = false;
        static_cast<void>(
            ((index == I && ((done = detail::read_value<member_type<D, I>,
                                  never_null<member_type<D, I>>(member_table<D>[I].need)>(
                                  in, out.*member_pointer<D, I>)),
                                true)) ||
                ...));
        return done;
    }
    static bool keep_unknown(cursor& in, void* object, std::string_view name)
    {
        if constexpr (keeps_extra<D>)
        {
            using type = member_type<D, count>;
            return extra_codec<type>::read(
                in, name, static_cast<D*>(object)->*member_pointer<D, count>);
        }
        else
            return false;
    }

    static constexpr std::string_view literals[count + 1]{
        std::string_view(name_literal<D, I>.text, name_literal<D, I>.size)..., std::string_view()};
    static constexpr name_slots<count> buckets{names};
    static constexpr object_plan plan{buckets.table(names), count, literals,
        &struct_codec::read_member, keeps_extra<D> ? &struct_codec::keep_unknown : nullptr,
        needed_members<D>.words()};

    template <std::size_t At>
    [[gnu::always_inline]] static bool write_member(
        [[maybe_unused]] writer& out, D const& value, [[maybe_unused]] std::size_t rest)
    {
        using type = member_type<D, At>;
        constexpr member about = member_table<D>[At];
        if constexpr (about.way != direction::answer)
        {
            auto const& source = value.*member_pointer<D, At>;
            if constexpr (about.need == presence::optional ||
                          about.need == presence::optional_nullable)
            {
                if constexpr (is_nullable<type>)
                {
                    if (source.is_absent())
                        return true;
                }
                else if (!source)
                    return true;
            }
            if constexpr (about.need == presence::required && is_box<type>)
                if (!source)
                {
                    out.fail("the required member has no value");
                    return out.why.in_member(names[At].name);
                }
            std::memcpy(out.at, name_literal<D, At>.text, name_literal<D, At>.size);
            out.at += name_literal<D, At>.size;
            constexpr std::size_t behind = room_from(At + 1);
            if (!detail::write_in_room(out, source, rest + behind)) [[unlikely]]
                return out.why.in_member(names[At].name);
        }
        return true;
    }

    static bool write_extra(writer& out, D const& value)
    {
        using type = member_type<D, count>;
        return extra_codec<type>::write(out, value.*member_pointer<D, count>,
            [&](std::string_view name)
            {
                for (std::size_t i = 0; i != count; ++i)
                    if (names[i].name == name)
                    {
                        out.fail("an extra member has the name of a known one");
                        return out.why.in_key(name);
                    }
                out.put(',');
                if (!out.put_string(name))
                    return false;
                out.put(':');
                return true;
            });
    }
};

} // namespace detail

template <described D>
struct codec<D> : detail::struct_codec<D, std::make_index_sequence<detail::named_count<D>>>
{
};

} // namespace restbind::json
