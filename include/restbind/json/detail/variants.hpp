// SPDX-License-Identifier: BSL-1.0
// A value of one of several types, told apart by the JSON type of the text.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/discriminated.hpp>
#include <restbind/core/required_variant.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/object_choice.hpp>
#include <restbind/json/detail/object_reader.hpp>
#include <restbind/json/detail/optionals.hpp>
#include <restbind/json/detail/read_number.hpp>
#include <restbind/json/detail/size_bound.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

/** The JSON type of the value that starts with `c`; for a number integer | number. */
constexpr types type_of_value(char c) noexcept
{
    switch (c)
    {
    case 'n':
        return types::null;
    case 't':
    case 'f':
        return types::boolean;
    case '"':
        return types::string;
    case '[':
        return types::array;
    case '{':
        return types::object;
    default:
        return c == '-' || restbind::detail::is_digit(c) ? types::integer | types::number
                                                         : types::none;
    }
}

inline constexpr std::size_t no_alternative = (std::numeric_limits<std::size_t>::max)();

/** True when no two alternatives take the same JSON type, except for integers beside all numbers,
    and for objects, lists and strings, of which those that can be read are told apart by that. */
constexpr bool are_distinct(types const* sets, std::size_t count) noexcept
{
    for (std::size_t i = 0; i != count; ++i)
        for (std::size_t j = i + 1; j != count; ++j)
        {
            types const both = sets[i] & sets[j];
            bool const integer_and_number =
                both == types::integer &&
                overlap(sets[i], types::number) != overlap(sets[j], types::number);
            bool const tried = both != types::none &&
                               (both & (types::object | types::array | types::string)) == both;
            if (both != types::none && !tried && !integer_and_number)
                return false;
        }
    return true;
}

/** The first alternative that takes `wanted` and does not take `unwanted`. */
constexpr std::size_t find_alternative(
    types const* sets, std::size_t count, types wanted, types unwanted = types::none) noexcept
{
    for (std::size_t i = 0; i != count; ++i)
        if (overlap(sets[i], wanted) && !overlap(sets[i], unwanted))
            return i;
    return no_alternative;
}

/** "a string or an integer", for an error. */
RESTBIND_COLD RESTBIND_NOINLINE inline std::string names_of(types set)
{
    static constexpr std::pair<types, std::string_view> names[] = {
        {types::boolean, "true or false"}, {types::number, "a number"},
        {types::integer, "an integer"}, {types::string, "a string"}, {types::array, "an array"},
        {types::object, "an object"}, {types::null, "null"}};
    std::string text;
    for (auto const& [kind, name] : names)
    {
        bool const said = kind == types::integer && overlap(set, types::number);
        if (overlap(set, kind) && !said)
            text.append(text.empty() ? "" : " or ").append(name);
    }
    return text;
}

/** What an alternative takes among others. Where a file stands beside a text, which only a form can
    tell apart, JSON is the text. */
template <class T, class... All>
inline constexpr types accepts_among = []
{
    bool const is_file = std::is_same_v<T, file>;
    bool const has_text =
        ((!std::is_same_v<All, file> && overlap(codec<All>::accepts, types::string)) || ...);
    return is_file && has_text ? types::none : codec<T>::accepts;
}();

/** Keeps a value as its text after all alternatives have failed, unless a limit was passed. If the
    text is not JSON, the failure that is reported is the one that came later in it. */
RESTBIND_COLD RESTBIND_NOINLINE inline bool keep_text(
    cursor& in, std::string& out, cursor::mark const& start)
{
    if (in.why.kind != error_kind::invalid_response)
        return false;
    failure known = std::move(in.why);
    in.look_back(start);
    bool const done = read_text_of_value(in, out);
    if (!done && in.why.offset <= known.offset)
        in.why = std::move(known);
    return done;
}

/** The places of skipped members, in the order of the text. */
struct skipped_members : skip_log
{
    std::size_t base = 0; ///< how many were skipped before the first
    std::vector<char const*> names;

