// SPDX-License-Identifier: BSL-1.0
// Enumerations that travel as texts: what the types that are generated for them are made of.
#pragma once

#include <restbind/core/optional_box.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI
{

namespace detail
{

/** What a string enum holds, whatever its values are: the number of one of them from 1 on, or else
    another text, or nothing. */
class enum_state
{
public:
    constexpr enum_state() noexcept = default;
    explicit constexpr enum_state(std::uint32_t number) noexcept
        : number_(number)
    {
    }
    /** The number of `text` among `texts`, or the text itself. */
    constexpr enum_state(
        std::string_view text, std::string_view const* texts, std::size_t count)
    {
        for (std::size_t i = 0; i != count; ++i)
            if (texts[i] == text)
            {
                number_ = static_cast<std::uint32_t>(i + 1);
                return;
            }
        other_.emplace(text);
    }

    constexpr std::uint32_t number() const noexcept { return number_; }
    constexpr bool has_value() const noexcept { return number_ != 0 || other_; }
    constexpr std::string_view text(std::string_view const* texts) const noexcept
    {
        if (number_ != 0)
            return texts[number_ - 1];
        return other_ ? std::string_view(*other_) : std::string_view();
    }

private:
    std::uint32_t number_ = 0;
    optional_box<std::string> other_; // apart, so that a value takes no more than two words
};

} // namespace detail

/** An enumeration of texts, such as the generated `Colour`, which is derived from it:
    @code
    light.colour = Colour::red;            // constants; those of other enumerations do not compile
    switch (light.colour)                  // a value that is not listed, or none, is the default
    {
    case Colour::red: …
    }
    light.colour = Colour("mauve");        // any other text is kept as it is
    std::cout << light.colour.str();       // the text
    @endcode
    Has no value to begin with; that is neither a constant nor a text, and cannot be sent.
    Order is that of the texts; what has no value comes first.

    @tparam Values An `enum class` of the constants, numbered from 1 on. Argument-dependent lookup
    finds `restbind_texts(Values)`, an array of their texts in this order.
*/
template <class Values>
class string_enum
{
public:
    /** The `enum class` of the constants. */
    using values_type = Values;
    /** This type: by it the types that are derived from it are known. */
    using restbind_string_enum = string_enum;

    /** No value. */
    constexpr string_enum() noexcept = default;
    /** One of the constants. */
    constexpr string_enum(Values value) noexcept
        : held_(number_of(value) <= texts.size() ? number_of(value) : 0)
    {
    }
    /** The constant of this text, or else the text itself. */
    explicit constexpr string_enum(std::string_view text)
        : held_(text, texts.data(), texts.size())
    {
    }

    /** The constant; none of them for another text and for no value. Makes `switch` work. */
    constexpr operator Values() const noexcept { return static_cast<Values>(held_.number()); }
    /** The text; empty for no value. Valid as long as this object. */
    constexpr std::string_view str() const noexcept { return held_.text(texts.data()); }
    /** True for one of the constants. */
    constexpr bool is_known() const noexcept { return held_.number() != 0; }
    /** True for a constant or another text. */
    constexpr bool has_value() const noexcept { return held_.has_value(); }

private:
    static constexpr auto texts = restbind_texts(Values{});

    static constexpr std::uint32_t number_of(Values value) noexcept
    {
        return static_cast<std::uint32_t>(value);
    }

    detail::enum_state held_;
};

/** The types that are derived from string_enum. */
template <class T>
concept string_enumeration = requires { typename T::restbind_string_enum; };

// Once for all enumerations: as friends they would be declared for each of them.

/** Equal with the same constant or text, or when neither has a value. */
template <string_enumeration T>
constexpr bool operator==(T const& a, T const& b) noexcept
{
    return a.is_known() || b.is_known()
               ? static_cast<typename T::values_type>(a) == static_cast<typename T::values_type>(b)
               : a.has_value() == b.has_value() && a.str() == b.str();
}
/** Whether it is this constant. */
template <string_enumeration T>
constexpr bool operator==(T const& a, typename T::values_type b) noexcept
{
    return a.is_known() && static_cast<typename T::values_type>(a) == b;
}
/** Whether it has this text. */
template <string_enumeration T>
constexpr bool operator==(T const& a, std::string_view b) noexcept
{
    return a.has_value() && a.str() == b;
}
/** The order of the texts, byte by byte; what has no value comes first. */
template <string_enumeration T>
constexpr std::strong_ordering operator<=>(T const& a, T const& b) noexcept
{
    if (a.has_value() != b.has_value())
        return a.has_value() <=> b.has_value();
    return a.str().compare(b.str()) <=> 0;
}
/** @overload */
template <string_enumeration T>
constexpr std::strong_ordering operator<=>(T const& a, typename T::values_type b) noexcept
{
    return a <=> T(b);
}

/** The text as a string. */
template <string_enumeration T>
std::string to_string(T const& value)
{
    return std::string(value.str());
}

/** Prints the text. */
template <class Traits, string_enumeration T> // compiled where it is used
std::basic_ostream<char, Traits>& operator<<(
    std::basic_ostream<char, Traits>& out, T const& value)
{
    return out << value.str();
}

} // namespace restbind

/// @cond for the standard library
template <restbind::string_enumeration T>
struct std::hash<T>
{
    std::size_t operator()(T const& value) const noexcept
    {
        return std::hash<std::string_view>()(value.str());
    }
};
/// @endcond
