// Objects: described types.
#pragma once

#include <restbind/json/codec.hpp>
#include <restbind/json/members.hpp>
#include <restbind/json/raw.hpp>
#include <restbind/json/read_string.hpp>
#include <restbind/json/skip.hpp>

#include <array>
#include <cstddef>
#include <cstring>
#include <span>
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
        out.emplace_back(std::move(key), std::string(text));
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

inline constexpr std::size_t unknown_member = static_cast<std::size_t>(-1);

/** Reads a member's name and the colon, and finds the member. Members mostly come in their own
   order, so `likely` is tried before the name is even looked at.

    @param index Set to unknown_member when no member has the name; `name` is then that name.
*/
inline bool read_member_name(cursor& in, std::span<member const> table, std::size_t likely,
    std::size_t& index, std::string_view& name)
{
    index = unknown_member;
    if (likely < table.size())
    {
        std::string_view const guess = table[likely].name;
        if (static_cast<std::size_t>(in.end - in.at) > guess.size() + 1 && in.at[0] == '"' &&
            in.at[guess.size() + 1] == '"' &&
            std::memcmp(in.at + 1, guess.data(), guess.size()) == 0)
        {
            index = likely;
            in.at += guess.size() + 2;
        }
    }
    if (index == unknown_member)
    {
        if (!read_text(in, name, "a member name"))
            return false;
        // From the likely one on: an absent optional member is passed with one comparison.
        for (std::size_t n = 0, i = likely; n != table.size(); ++n, ++i)
        {
            i = i >= table.size() ? 0 : i;
            if (table[i].name == name)
            {
                index = i;
                break;
            }
        }
    }
    in.skip_space();
    if (!in.skip(':'))
        return in.expected("':'");
    in.skip_space();
    return true;
}

inline bool fail_duplicate(cursor& in, char const* name_at, std::string_view name)
{
    in.at = name_at;
    in.fail("the member \"" + std::string(name) + "\" appears twice");
    return in.why.in_member(name);
}

inline bool fail_missing(cursor& in, std::string_view name)
{
    in.fail("the required member \"" + std::string(name) + "\" is missing");
    return in.why.in_member(name);
}

} // namespace detail

template <described D>
struct codec<D>
{
    static constexpr kinds accepts = kinds::object;

    static bool read(cursor& in, D& out)
    {
        if (in.peek() != '{')
            return in.expected("an object");
        if (!in.enter())
            return false;
        ++in.at;
        in.skip_space();

        detail::member_set<count> seen;
        std::size_t likely = 0;
        if (in.peek() != '}')
            for (;;)
            {
                char const* const name_at = in.at;
                std::size_t index = 0;
                std::string_view name;
                if (!detail::read_member_name(in, names(), likely, index, name))
                    return false;
                if (index == detail::unknown_member)
                {
                    if (!read_unknown(in, out, name))
                        return false;
                }
                else
                {
                    if (!seen.insert(index))
                        return detail::fail_duplicate(in, name_at, names()[index].name);
                    if (!read_member(in, out, index))
                        return in.why.in_member(names()[index].name);
                    likely = index + 1;
                }
                in.skip_space();
                if (in.skip(','))
                {
                    in.skip_space();
                    continue;
                }
                if (in.peek() != '}')
                    return in.expected("',' or '}'");
                break;
            }

        if (!seen.includes(detail::needed_members<D>))
            for (std::size_t i = 0; i != count; ++i)
                if (detail::needed_members<D>.contains(i) && !seen.contains(i))
                    return detail::fail_missing(in, names()[i].name);
        ++in.at;
        in.leave();
        return true;
    }

    static bool write(writer& out, D const& value)
    {
        out.put('{');
        bool first = true;
        bool const written = [&]<std::size_t... I>(std::index_sequence<I...>)
        {
            return (write_member<I>(out, value, first) && ...);
        }
        (std::make_index_sequence<count>());
        if (!written)
            return false;
        if constexpr (detail::keeps_extra<D>)
            if (!write_extra(out, value, first))
                return false;
        out.put('}');
        return true;
    }

private:
    static constexpr std::size_t count = detail::named_count<D>;

    static_assert(detail::member_table<D>.size() == detail::member_count<D>,
        "restbind_members must have one entry for each described member");
    static_assert(detail::has_proper_table<D>(), "restbind_members must not name two members "
                                                 "alike, and only the last may be presence::extra");

    static std::span<member const> names() noexcept
    {
        return std::span<member const>(detail::member_table<D>.data(), count);
    }

    template <std::size_t I>
    static bool read_one(cursor& in, D& out)
    {
        static_assert(detail::has_proper_type<D, I>(),
            "presence::optional needs std::optional, presence::optional_nullable std::optional or "
            "restbind::nullable, "
            "presence::nullable a type that holds null");
        using type = detail::member_type<D, I>;
        auto& target = out.*detail::member_pointer<D, I>;
        if constexpr (detail::member_table<D>[I].need == presence::optional)
            return codec<typename type::value_type>::read(
                in, target.emplace()); // null is no value here
        else
            return codec<type>::read(in, target);
    }
    static bool read_member(cursor& in, D& out, std::size_t index)
    {
        if constexpr (count == 0)
            return false;
        else
        {
            static constexpr auto readers = []<std::size_t... I>(std::index_sequence<I...>)
            {
                return std::array<bool (*)(cursor&, D&), count>{&codec::read_one<I>...};
            }
            (std::make_index_sequence<count>());
            return readers[index](in, out);
        }
    }
    static bool read_unknown(cursor& in, [[maybe_unused]] D& out, std::string_view name)
    {
        if constexpr (detail::keeps_extra<D>)
        {
            using type = detail::member_type<D, count>;
            std::string const key(name); // reading the value may overwrite `name`
            return extra_codec<type>::read(in, key, out.*detail::member_pointer<D, count>) ||
                   in.why.in_key(key);
        }
        else
        {
            // `name` may stand in the scratch text, which skipping leaves alone.
            return skip_value(in) || in.why.in_key(name);
        }
    }

    template <std::size_t I>
    static bool write_member(writer& out, D const& value, bool& first)
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
        std::string_view const name = names()[I].name;
        if (!std::exchange(first, false))
            out.put(',');
        return (out.put_string(name) && (out.put(':'), codec<type>::write(out, source))) ||
               out.why.in_member(name);
    }
    static bool write_extra(writer& out, D const& value, bool& first)
    {
        using type = detail::member_type<D, count>;
        return extra_codec<type>::write(out, value.*detail::member_pointer<D, count>,
            [&](std::string_view name)
            {
                for (member const& known : names())
                    if (known.name == name)
                    {
                        out.fail("an extra member has the name of a known one");
                        return out.why.in_key(name);
                    }
                if (!std::exchange(first, false))
                    out.put(',');
                if (!out.put_string(name))
                    return false;
                out.put(':');
                return true;
            });
    }
};

} // namespace restbind::json
