// Booleans, numbers, strings, and what travels as a string.
#pragma once

#include <restbind/core/binary.hpp>
#include <restbind/core/decimal.hpp>
#include <restbind/core/instant.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/read_number.hpp>
#include <restbind/json/read_string.hpp>
#include <restbind/json/skip.hpp>

#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace restbind::json
{

namespace detail
{

/** Integers that count: no bool, no character type (signed char and unsigned char are the 8-bit
   integers). */
template <class T>
concept integer = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
                  !std::same_as<T, wchar_t> && !std::same_as<T, char8_t> &&
                  !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

/** What a value that travels as a string is called when it is not one: "expected <what>, found …".
   Points at the value.
 */
inline bool fail_text(cursor& in, char const* first, std::string text)
{
    in.at = first;
    return in.fail(std::move(text));
}

} // namespace detail

template <>
struct codec<bool>
{
    static constexpr kinds accepts = kinds::boolean;
    static bool read(cursor& in, bool& out)
    {
        out = in.peek() == 't';
        return skip_word(in, out ? "true" : "false") || in.expected("true or false");
    }
    static bool write(writer& out, bool value)
    {
        out.put(value ? std::string_view("true") : std::string_view("false"));
        return true;
    }
};

template <detail::integer T>
struct codec<T>
{
    static constexpr kinds accepts = kinds::integer;
    static bool read(cursor& in, T& out) { return read_integer(in, out); }
    static bool write(writer& out, T value)
    {
        out.put_integer(value);
        return true;
    }
};

/** Enumerations travel as their numbers. A number without an enumerator is kept. */
template <class T>
requires std::is_enum_v<T>
struct codec<T>
{
    using number = std::underlying_type_t<T>;

    static constexpr kinds accepts = kinds::integer;
    static bool read(cursor& in, T& out)
    {
        number value{};
        if (!read_integer(in, value))
            return false;
        out = static_cast<T>(value);
        return true;
    }
    static bool write(writer& out, T value)
    {
        out.put_integer(static_cast<number>(value));
        return true;
    }
};

template <std::floating_point T>
struct codec<T>
{
    static constexpr kinds accepts = kinds::integer | kinds::number;
    static bool read(cursor& in, T& out) { return read_floating(in, out); }
    static bool write(writer& out, T value) { return out.put_floating(value); }
};

template <>
struct codec<decimal>
{
    static constexpr kinds accepts = kinds::integer | kinds::number;
    static bool read(cursor& in, decimal& out) { return read_decimal(in, out); }
    static bool write(writer& out, decimal value)
    {
        std::array<char, decimal::max_chars> text;
        out.put(std::string_view(
            text.data(), static_cast<std::size_t>(value.to_chars(text.data()) - text.data())));
        return true;
    }
};

template <>
struct codec<std::string>
{
    static constexpr kinds accepts = kinds::string;
    static bool read(cursor& in, std::string& out) { return read_string(in, out); }
    static bool write(writer& out, std::string const& value) { return out.put_string(value); }
};

template <>
struct codec<date>
{
    static constexpr kinds accepts = kinds::string;
    static bool read(cursor& in, date& out)
    {
        char const* const first = in.at;
        std::string_view text;
        if (!read_text(in, text, "a date"))
            return false;
        auto const value = parse_date(text);
        if (!value)
            return detail::fail_text(
                in, first, "expected a date (YYYY-MM-DD), found \"" + printable(text, 40) + '"');
        out = *value;
        return true;
    }
    static bool write(writer& out, date const& value)
    {
        std::string const text = format_date(value);
        if (text.empty())
            return out.fail("not a day of the calendar in the years 0 to 9999");
        return out.put_string(text);
    }
};

template <>
struct codec<utc_instant>
{
    static constexpr kinds accepts = kinds::string;
    static bool read(cursor& in, utc_instant& out)
    {
        char const* const first = in.at;
        std::string_view text;
        if (!read_text(in, text, "a timestamp"))
            return false;
        auto const value = parse_utc_instant(text);
        if (!value)
            return detail::fail_text(
                in, first, "expected a timestamp (RFC 3339), found \"" + printable(text, 40) + '"');
        out = *value;
        return true;
    }
    static bool write(writer& out, utc_instant value)
    {
        return out.put_string(format_utc_instant(value));
    }
};

template <class T>
requires std::same_as<T, base64_bytes> || std::same_as<T, base64_png>
struct codec<T>
{
    static constexpr kinds accepts = kinds::string;
    static bool read(cursor& in, T& out)
    {
        char const* const first = in.at;
        std::string_view text;
        if (!read_text(in, text, "base64 text"))
            return false;
        auto bytes = base64_decode(text);
        if (!bytes)
            return detail::fail_text(in, first, "a string is not valid base64");
        if (std::same_as<T, base64_png> && !has_png_signature(*bytes))
            return detail::fail_text(in, first, "the decoded bytes are not a PNG picture");
        out.bytes = std::move(*bytes);
        return true;
    }
    static bool write(writer& out, T const& value)
    {
        out.put('"');
        out.put(base64_encode(value.bytes));
        out.put('"');
        return true;
    }
};

/** Null and nothing else: an alternative of a variant. */
template <>
struct codec<std::monostate>
{
    static constexpr kinds accepts = kinds::null;
    static bool read(cursor& in, std::monostate&)
    {
        return skip_word(in, "null") || in.expected("null");
    }
    static bool write(writer& out, std::monostate)
    {
        out.put("null");
        return true;
    }
};

} // namespace restbind::json