    skipped_members() noexcept
    : skip_log{[](skip_log& log, char const* name, std::size_t before)
          {
              auto& all = static_cast<skipped_members&>(log);
              all.names.resize(before - all.base);
              all.names.push_back(name);
          }}
    {
    }
};

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

/** Objects or lists of anything. */
template <class T>
inline constexpr bool is_open_json = overlap(codec<T>::accepts, types::object | types::array) &&
                                     !described<T> && !map_of_texts<T> && !is_vector<T>;

// What the codec of a variant is made of, with a number for each alternative.
template <class Variant, class Numbers, class... T>
struct variant_codec;
template <class Variant, std::size_t... I, class... T>
struct variant_codec<Variant, std::index_sequence<I...>, T...> : bounded_writer<Variant>
{
    using variant = Variant;

    static constexpr std::size_t count = sizeof...(T);
    static constexpr types sets[count]{accepts_among<T, T...>...};
    static_assert(
        are_distinct(sets, count), "the alternatives of a variant must have different JSON types");
    static constexpr types accepts = (codec<T>::accepts | ...);

    static bool read(cursor& in, variant& out)
    {
        if constexpr ((std::is_same_v<T, unknown_value> || ...))
            return read_or_keep(in, out);
        else
            return read_known(in, out);
    }

    static constexpr std::size_t space = largest_bound_of<0, T...>;

    static bool write_unchecked(writer& out, variant const& value, std::size_t rest)
    {
        bool written = false;
        bool const known =
            ((value.index() == I &&
                 ((written = detail::write_unchecked(out, *std::get_if<I>(&value), rest)), true)) ||
                ...);
        return known ? written : out.fail("a variant without a value");
    }
    static void estimate(size_estimate& to, variant const& value)
    {
        ((value.index() == I ? detail::estimate(to, *std::get_if<I>(&value)) : void()), ...);
    }

private:
    // What cannot be read as any other alternative is kept as it is. That counts like a member
    // that is lost: where the value stands in one of several alternatives, one that knows it fits
    // better.
    static bool read_or_keep(cursor& in, variant& out)
    {
        auto const start = in.here();
        if (read_known(in, out))
            return true;
        if (!keep_text(in, out.template emplace<unknown_value>().json, start))
            return false;
        in.note_skipped(start.at);
        in.kept = true;
        return true;
    }
    static bool read_known(cursor& in, variant& out)
    {
        types const kind = type_of_value(in.peek());
        constexpr std::size_t integer_only =
            find_alternative(sets, count, types::integer, types::number);
        constexpr std::size_t any_number = find_alternative(sets, count, types::number);
        if constexpr (object_count > 1)
            if (kind == types::object)
                return read_object(in, out);
        if constexpr (count_of(types::array) > 1)
            if (kind == types::array)
                return read_in_turn(in, out, kind);
        if constexpr (count_of(types::string) > 1)
            if (kind == types::string)
                return read_in_turn(in, out, kind);
        if (kind != (types::integer | types::number))
            return read_at(in, out, find_alternative(sets, count, kind));
        if constexpr (integer_only == no_alternative || any_number == no_alternative)
            return read_at(in, out, integer_only != no_alternative ? integer_only : any_number);
        else
        {
            char const* const first = in.at;
            number_token token;
            if (!read_number(in, token, "a number"))
                return false;
            in.at = first;
            if (token.whole)
            {
                if (read_at(in, out, integer_only))
                    return true;
                in.at = first;
                in.why = {};
            }
            return read_at(in, out, any_number);
        }
    }

    static constexpr std::size_t count_of(types kind) noexcept
    {
        return (std::size_t{overlap(codec<T>::accepts, kind)} + ...);
    }
    static constexpr std::size_t object_count = count_of(types::object);

