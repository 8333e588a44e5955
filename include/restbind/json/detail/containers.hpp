// SPDX-License-Identifier: BSL-1.0
// Arrays, and objects whose names are data.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/raise.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/object_reader.hpp>
#include <restbind/json/detail/size_bound.hpp>
#include <restbind/json/detail/tokens.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::json
{

/** How the collected unknown members of an object are kept: an `additional_properties` member of
    type `T`.
    @code
    // Reads the value of the member `name`,
    // which lives until a string is read.
    // The path of a failure starts with it.
    static bool read(cursor& in, std::string_view name, T& out);
    // Calls `put_name(name)` before each value; writes the values.
    template <class PutName>
    static bool write(writer& out, T const& value, PutName&& put_name);
    @endcode
*/
template <class T>
struct extra_codec;

namespace detail
{

/** The capacity for the elements that the rest of the text may hold, judged by the average size of
    those read so far: saves the copies of a growing vector. An eighth more, since a vector that is
    one element short is copied whole. Hostile text gets no more space than a small multiple of its
    own size.

    @param first Where the first element starts. The cursor is behind the last one's comma.
    @param read How many elements have been read; 1 at least.
    @param capacity What there is; returned when it is enough.
    @param element_size The size of an element in bytes.
*/
RESTBIND_NOINLINE inline std::size_t capacity_for_rest(cursor const& in, char const* first,
    std::size_t read, std::size_t capacity, std::size_t element_size)
{
    auto const average = static_cast<std::size_t>(in.at - first) / read; // 2 at least
    auto const rest = static_cast<std::size_t>(in.end - in.at);
    std::size_t const likely = rest / average + 1;
    auto const least = [](std::size_t a, std::size_t b) { return a < b ? a : b; };
    std::size_t const most = least(4 * rest, in.memory_left()) / element_size + 1;
    if (capacity - read >= least(likely, most))
        return capacity;
    return read + least(likely + likely / 8, most);
}

/** An object all of whose members are kept as extra_codec keeps them. */
template <class T>
struct members_codec
{
    static constexpr types accepts = types::object;
    static bool read(cursor& in, T& out)
    {
        out.clear();
        return each_member(in,
            [&](std::string_view name)
            {
                auto const start = in.here();
                return extra_codec<T>::read(in, name, out) ||
                       (in.lenient && detail::read_past(in, start, true));
            });
    }
    static bool write(writer& out, T const& value)
    {
        char before = '{';
        bool const done = extra_codec<T>::write(out, value,
            [&](std::string_view name)
            {
                out.put(std::exchange(before, ','));
                if (!out.put_string(name))
                    return out.why.in_key(name);
                out.put(':');
                return true;
            });
        out.put(before == '{' ? "{}" : "}");
        return done;
    }
};

} // namespace detail

template <class T>
struct codec<std::vector<T>> : detail::bounded_writer<std::vector<T>>
{
    static constexpr types accepts = types::array;
    static bool read(cursor& in, std::vector<T>& out)
    {
        if (in.lenient) [[unlikely]]
        {
            if (in.peek() == '[')
                out.clear();
            return detail::read_list_leniently(in, std::addressof(out), sizeof(T),
                [](cursor& at, void* list)
                { return read_element(at, *static_cast<std::vector<T>*>(list)); });
        }
        out.clear();
        char const* const first = in.at + 1;
        // The first element alone is no measure where elements may be labelled or not.
        std::size_t next_look = 1;
        return detail::each_in_brackets(in, '[',
            [&](std::size_t index)
            {
                if (index == next_look) [[unlikely]]
                {
                    take_space(out,
                        detail::capacity_for_rest(in, first, index, out.capacity(), sizeof(T)));
                    next_look *= 8;
                }
                if (in.charge(sizeof(T)) && read_element(in, out)) [[likely]]
                    return true;
                return in.why.in_element(index);
            });
    }

    static constexpr std::size_t space = 2;

    static bool write_unchecked(writer& out, std::vector<T> const& value, std::size_t rest)
    {
        *out.at++ = '[';
        std::size_t const size = value.size();
        for (std::size_t i = 0; i != size; ++i)
        {
            // For the comma, the element, the closing bracket and what follows.
            out.ensure(detail::size_bound_of<T> + 2 + rest);
            if (i != 0)
                *out.at++ = ',';
            if (!detail::write_unchecked<T>(out, value[i], 1 + rest)) [[unlikely]]
                return out.why.in_element(i);
        }
        *out.at++ = ']';
        return true;
    }
    static void estimate(size_estimate& to, std::vector<T> const& value)
    {
        to.add(2 + value.size());
        to.need(detail::size_bound_of<T> + 2);
        if constexpr (requires { codec<T>::likely_size; })
            to.add(value.size() * codec<T>::likely_size);
        else
            for (T const& element : value)
                detail::estimate(to, element);
    }

private:
    // Once for each type: it moves all elements.
    RESTBIND_NOINLINE static void take_space(std::vector<T>& out, std::size_t capacity)
    {
        out.reserve(capacity);
    }

    // On failure `out` has the size it had before, so that it is the index of the element.
    static bool read_element(cursor& in, std::vector<T>& out)
    {
        if constexpr (std::same_as<T, bool>)
        {
            bool element = false;
            if (!codec<T>::read(in, element))
                return false;
            out.push_back(element);
            return true;
        }
        else
        {
            if (out.size() == out.capacity()) [[unlikely]]
                take_space(out, 2 * out.size() + 1);
            if (detail::read_one_of_many(in, restbind::detail::unchecked_append(out))) [[likely]]
                return true;
            out.pop_back();
            return false;
        }
    }
};

namespace detail
{

/** std::map, std::unordered_map and containers like them, with std::string keys. Recognised by
    their members, so that files without a map include none. */
template <class Map>
concept string_map = std::same_as<typename Map::key_type, std::string> &&
    requires(Map& map, std::string name)
{
    map.try_emplace(std::move(name)).first->second;
    typename Map::mapped_type;
};

} // namespace detail

/** An `additional_properties` member whose values are all of one type. A name that appears twice is
    an error. */
template <detail::string_map Map>
struct extra_codec<Map>
{
    using value_type = typename Map::mapped_type;

    static bool read(cursor& in, std::string_view name, Map& out)
    {
        if (!in.charge(sizeof(typename Map::value_type) + 4 * sizeof(void*)))
            return in.why.in_key(name);
        auto const [place, is_new] = out.try_emplace(std::string(name));
        bool const done = is_new ? detail::read_one_of_many(in, place->second)
                                 : in.fail("the member appears twice");
        if (done) [[likely]]
            return true;
        in.why.in_key(place->first);
        if (is_new)
            out.erase(place); // where reading goes on, the entry is left out
        return false;
    }
    template <class PutName>
    static bool write(writer& out, Map const& value, PutName&& put_name)
    {
        for (auto const& [name, element] : value)
        {
            if (!put_name(std::string_view(name)))
                return false;
            if (!codec<value_type>::write(out, element))
                return out.why.in_key(name);
        }
        return true;
    }
};

/** Objects whose names are data. A name that appears twice is an error. */
template <detail::string_map Map>
struct codec<Map> : detail::members_codec<Map>
{
    static void estimate(size_estimate& to, Map const& value)
    {
        to.add(2);
        for (auto const& [name, element] : value)
        {
            to.add(name.size() + 4);
            detail::estimate(to, element);
        }
    }
};

} // namespace restbind::json
