// SPDX-License-Identifier: BSL-1.0
// Booleans, numbers, strings, and what travels as a string.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/date_time.hpp>
#include <restbind/core/decimal.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/core/string_enum.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/read_number.hpp>
#include <restbind/json/detail/size_bound.hpp>
#include <restbind/json/detail/tokens.hpp>

#include <concepts>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace restbind::inline RESTBIND_ABI
{
class timestamp;
constexpr std::optional<timestamp> parse_timestamp(std::string_view text) noexcept;
}

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

RESTBIND_USES_DEPRECATED_BEGIN
/** std::underlying_type_t, which warns in libc++ of an enumeration that is deprecated. */
template <class Enum>
using underlying = __underlying_type(Enum);
RESTBIND_USES_DEPRECATED_END

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

/** Reads a string, `kind` for short, of which `parse` makes a value or nothing. */
template <class T>
bool read_parsed(cursor& in, T& out, std::string_view kind, std::string_view what,
    std::optional<T> (&parse)(std::string_view) noexcept)
{
    char const* const first = in.at;
    std::string_view text;
    if (!read_text(in, text, kind))
        return false;
    std::optional<T> const value = parse(text);
    if (!value)
        return fail_text(in, first, what, text);
    out = *value;
    return true;
}

/** Writes the text of a value; an empty one means that it has none. */
inline bool write_text(writer& out, std::string const& text, std::string_view otherwise)
{
    return text.empty() ? out.fail(otherwise) : out.put_string(text);
}

} // namespace detail

template <>
struct codec<bool> : detail::bounded_writer<bool>
{
    static constexpr types accepts = types::boolean;
    static constexpr std::size_t space = 5;
    static constexpr std::size_t likely_size = 5;

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, bool& out)
    {
        out = skip_word(in, "true");
        return out || skip_word(in, "false") || in.expected("true or false");
    }
    RESTBIND_ALWAYS_INLINE static bool write_unchecked(writer& out, bool value, std::size_t)
    {
        // Both are stored as words of fixed size.
        std::memcpy(out.at, value ? "true" : "fals", 4);
        out.at[4] = 'e';
        out.at += value ? 4 : 5;
        return true;
    }
};

template <detail::integer T>
struct codec<T> : detail::bounded_writer<T>
{
    static constexpr types accepts = types::integer;
    static constexpr std::size_t space = writer::max_integer_size;
    static constexpr std::size_t likely_size = 9;

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, T& out) { return read_integer(in, out); }
    RESTBIND_ALWAYS_INLINE static bool write_unchecked(writer& out, T value, std::size_t)
    {
        out.put_integer_unchecked(value);
        return true;
    }
};

/** Enumerations travel as their numbers. A number without an enumerator is kept. */
template <class T>
    requires std::is_enum_v<T>
struct codec<T> : detail::bounded_writer<T>
{
    using number = detail::underlying<T>;

    static constexpr types accepts = types::integer;
    static constexpr std::size_t space = writer::max_integer_size;
    static constexpr std::size_t likely_size = 4;

    static bool read(cursor& in, T& out)
    {
        number value{};
        if (!read_integer(in, value))
            return false;
        out = static_cast<T>(value);
        return true;
    }
    RESTBIND_ALWAYS_INLINE static bool write_unchecked(writer& out, T value, std::size_t)
    {
        out.put_integer_unchecked(static_cast<number>(value));
        return true;
    }
};

template <std::floating_point T>
struct codec<T> : detail::bounded_writer<T>
{
    static constexpr types accepts = types::integer | types::number;
    static constexpr std::size_t space = writer::max_floating_size;
    static constexpr std::size_t likely_size = 8;

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, T& out) { return read_floating(in, out); }
    RESTBIND_ALWAYS_INLINE static bool write_unchecked(writer& out, T value, std::size_t)
    {
        return out.put_floating_unchecked(value);
    }
};

template <>
struct codec<decimal> : detail::bounded_writer<decimal>
{
    static constexpr types accepts = types::integer | types::number;
    static constexpr std::size_t space = decimal::max_chars;
    static constexpr std::size_t likely_size = 6;

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, decimal& out)
    {
        return read_decimal(in, out);
    }
    RESTBIND_ALWAYS_INLINE static bool write_unchecked(writer& out, decimal value, std::size_t)
    {
        out.at = value.to_chars(out.at);
        return true;
    }
};

