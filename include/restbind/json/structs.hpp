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

#include <array>
#include <cstddef>
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

/** Reads a member's value. Members of one type share this function, whatever they belong to: what
    each of them adds is its place in the object. */
template <class T, bool Null>
[[gnu::noinline]] bool read_value(cursor& in, T& out)
{
    if constexpr (Null)
        return codec<T>::read(in, out);
    else
        return codec<typename T::value_type>::read(in, out.emplace());
}

} // namespace detail

template <described D>
struct codec<D> : detail::room_writer<D>
{
private:
    static constexpr std::size_t count = detail::named_count<D>;

    // Where the straight line of read() has got to.
    struct line
    {
        detail::member_set<count> passed;
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
        bool const whole = read_line(in, out, state, std::make_index_sequence<count>());
        if (whole && in.peek() == '}') [[likely]]
        {
            // Only members that may be absent have been passed.
            ++in.at;
            in.leave();
            return true;
        }
        if (state.failed) [[unlikely]]
            return in.why.in_member(names[state.reached].name);
        return detail::read_rest(
            in, &out, plan, state.passed.words(), whole ? count : state.reached);
    }

    /** The names, the brackets and what the members write without asking for room. */
    static constexpr std::size_t room = []<std::size_t... I>(std::index_sequence<I...>)
    {
        return (std::size_t{2} + ... +
                (detail::name_literal<D, I>.size() + detail::room_of<detail::member_type<D, I>>));
    }
    (std::make_index_sequence<count>());

    static bool write_in_room(writer& out, D const& value, std::size_t rest)
    {
        // Each member brings its comma; the first one's becomes the bracket. So nobody has to ask
        // whether a member is the first that is written.
        std::size_t const start = out.size();
        bool const written = [&]<std::size_t... I>(std::index_sequence<I...>)
        {
            return (write_member<I>(out, value, rest) && ...);
        }
        (std::make_index_sequence<count>());
        if (!written) [[unlikely]]
            return false;
        if constexpr (detail::keeps_extra<D>)
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
        [&]<std::size_t... I>(std::index_sequence<I...>)
        {
            to.add((std::size_t{2} + ... + detail::name_literal<D, I>.size()));
            (detail::estimate(to, value.*detail::member_pointer<D, I>), ...);
        }
        (std::make_index_sequence<count>());
    }

private:
    static_assert(detail::member_table<D>.size() == detail::member_count<D>,
        "restbind_members must have one entry for each described member");
    static_assert(detail::has_proper_table<D>(), "restbind_members must not name two members "
                                                 "alike, and only the last may be presence::extra");
    static_assert(detail::has_utf8_names<D>(), "a member's name must be UTF-8");

    static constexpr member const* names = detail::member_table<D>.data();

    // @returns false when the line ends before the last member.
    template <std::size_t... I>
    [[gnu::always_inline]] static bool read_line(
        cursor& in, D& out, line& state, std::index_sequence<I...>)
    {
        return (read_in_line<I>(in, out, state) && ...);
    }
    // @returns false when the line ends here.
    template <std::size_t I>
    [[gnu::always_inline]] static bool read_in_line(cursor& in, D& out, line& state)
    {
        static constexpr auto const& literal = detail::name_literal<D, I>;
        constexpr std::size_t skipped = I == 0; // the first member has no comma
        constexpr std::size_t size = literal.size() - skipped;
        if (static_cast<std::size_t>(in.end - in.at) > size &&
            detail::same<size>(in.at, literal.data() + skipped)) [[likely]]
        {
            in.at += size;
            in.skip_space_inside();
            if (read_one<I>(in, out)) [[likely]]
                return true;
            state.failed = true;
        }
        else if constexpr (!detail::needed_members<D>.contains(I))
        {
            state.passed.insert(I);
            return true;
        }
        state.reached = I;
        return false;
    }

