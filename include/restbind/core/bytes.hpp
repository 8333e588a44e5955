// SPDX-License-Identifier: BSL-1.0
// Bytes: as base64 text, and as a file that is sent as it is.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI
{

/** Bytes; base64 in JSON. */
struct base64_bytes
{
    /** The decoded bytes. */
    std::vector<unsigned char> bytes;

    bool operator==(base64_bytes const&) const = default;
};

/** The bytes of a PNG picture; base64 in JSON. Reading refuses bytes that do not start as a PNG
    does. */
struct base64_png
{
    /** The decoded bytes: a whole PNG file. Only its first 8 bytes were checked. */
    std::vector<unsigned char> bytes;

    bool operator==(base64_png const&) const = default;
};

namespace detail
{

// These take a pointer and a size, because a conversion to std::span costs compilers more time than
// the rest of this header.

constexpr bool starts_as_png(unsigned char const* bytes, std::size_t size) noexcept
{
    constexpr unsigned char signature[]{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    bool same = size >= sizeof(signature);
    for (std::size_t i = 0; same && i != sizeof(signature); ++i)
        same = bytes[i] == signature[i];
    return same;
}

inline constexpr std::string_view base64_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The value of each base64 character; 64 for all other bytes. */
inline constexpr std::array<unsigned char, 256> base64_values = []
{
    std::array<unsigned char, 256> values{};
    values.fill(64);
    for (std::size_t i = 0; i < base64_alphabet.size(); ++i)
        values[static_cast<unsigned char>(base64_alphabet[i])] = static_cast<unsigned char>(i);
    return values;
}();

inline std::string base64_text(unsigned char const* bytes, std::size_t size)
{
    std::string out;
    out.reserve((size + 2) / 3 * 4);
    auto const put = [&out](unsigned char const* from)
    {
        std::uint32_t const group =
            std::uint32_t{from[0]} << 16 | std::uint32_t{from[1]} << 8 | std::uint32_t{from[2]};
        char const text[]{base64_alphabet[group >> 18], base64_alphabet[group >> 12 & 63u],
            base64_alphabet[group >> 6 & 63u], base64_alphabet[group & 63u]};
        out.append(text, sizeof text);
    };
    std::size_t at = 0;
    for (; size - at >= 3; at += 3)
        put(bytes + at);
    if (std::size_t const left = size - at; left != 0)
    {
        unsigned char const last[3]{bytes[at], left == 2 ? bytes[at + 1] : std::uint8_t{0}, 0};
        put(last);
        out.replace(out.size() - (3 - left), 3 - left, 3 - left, '=');
    }
    return out;
}

} // namespace detail

/** True when `bytes` start with the signature of PNG. */
constexpr bool has_png_signature(std::span<unsigned char const> bytes) noexcept
{
    return detail::starts_as_png(bytes.data(), bytes.size());
}

/** Writes RFC 4648 base64 with padding and without line breaks. */
inline std::string base64_encode(std::span<unsigned char const> bytes)
{
    return detail::base64_text(bytes.data(), bytes.size());
}

/** Reads RFC 4648 base64, strictly: the alphabet with `+` and `/`, padding required, no line breaks
    or spaces, and the unused bits of the last character are zero.

    @returns Nothing when `text` breaks one of these rules. The empty text is no bytes.
*/
inline std::optional<std::vector<unsigned char>> base64_decode(std::string_view text)
{
    if (text.size() % 4 != 0)
        return {};
    std::size_t padding = 0;
    while (padding != 2 && padding != text.size() && text[text.size() - 1 - padding] == '=')
        ++padding;
    std::vector<unsigned char> bytes(text.size() / 4 * 3 - padding);
    auto const value = [](char c)
    { return std::uint32_t{detail::base64_values[static_cast<unsigned char>(c)]}; };

    unsigned char* out = bytes.data();
    std::uint32_t wrong = 0; // collects the bit 64 of characters outside the alphabet
    auto const take = [&](char const* from, unsigned char* to)
    {
        std::uint32_t const a = value(from[0]), b = value(from[1]), c = value(from[2]),
                            d = value(from[3]);
        wrong |= a | b | c | d;
        std::uint32_t const group = a << 18 | b << 12 | c << 6 | d;
        to[0] = static_cast<unsigned char>(group >> 16 & 255u);
        to[1] = static_cast<unsigned char>(group >> 8 & 255u);
        to[2] = static_cast<unsigned char>(group & 255u);
    };
    std::size_t const whole = text.size() - (padding == 0 ? 0 : 4);
    for (std::size_t at = 0; at != whole; at += 4, out += 3)
        take(text.data() + at, out);
    if (padding != 0)
    {
        // The unused bits of the last group must be zero.
        char const last[4]{text[whole], text[whole + 1], padding == 1 ? text[whole + 2] : 'A', 'A'};
        unsigned char group[3];
        take(last, group);
        for (std::size_t i = 0; i != 3; ++i)
            if (i < 3 - padding)
                *out++ = group[i];
            else if (group[i] != 0)
                wrong = 64;
    }
    if ((wrong & 64u) != 0)
        return {};
    return bytes;
}

/** A file of a form (`multipart/form-data`), or a body of another type than JSON, form or text.

    Only the content must be given:
    @code
    request.picture = {.content = bytes, .name = "view.png", .content_type = "image/png"};
    @endcode
*/
struct file
{
    /** The bytes, whatever they are; sent unchanged. May be empty. */
    std::string content{};

    /** Name of the file, in a form only. Empty: the name of the form's property. Must be UTF-8
        without control characters, CR and LF aside, which are sent as `%0D` and `%0A`. */
    std::string name{};

    /** Media type of the bytes, such as `image/png`; printable ASCII. Empty: the one that the
        operation describes, in a form else `application/octet-stream`. Must be given where the
        operation only describes a range, such as `image/…`. */
    std::string content_type{};

    /** Further headers of the part, in a form only: names and values, printable ASCII. Neither
        Content-Disposition nor Content-Type. */
    std::vector<std::pair<std::string, std::string>> headers{};

    bool operator==(file const&) const = default;
};

} // namespace restbind