template <>
struct codec<std::string> : detail::bounded_writer<std::string>
{
    static constexpr types accepts = types::string;
    static constexpr std::size_t space = 0; // asks for all of it

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, std::string& out)
    {
        return read_string(in, out);
    }
    RESTBIND_ALWAYS_INLINE static bool write_unchecked(
        writer& out, std::string const& value, std::size_t rest)
    {
        return out.put_string(value, rest);
    }
    static void estimate(size_estimate& to, std::string const& value) { to.add(value.size() + 2); }
};

/** Enumerations that travel as texts. A text that is not listed is kept; what has no value cannot
    be written. */
template <string_enumeration T>
struct codec<T> : detail::bounded_writer<T>
{
    static constexpr types accepts = types::string;
    static constexpr std::size_t space = 0; // asks for all of it

    static bool read(cursor& in, T& out)
    {
        std::string_view text;
        if (!read_text(in, text, "a string"))
            return false;
        out = T(text);
        return out.is_known() || in.charge(sizeof(std::string) + text.size());
    }
    static bool write_unchecked(writer& out, T const& value, std::size_t rest)
    {
        return value.has_value() ? out.put_string(value.str(), rest)
                                 : out.fail("an enum without a value");
    }
    static void estimate(size_estimate& to, T const& value) { to.add(value.str().size() + 2); }
};

template <>
struct codec<date>
{
    static constexpr types accepts = types::string;
    static bool read(cursor& in, date& out)
    {
        return detail::read_parsed(in, out, "a date", "a date (YYYY-MM-DD)", parse_date);
    }
    static bool write(writer& out, date const& value)
    {
        return detail::write_text(
            out, format_date(value), "not a day of the calendar in the years 0 to 9999");
    }
};

/** A template, because the header of timestamp costs a compiler 3 MB, and only some models include
    it. */
template <std::same_as<timestamp> T>
struct codec<T>
{
    static constexpr types accepts = types::string;
    static bool read(cursor& in, T& out)
    {
        return detail::read_parsed<T>(
            in, out, "a timestamp", "a timestamp (RFC 3339)", parse_timestamp);
    }
    static bool write(writer& out, T const& value)
    {
        return detail::write_text(
            out, to_string(value), "not a point in time in the years 0 to 9999");
    }
};

template <class T>
    requires std::same_as<T, base64_bytes> || std::same_as<T, base64_png>
struct codec<T>
{
    static constexpr types accepts = types::string;
    static bool read(cursor& in, T& out)
    {
        char const* const first = in.at;
        std::string_view text;
        if (!read_text(in, text, "base64 text"))
            return false;
        auto bytes = base64_decode(text);
        if (!bytes)
            return detail::fail_text(in, first, "a string is not valid base64");
        out.bytes = std::move(*bytes);
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

/** A string that is read into a secret without leaving a copy behind, the text that it is read from
    apart. Never written: there is no way for a secret into a JSON text by accident. */
template <>
struct codec<secret>
{
    static constexpr types accepts = types::string;
    static bool read(cursor& in, secret& out)
    {
        // Room for all of it, so that resolving escapes never moves it and leaves the old place
        // behind.
        in.scratch.reserve(static_cast<std::size_t>(in.end - in.at));
        std::string_view text;
        bool const done = read_text(in, text, "a string");
        if (done)
            out = secret(text);
        wipe(in.scratch);
        return done;
    }
    static bool write(writer& out, secret const&)
    {
        return out.fail("a secret is not written to JSON");
    }
};

/** A file is a string in JSON: its content, or the base64 text of content that is not UTF-8. Name
    and media type are left away. */
template <>
struct codec<file>
{
    static constexpr types accepts = types::string;
    static bool read(cursor& in, file& out) { return read_string(in, out.content); }
    static bool write(writer& out, file const& value)
    {
        if (utf8_prefix(value.content) == value.content.size())
            return out.put_string(value.content);
        auto const* const first = reinterpret_cast<unsigned char const*>(value.content.data());
        out.put('"');
        out.put(restbind::detail::base64_text(first, value.content.size()));
        out.put('"');
        return true;
    }
};

/** Null and nothing else: an alternative of a variant. */
template <>
struct codec<std::monostate>
{
    static constexpr types accepts = types::null;
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