    // Alternatives are read as they are first. Where what they hold was kept as JSON, the one that
    // was read is read again, leniently.
    static leniency* take_leniency(cursor& in) noexcept
    {
        in.kept = in.kept && !in.lenient;
        return std::exchange(in.lenient, nullptr);
    }

    // The first alternative that can be read; the failure told is that of the likeliest, which is
    // also the one that is read leniently if none can be read as it is.
    static bool read_object(cursor& in, variant& out)
    {
        object_choice<variant, T...> const choice(in);
        auto const order = choice.order();
        auto const start = in.here();
        if (in.lenient && !choice.is_whole()) [[unlikely]]
            return read_at(in, out, order.front()); // it names the place
        leniency* const lenient = take_leniency(in);
        bool done = read_at(in, out, order.front());
        failure likeliest;
        if (!done) [[unlikely]]
            likeliest = in.why;
        for (std::size_t i = 1; !done && i != order.size() && in.try_again(start); ++i)
            done = read_at(in, out, order[i]);
        if (done && in.skipped != start.skipped && !choice.is_named()) [[unlikely]]
            if (in.skipped - start.skipped > choice.lost(out.index())) // below its members
                done = read_without_loss(in, out, order, start);
        std::size_t const said = choice.is_named() || !done ? order.front() : out.index();
        if (done && out.index() != said) [[unlikely]]
            in.kept = true; // as an object of any members, although the document says what it is
        in.lenient = lenient;
        return finish(in, out, done, said, start, likeliest);
    }
    // What was read is read again leniently where something in it was kept as JSON; where nothing
    // could be read, the likeliest one is.
    RESTBIND_ALWAYS_INLINE static bool finish(cursor& in, variant& out, bool done,
        std::size_t index, cursor::mark const& start, failure& why)
    {
        if (done && in.lenient && in.kept && in.may_read_again(start)) [[unlikely]]
        {
            in.look_back(start);
            return read_at(in, out, index);
        }
        return done || read_likeliest(in, out, index, start, std::move(why));
    }
    // What was read has lost members: the first alternative that loses nothing which another one
    // keeps takes its place; where there is none, or too much was read again, open JSON does. `out`
    // stays if it is that one, or if nothing is open. Attempts do not look for what is best below
    // them: all of them lose the same there.
    RESTBIND_COLD RESTBIND_NOINLINE static bool read_without_loss(
        cursor& in, variant& out, std::span<std::size_t const> order, cursor::mark const& start)
    {
        static constexpr bool is_open[count]{is_open_json<T>...};
        // What stands for objects of no known kind keeps everything, and is none of those that fit.
        static constexpr bool is_spare[count]{is_open_json<T> &&
            overlap(codec<T>::accepts, types::object) && !lists_open_object<variant>...};
        if (in.skips)
            return true;
        bool const is_in_time = in.may_read_again(start);
        auto const end = in.here();
        variant known = std::move(out);
        skipped_members lost[count];
        bool fits[count]{};
        for (std::size_t const i : order)
        {
            fits[i] = is_open[i] && !is_spare[i];
            if (is_open[i] || !is_in_time)
                continue;
            in.look_back(start);
            lost[i].base = start.skipped;
            in.skips = &lost[i];
            fits[i] = read_at(in, out, i);
            in.skips = nullptr;
            lost[i].names.resize(in.skipped - start.skipped);
        }
        auto const loses_nothing = [&](std::size_t one)
        {
            auto const keeps_more = [&](std::size_t other)
            { return fits[other] && !std::ranges::includes(lost[other].names, lost[one].names); };
            return fits[one] && std::ranges::none_of(order, keeps_more);
        };
        auto const best = std::ranges::find_if(order, loses_nothing);
        auto const open = std::ranges::find_if(order, [](std::size_t i) { return is_open[i]; });
        std::size_t const chosen = best != order.end()   ? *best
                                   : open != order.end() ? *open
                                                         : unknown_place;
        in.look_back(start);
        if (chosen != known.index() && chosen != count)
            return read_at(in, out, chosen);
        out = std::move(known);
        in.look_back(end);
        return true;
    }
    // The alternative for what fits no other one, if there is one.
    static constexpr std::size_t unknown_place = []
    {
        std::size_t place = count;
        ((std::is_same_v<T, unknown_value> ? void(place = I) : void()), ...);
        return place;
    }();
    RESTBIND_COLD RESTBIND_NOINLINE static bool read_likeliest(
        cursor& in, variant& out, std::size_t index, cursor::mark const& start, failure why)
    {
        if (in.lenient && in.try_again(start))
            return read_at(in, out, index);
        in.why = std::move(why);
        return false;
    }

