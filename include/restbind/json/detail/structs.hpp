// SPDX-License-Identifier: BSL-1.0
// Objects: described types.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/containers.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/detail/names.hpp>
#include <restbind/json/detail/object_reader.hpp>
#include <restbind/json/detail/optionals.hpp>
#include <restbind/json/detail/scalars.hpp>
#include <restbind/json/detail/size_bound.hpp>
#include <restbind/json/detail/tokens.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::json
{

template <>
struct extra_codec<std::vector<std::pair<std::string, std::string>>>
{
    using type = std::vector<std::pair<std::string, std::string>>;

    static bool read(cursor& in, std::string_view name, type& out)
    {
        std::string_view text;
        // This leaves the scratch text, to which `name` may point, unchanged.
        if (!in.charge(sizeof(type::value_type)) || !read_slice(in, text))
            return in.why.in_key(name);
        out.emplace_back(name, text);
        return true;
    }
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

/** Makes what the value of a member is read into. @tparam NeverNull It is what is inside an
    optional. */
template <bool NeverNull, class T>
RESTBIND_ALWAYS_INLINE inline auto& make_value_in(T& member)
{
    if constexpr (NeverNull)
        return member.emplace();
    else
        return member;
}

/** The type of that. */
template <class T, bool NeverNull>
using value_type_in =
    std::remove_reference_t<decltype(detail::make_value_in<NeverNull>(std::declval<T&>()))>;

/** Reads a value. @tparam ByOwnCode See has_own_code. */
template <bool ByOwnCode, class T>
RESTBIND_ALWAYS_INLINE inline bool read_by(cursor& in, T& out)
{
    if constexpr (ByOwnCode)
        return detail::read_one_of_many(in, out);
    else
        return codec<T>::read(in, out);
}

/** Types whose values keep what they hold when they cannot be read, while reading goes on. */
template <class T>
inline constexpr bool is_set_when_read = has_own_code<T> || std::floating_point<T> || integer<T> ||
                                         std::same_as<T, std::string> || std::same_as<T, decimal>;

template <class T>
inline constexpr bool is_set_when_read<std::vector<T>> = true;

/** Reads the value of a member leniently: the member is left as it is if it cannot be read. */
template <class T, bool NeverNull, bool ByOwnCode>
RESTBIND_COLD RESTBIND_NOINLINE bool read_value_leniently(cursor& in, T& out)
{
    if constexpr (NeverNull) // where there is no default
    {
        bool const done = detail::read_by<ByOwnCode>(in, out.emplace());
        if (!done)
            out.reset();
        return done;
    }
    else
    {
        T value{};
        bool const done = detail::read_by<ByOwnCode>(in, value);
        if (done)
            out = std::move(value);
        return done;
    }
}

/** Reads the value of a member out of line: members of one type share it, whatever they belong to.
 */
template <class T, bool NeverNull, bool ByOwnCode>
RESTBIND_NOINLINE bool read_value(cursor& in, T& out)
{
    if constexpr (!is_set_when_read<T>)
        if (in.lenient) [[unlikely]]
            return detail::read_value_leniently<T, NeverNull, ByOwnCode>(in, out);
    return detail::read_by<ByOwnCode>(in, detail::make_value_in<NeverNull>(out));
}

// What the codec of a described type is made of, with a number for each member that has a name.
template <class D, class Numbers>
struct struct_codec;
template <class D, std::size_t... I>
struct struct_codec<D, std::index_sequence<I...>> : bounded_writer<D>
{
private:
    static constexpr std::size_t count = sizeof...(I);
    static constexpr std::size_t words = words_for(count);
    static constexpr std::size_t spaces[count + 1]{
        (name_literal<D, I>.size + size_bound_of<member_type<D, I>>)..., 2};

    // What the members from one on and the brackets need.
    static constexpr std::size_t space_from(std::size_t first) noexcept
    {
        std::size_t sum = 0;
        for (; first <= count; ++first)
            sum += spaces[first];
        return sum;
    }

    // How far read_one_of_many() has come in the order of the members.
    struct line
    {
        std::uint64_t passed[words]{};
        std::size_t reached = 0;
        bool failed = false;
    };

public:
    static constexpr types accepts = types::object;

    static bool read(cursor& in, D& out)
    {
        (clear<I>(out), ...);
        std::uint64_t passed[words]{};
        return detail::read_object(in, std::addressof(out), plan<false>, passed);
    }

    /** The same by code of the type's own, in which each name is a constant. It takes a quarter to
        nearly half less time, for some 280 bytes of code a member: spent on the objects of which a
        text may hold many. */
    static bool read_one_of_many(cursor& in, D& out)
    {
        if (in.lenient) [[unlikely]]
            return read_leniently(in, out);
        if (in.peek() != '{') [[unlikely]]
            return in.expected("an object");
        if (!in.enter()) [[unlikely]]
            return false;
        (clear<I>(out), ...);
        ++in.at;
        // First the members in their order, without a table. This stops at once where the first
        // member is absent, because the names of the others are compared together with their
        // commas.
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
            return in.why.in_member(name_of(state.reached));
        return detail::read_rest(
            in, std::addressof(out), plan<true>, state.passed, whole ? count : state.reached);
    }

    /** The names, the brackets and what the members write without asking for space. */
    static constexpr std::size_t space = space_from(0);

    static bool write_unchecked(writer& out, D const& value, std::size_t rest)
    {
        // Each member is written with a comma in front; the first comma is then replaced by the
        // bracket. So no member has to check whether it is the first.
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
        to.need(space);
        to.add((std::size_t{2} + ... + name_literal<D, I>.size));
        (detail::estimate(to, value.*member_pointer<D, I>), ...);
    }

private:
    static_assert(is_proper_table(member_table<D>.data(), count),
        "restbind_members must not name two members alike, and only the last may be "
        "presence::additional_properties");
    static_assert(has_utf8_names(member_table<D>.data(), count), "a member's name must be UTF-8");

    static constexpr name_texts_of<count, name_texts_size(member_table<D>.data(), count)> texts{
        member_table<D>.data()};
    static constexpr std::string_view name_of(std::size_t i) noexcept
    {
        return texts.texts().name(i);
    }

    template <std::size_t At>
    RESTBIND_ALWAYS_INLINE static void clear(D& out)
    {
        if constexpr (member_table<D>[At].starts_set)
            (out.*member_pointer<D, At>).reset();
    }

    // The objects of which a text may hold many, which are read by the table, too.
    RESTBIND_COLD RESTBIND_NOINLINE static bool read_leniently(cursor& in, D& out)
    {
        (clear<I>(out), ...);
        std::uint64_t seen[words]{};
        return detail::read_object_leniently(in, std::addressof(out), plan<true>, seen);
    }

    // @returns false when the members are in another order from here on.
    template <std::size_t At>
    RESTBIND_ALWAYS_INLINE static bool read_in_line(cursor& in, D& out, line& state)
    {
        constexpr std::size_t skipped = At == 0; // the first member has no comma
        constexpr std::size_t size = name_literal<D, At>.size - skipped;
        if (static_cast<std::size_t>(in.end - in.at) > size &&
            same<size>(in.at, name_literal<D, At>.text + skipped)) [[likely]]
        {
            in.at += size;
            in.skip_space_inside();
            using type = member_type<D, At>;
            auto& value = detail::make_value_in<never_null<type>(member_table<D>[At].presence)>(
                out.*member_pointer<D, At>);
            if (detail::read_one_of_many(in, value)) [[likely]]
                return true;
            state.failed = true;
        }
        else if constexpr (At != 0 && !is_needed(member_table<D>[At]))
        {
            set_bit(state.passed, At);
            return true;
        }
        state.reached = At;
        return false;
    }

    // By the table.
    template <std::size_t At, bool OfMany>
    RESTBIND_ALWAYS_INLINE static bool read_numbered(cursor& in, D& out)
    {
        using type = member_type<D, At>;
        constexpr bool inside = never_null<type>(member_table<D>[At].presence);
        static_assert(has_proper_type<type, member_table<D>[At].presence>(),
            "presence::optional needs std::optional, presence::optional_nullable std::optional or "
            "restbind::nullable, presence::nullable a type that holds null");
        constexpr bool own_code = OfMany && has_own_code<value_type_in<type, inside>>;
        return detail::read_value<type, inside, own_code>(in, out.*member_pointer<D, At>);
    }
    template <bool OfMany>
    static bool read_member(cursor& in, void* object, std::size_t index)
    {
        D& out = *static_cast<D*>(object);
        bool done = false;
        static_cast<void>(
            ((index == I && ((done = read_numbered<I, OfMany>(in, out)), true)) || ...));
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

    static constexpr name_slots<count> buckets{member_table<D>.data()};
    template <bool OfMany>
    static constexpr object_plan plan{buckets.table(texts.texts()), count,
        &struct_codec::read_member<OfMany>, keeps_extra<D> ? &struct_codec::keep_unknown : nullptr,
        needed_members<D>.data()};

    template <std::size_t At>
    RESTBIND_ALWAYS_INLINE static bool write_member(
        [[maybe_unused]] writer& out, D const& value, [[maybe_unused]] std::size_t rest)
    {
        using type = member_type<D, At>;
        constexpr member about = member_table<D>[At];
        if constexpr (about.access != access_mode::read_only)
        {
            if constexpr (is_hidden(about))
                if (out.hides_secrets)
                    return true;
            auto const& source = value.*member_pointer<D, At>;
            if constexpr (about.presence == presence::optional ||
                          about.presence == presence::optional_nullable)
            {
                if constexpr (is_nullable<type>)
                {
                    if (source.is_absent())
                        return true;
                }
                else if (!source)
                    return true;
            }
            if constexpr (about.presence == presence::required && is_box<type>)
                if (!source)
                {
                    out.fail("the required member has no value");
                    return out.why.in_member(name_of(At));
                }
            std::memcpy(out.at, name_literal<D, At>.text, name_literal<D, At>.size);
            out.at += name_literal<D, At>.size;
            constexpr std::size_t behind = space_from(At + 1);
            if (!detail::write_unchecked(out, source, rest + behind)) [[unlikely]]
                return out.why.in_member(name_of(At));
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
                    if (name_of(i) == name)
                    {
                        out.fail("an additional property has the name of a known one");
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
