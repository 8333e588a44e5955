// Booleans, numbers, strings, and what travels as a string.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/date_time.hpp>
#include <restbind/core/decimal.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/underlying.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/read_number.hpp>
#include <restbind/json/detail/read_string.hpp>
#include <restbind/json/detail/size_bound.hpp>
#include <restbind/json/detail/skip.hpp>

#include <concepts>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace restbind
{
class timestamp;
}

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

/** Notes what is wrong with a value that travels as a string, at its start. @returns false */
inline bool fail_text(cursor& in, char const* first, std::string_view text)
{
    in.at = first;
    return in.fail(text);
}
/** Notes "expected <what>, found <text>". @returns false */
RESTBIND_COLD RESTBIND_NOINLINE inline bool fail_text(
    cursor& in, char const* first, std::string_view what, std::string_view text)
{
    return fail_text(in, first,
        restbind::detail::joined({"expected ", what, ", found \"", printable(text, 40), "\""}));
}

} // namespace detail

template <>
struct codec<bool> : detail::room_writer<bool>
{
    static constexpr kinds accepts = kinds::boolean;
    static constexpr std::size_t room = 5;
    static constexpr std::size_t likely_size = 5;

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, bool& out)
    {
        out = skip_word(in, "true");
        return out || skip_word(in, "false") || in.expected("true or false");
    }
    RESTBIND_ALWAYS_INLINE static bool write_in_room(writer& out, bool value, std::size_t)
    {
        // Both are stored as words of fixed size.
        std::memcpy(out.at, value ? "true" : "fals", 4);
        out.at[4] = 'e';
        out.at += value ? 4 : 5;
        return true;
    }
};

template <detail::integer T>
struct codec<T> : detail::room_writer<T>
{
    static constexpr kinds accepts = kinds::integer;
    static constexpr std::size_t room = writer::integer_room;
    static constexpr std::size_t likely_size = 9;

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, T& out) { return read_integer(in, out); }
    RESTBIND_ALWAYS_INLINE static bool write_in_room(writer& out, T value, std::size_t)
    {
        out.put_integer_in_room(value);
        return true;
    }
};

/** Enumerations travel as their numbers. A number without an enumerator is kept. */
template <class T>
    requires std::is_enum_v<T>
struct codec<T> : detail::room_writer<T>
{
    using number = restbind::detail::underlying<T>;

    static constexpr kinds accepts = kinds::integer;
    static constexpr std::size_t room = writer::integer_room;
    static constexpr std::size_t likely_size = 4;

    static bool read(cursor& in, T& out)
    {
        number value{};
        if (!read_integer(in, value))
            return false;
        out = static_cast<T>(value);
        return true;
    }
    RESTBIND_ALWAYS_INLINE static bool write_in_room(writer& out, T value, std::size_t)
    {
        out.put_integer_in_room(static_cast<number>(value));
        return true;
    }
};

template <std::floating_point T>
struct codec<T> : detail::room_writer<T>
{
    static constexpr kinds accepts = kinds::integer | kinds::number;
    static constexpr std::size_t room = writer::floating_room;
    static constexpr std::size_t likely_size = 8;

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, T& out) { return read_floating(in, out); }
    RESTBIND_ALWAYS_INLINE static bool write_in_room(writer& out, T value, std::size_t)
    {
        return out.put_floating_in_room(value);
    }
};

template <>
struct codec<decimal> : detail::room_writer<decimal>
{
    static constexpr kinds accepts = kinds::integer | kinds::number;
    static constexpr std::size_t room = decimal::max_chars;
    static constexpr std::size_t likely_size = 6;

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, decimal& out)
    {
        return read_decimal(in, out);
    }
    RESTBIND_ALWAYS_INLINE static bool write_in_room(writer& out, decimal value, std::size_t)
    {
        out.at = value.to_chars(out.at);
        return true;
    }
};

template <>
struct codec<std::string> : detail::room_writer<std::string>
{
    static constexpr kinds accepts = kinds::string;
    static constexpr std::size_t room = 0; // asks for all of it

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, std::string& out)
    {
        return read_string(in, out);
    }
    RESTBIND_ALWAYS_INLINE static bool write_in_room(
        writer& out, std::string const& value, std::size_t rest)
    {
        return out.put_string(value, rest);
    }
    static void estimate(size_estimate& to, std::string const& value) { to.add(value.size() + 2); }
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
            return detail::fail_text(in, first, "a date (YYYY-MM-DD)", text);
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
            return detail::fail_text(in, first, "a timestamp (RFC 3339)", text);
        out = *value;
        return true;
    }
    static bool write(writer& out, utc_instant value)
    {
        return out.put_string(format_utc_instant(value));
    }
};

/** A template, because the header of timestamp costs a compiler 3 MB, and only some models include
    it. */
template <std::same_as<timestamp> T>
struct codec<T>
{
    static constexpr kinds accepts = kinds::string;
    static bool read(cursor& in, T& out)
    {
        char const* const first = in.at;
        std::string_view text;
        if (!read_text(in, text, "a timestamp"))
            return false;
        if (!parse_timestamp(text, out))
            return detail::fail_text(in, first, "a timestamp (RFC 3339)", text);
        return true;
    }
    static bool write(writer& out, T const& value)
    {
        std::string const text = format_timestamp(value);
        if (text.empty())
            return out.fail("not a point in time in the years 0 to 9999");
        return out.put_string(text);
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
        if (!restbind::detail::read_base64(text, out.bytes))
            return detail::fail_text(in, first, "a string is not valid base64");
        if (std::same_as<T, base64_png> &&
            !restbind::detail::starts_as_png(out.bytes.data(), out.bytes.size()))
            return detail::fail_text(in, first, "the decoded bytes are not a PNG picture");
        return true;
    }
    static bool write(writer& out, T const& value)
    {
        out.put('"');
        out.put(restbind::detail::base64_text(value.bytes.data(), value.bytes.size()));
        out.put('"');
        return true;
    }
    static void estimate(size_estimate& to, T const& value)
    {
        to.add(value.bytes.size() / 3 * 4 + 6);
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
