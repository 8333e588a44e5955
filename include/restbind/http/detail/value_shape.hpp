// What a value consists of where it is not written as JSON: a text, a list, or names with values.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/detail/is_variant.hpp>
#include <restbind/core/detail/member.hpp>
#include <restbind/http/detail/parameter_text.hpp>
#include <restbind/json/detail/members.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace restbind::http
{

/** How a type that is neither described nor one of this library is looked at. Specialise it with
    @code
    template <class Sink> static void show(Sink&& sink, T const& value);
    @endcode
    which calls one of the functions that `show_value` calls. */
template <class T>
struct value_shape
{
};

namespace detail
{

template <class T>
concept optional_value = requires(T const& value) {
    value.has_value();
    *value;
};

/// A sink for the question whether a type has a shape of its own.
struct no_sink
{
    void nothing() const noexcept {}
    void text(std::string_view) const noexcept {}
    void unusable(std::string_view) const noexcept {}
    template <class List>
    void list(List const&) const noexcept
    {
    }
    template <class Object>
    void object(Object const&) const noexcept
    {
    }
};

template <class T>
concept shaped = requires(no_sink sink, T const& value) { value_shape<T>::show(sink, value); };

template <class T>
concept bytes_as_text = std::is_same_v<T, base64_bytes> || std::is_same_v<T, base64_png>;

template <class T>
concept range = requires(T const& value) {
    value.begin();
    value.end();
};

/// A map, or an object of Boost.JSON.
template <class T>
concept keyed = range<T> &&(
    requires(T const& value) { value.begin()->first; } ||
    requires(T const& value) { value.begin()->key(); });

} // namespace detail

/** Tells a sink what a value is: calls exactly one of

    - `sink.nothing()` for an absent or null value,
    - `sink.text(std::string_view)` for a single value, as `parameter_text` writes it; bytes as
      base64,
    - `sink.list(value)` for a range, whose elements are values,
    - `sink.object(value)` for a map or a described type: see `for_each_member`,
    - `sink.unusable(std::string_view)` for what has no text; the words complete "the parameter …".

    A variant is what it holds.
*/
template <class Sink, class T>
void show_value(Sink&& sink, T const& value)
{
    if constexpr (detail::shaped<T>)
        value_shape<T>::show(sink, value);
    else if constexpr (detail::optional_value<T>)
    {
        if (value.has_value())
            show_value(sink, *value);
        else
            sink.nothing();
    }
    else if constexpr (restbind::detail::is_variant<T>)
    {
        if (value.valueless_by_exception())
            sink.unusable("holds no value");
        else
            std::visit([&sink](auto const& held) { show_value(sink, held); }, value);
    }
    else if constexpr (std::is_convertible_v<T const&, std::string_view>)
        sink.text(std::string_view(value));
    else if constexpr (detail::bytes_as_text<T>)
        sink.text(base64_encode(value.bytes));
    else if constexpr (detail::keyed<T> || json::described<T>)
        sink.object(value);
    else if constexpr (detail::range<T>)
        sink.list(value);
    else if (auto const text = parameter_text(value))
        sink.text(*text);
    else
        sink.unusable("is not a finite number");
}

/** Calls `use(std::string_view name, auto const& value)` for each member of an object, in order:
    wire names of a described type, keys of a map. Members that only the service sends are left out.
 */
template <class T, class Use>
void for_each_member(T const& object, Use&& use)
{
    if constexpr (json::described<T>)
    {
        [&]<std::size_t... I>(std::index_sequence<I...>)
        {
            auto const one = [&]<std::size_t Index>()
            {
                constexpr member const& about = json::detail::member_table<T>[Index];
                auto const& value = object.*json::detail::member_pointer<T, Index>;
                if constexpr (about.presence == presence::additional_properties)
                    for_each_member(value, use);
                else if constexpr (about.access != access_mode::read_only)
                    use(about.name, value);
            };
            (one.template operator()<I>(), ...);
        }(std::make_index_sequence<json::detail::member_count<T>>());
    }
    else
    {
        for (auto const& entry : object)
        {
            if constexpr (requires { entry.key(); })
                use(std::string_view(entry.key().data(), entry.key().size()), entry.value());
            else
                use(std::string_view(entry.first), entry.second);
        }
    }
}

} // namespace restbind::http