    template <std::size_t I>
    [[gnu::always_inline]] static bool read_one(cursor& in, D& out)
    {
        static_assert(detail::has_proper_type<D, I>(),
            "presence::optional needs std::optional, presence::optional_nullable std::optional or "
            "restbind::nullable, "
            "presence::nullable a type that holds null");
        using type = detail::member_type<D, I>;
        auto& target = out.*detail::member_pointer<D, I>;
        if constexpr (detail::never_null<D, I>)
            return codec<typename type::value_type>::read(in, target.emplace());
        else
            return codec<type>::read(in, target);
    }

    // For the general loop.
    template <std::size_t I>
    static bool read_member(cursor& in, void* object)
    {
        return detail::read_value<detail::member_type<D, I>, !detail::never_null<D, I>>(
            in, static_cast<D*>(object)->*detail::member_pointer<D, I>);
    }
    static bool keep_unknown(cursor& in, void* object, std::string_view name)
    {
        if constexpr (detail::keeps_extra<D>)
        {
            using type = detail::member_type<D, count>;
            return extra_codec<type>::read(
                in, name, static_cast<D*>(object)->*detail::member_pointer<D, count>);
        }
        else
            return false;
    }

    template <std::size_t... I>
    static constexpr auto make_readers(std::index_sequence<I...>)
    {
        return std::array<bool (*)(cursor&, void*), count + 1>{&codec::read_member<I>..., nullptr};
    }
    template <std::size_t... I>
    static constexpr auto make_literals(std::index_sequence<I...>)
    {
        return std::array<std::string_view, count + 1>{
            std::string_view(
                detail::name_literal<D, I>.data(), detail::name_literal<D, I>.size())...,
            std::string_view()};
    }
    static constexpr auto readers = make_readers(std::make_index_sequence<count>());
    static constexpr auto literals = make_literals(std::make_index_sequence<count>());
    static constexpr detail::name_slots<count> buckets{names};
    static constexpr detail::object_plan plan{buckets.table(names), count, literals.data(),
        readers.data(), detail::keeps_extra<D> ? &codec::keep_unknown : nullptr,
        detail::needed_members<D>.words()};

    template <std::size_t I>
    [[gnu::always_inline]] static bool write_member(
        [[maybe_unused]] writer& out, D const& value, [[maybe_unused]] std::size_t rest)
    {
        if constexpr (detail::member_table<D>[I].way == direction::answer)
            return true;
        else
            return write_sent<I>(out, value, rest);
    }
    template <std::size_t I>
    [[gnu::always_inline]] static bool write_sent(writer& out, D const& value, std::size_t rest)
    {
        using type = detail::member_type<D, I>;
        constexpr presence need = detail::member_table<D>[I].need;
        auto const& source = value.*detail::member_pointer<D, I>;
        if constexpr (need == presence::optional || need == presence::optional_nullable)
        {
            if constexpr (detail::is_nullable<type>)
            {
                if (source.is_absent())
                    return true;
            }
            else if (!source)
                return true;
        }
        if constexpr (need == presence::required && detail::is_box<type>)
            if (!source)
            {
                out.fail("the required member has no value");
                return out.why.in_member(names[I].name);
            }
        static constexpr auto const& literal = detail::name_literal<D, I>;
        std::memcpy(out.at, literal.data(), literal.size());
        out.at += literal.size();
        if (detail::write_in_room(out, source, rest + room_after<I>())) [[likely]]
            return true;
        return out.why.in_member(names[I].name);
    }
    // What the members behind I and the closing bracket need.
    template <std::size_t I>
    static constexpr std::size_t room_after()
    {
        if constexpr (I + 1 == count)
            return 2;
        else
            return room_after<I + 1>() + detail::name_literal<D, I + 1>.size() +
                   detail::room_of<detail::member_type<D, I + 1>>;
    }

    static bool write_extra(writer& out, D const& value)
    {
        using type = detail::member_type<D, count>;
        return extra_codec<type>::write(out, value.*detail::member_pointer<D, count>,
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

} // namespace restbind::json