    // The first alternative that can be read, unless it loses what another one keeps; the failure
    // told is the one that came latest in the text, and that alternative is the likeliest.
    static bool read_in_turn(cursor& in, variant& out, types kind)
    {
        auto const start = in.here();
        leniency* const lenient = take_leniency(in);
        failure furthest;
        std::size_t likeliest = 0;
        std::size_t order[count];
        std::size_t tried = 0;
        bool done = false;
        for (std::size_t i = 0; !done && i != count; ++i)
        {
            if (!overlap(sets[i], kind))
                continue;
            if (tried != 0 && !in.try_again(start))
                break;
            done = read_at(in, out, i);
            order[tried++] = i;
            if (!done && (tried == 1 || in.why.offset > furthest.offset))
            {
                furthest = in.why;
                likeliest = i;
            }
        }
        if (done && in.skipped != start.skipped) [[unlikely]]
        {
            std::size_t size = 0;
            for (std::size_t i = order[tried - 1]; i != count; ++i)
                if (overlap(sets[i], kind))
                    order[size++] = i;
            done = size == 1 || read_without_loss(in, out, {order, size}, start);
        }
        in.lenient = lenient;
        if (!done)
            furthest.text += "; none of " + std::to_string(tried) + " alternatives fits";
        return finish(in, out, done, done ? out.index() : likeliest, start, furthest);
    }

    static bool read_at(cursor& in, variant& out, std::size_t index)
    {
        bool done = false;
        bool const known =
            ((index == I &&
                 ((done = detail::read_one_of_many(in, out.template emplace<I>())), true)) ||
                ...);
        return known ? done : in.expected(names_of(accepts));
    }
};

} // namespace detail

/** The alternatives must differ in their JSON types, except that one may take integers and another
    all numbers: then a number without point and exponent goes to the former if it fits there.
    Several may be objects: the discriminator tells which one it is, or else the members do. And
    several may be lists or strings: the first that can be read is it. */
template <class... T>
struct codec<std::variant<T...>>
: detail::variant_codec<std::variant<T...>, std::index_sequence_for<T...>, T...>
{
};

/** The same, with a discriminator of its own. */
template <place_name Place, class... T>
struct codec<discriminated<Place, std::variant<T...>>>
: detail::variant_codec<discriminated<Place, std::variant<T...>>, std::index_sequence_for<T...>,
      T...>
{
};

/** The same. What was never set cannot be written. */
template <class Variant>
struct codec<required_variant<Variant>> : detail::bounded_writer<required_variant<Variant>>
{
    static constexpr types accepts = codec<Variant>::accepts;
    static constexpr std::size_t space = codec<Variant>::space;

    static bool read(cursor& in, required_variant<Variant>& out)
    {
        return codec<Variant>::read(in, out.set());
    }
    static bool write_unchecked(
        writer& out, required_variant<Variant> const& value, std::size_t rest)
    {
        return value.is_set() ? codec<Variant>::write_unchecked(out, value, rest)
                              : out.fail("none of the alternatives was set");
    }
    static void estimate(size_estimate& to, required_variant<Variant> const& value)
    {
        codec<Variant>::estimate(to, value);
    }
};

} // namespace restbind::json
