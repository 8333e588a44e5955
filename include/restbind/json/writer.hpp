// Appending JSON to a string.
#pragma once

#include <restbind/core/utf8.hpp>
#include <restbind/json/failure.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::json
{

/** Appends JSON text to a string. The first value that cannot be written notes why and returns
   false, and all others return false at once. */
class writer
{
public:
    /** @param target Must outlive the writer. */
    explicit writer(std::string& target) noexcept
        : out(target)
    {
    }

    /** What has been written. */
    std::string& out;
    /** The failure; meaningful after a function has returned false. */
    failure why{.path = {}, .text = {}, .offset = 0, .kind = error_kind::invalid_argument};

    /** Notes a failure. @returns false */
    bool fail(std::string text)
    {
        why.text = std::move(text);
        return false;
    }

    /** Appends text as it is. */
    void put(char c) { out.push_back(c); }
    void put(std::string_view text) { out.append(text); }

    /** Appends an integer. */
    template <std::integral T>
    void put_integer(T value)
    {
        std::array<char, 24> text;
        out.append(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
    }

    /** Appends the shortest text that reads back as the same number. Fails on NaN and infinities.
     */
    template <std::floating_point T>
    bool put_floating(T value)
    {
        if (!std::isfinite(value)) [[unlikely]]
            return fail(
                std::isnan(value) ? "NaN has no form in JSON" : "an infinity has no form in JSON");
        std::array<char, 40> text;
        out.append(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
        return true;
    }

    /** Appends a string in quotes. Fails on what is not UTF-8. */
    bool put_string(std::string_view text)
    {
        put('"');
        char const* at = text.data();
        char const* const end = at + text.size();
        char const* first = at; // of what stands for itself
        while (at != end)
        {
            unsigned char const c = static_cast<unsigned char>(*at);
            if (c >= 0x80)
            {
                std::size_t const size = restbind::detail::utf8_sequence(at, end);
                if (size == 0)
                    return fail("a string is not valid UTF-8");
                at += size;
            }
            else if (c < 0x20 || c == '"' || c == '\\')
            {
                out.append(first, at);
                put_escape(c);
                first = ++at;
            }
            else
                ++at;
        }
        out.append(first, end);
        put('"');
        return true;
    }

private:
    void put_escape(unsigned char c)
    {
        static constexpr char hex[] = "0123456789abcdef";
        switch (c)
        {
        case '"':
            return put("\\\"");
        case '\\':
            return put("\\\\");
        case '\b':
            return put("\\b");
        case '\f':
            return put("\\f");
        case '\n':
            return put("\\n");
        case '\r':
            return put("\\r");
        case '\t':
            return put("\\t");
        default:
            put("\\u00");
            put(hex[c >> 4]);
            put(hex[c & 15u]);
        }
    }
};

} // namespace restbind::json
