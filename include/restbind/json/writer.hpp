// SPDX-License-Identifier: BSL-1.0
// Appending JSON to a string.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/cursor.hpp>
#include <restbind/json/detail/tokens.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

/** The letter behind the backslash where JSON has a short form for `c`, else NUL. */
constexpr char short_escape(char c) noexcept
{
    constexpr std::string_view known = "\"\\\b\f\n\r\t";
    std::size_t const index = known.find(c);
    return index == known.npos ? '\0' : "\"\\bfnrt"[index];
}

/** Writes the escape of a quote, a backslash or a control character: 2 or 6 characters. @returns
    One past the last. */
constexpr char* put_escape(char* to, char c) noexcept
{
    constexpr std::string_view hex = "0123456789abcdef";
    auto const code = static_cast<unsigned char>(c);
    *to++ = '\\';
    if (char const letter = short_escape(c); letter != '\0')
    {
        *to++ = letter;
        return to;
    }
    for (char const digit : {'u', '0', '0', hex[code >> 4], hex[code & 15u]})
        *to++ = digit;
    return to;
}

} // namespace detail

/** Appends JSON text to a string. The first value that cannot be written notes why and returns
    false, and all others return false at once.

    While the writer lives the string is longer than what has been written; its destructor cuts it
    off. put() and its relatives take the space that they need. Codecs that know how much they write
    at most take it once with ensure() and then write at `at`.
*/
class writer
{
public:
    /** The most characters of an integer. */
    static constexpr std::size_t max_integer_size = restbind::detail::max_digits + 1;
    /** The most characters of a floating-point number. */
    static constexpr std::size_t max_floating_size = 40;

    /** @param target Must outlive the writer.
        @param likely How many bytes will be written, as far as that is known: memory for them is
        allocated at once. Room to write in is what ensure() takes. */
    explicit writer(std::string& target, std::size_t likely = 0)
        : target_(target)
    {
        std::size_t const used = target.size();
        std::size_t const capacity = target.capacity();
        if (likely > window && used + likely > capacity)
            target.reserve(used + likely > 2 * capacity ? used + likely : 2 * capacity);
        fill(used, used + (likely < least ? least : (likely < window ? likely : window)));
    }
    writer(writer const&) = delete;
    writer& operator=(writer const&) = delete;
    ~writer()
    {
        if (size() > target_.size())
            RESTBIND_UNREACHABLE(); // so the compiler drops the code with which resize() grows it
        target_.resize(size());
    }

    /** Where the next character goes. */
    char* at;
    /** Whether members that are secret or only written are left out. */
    bool hides_secrets = false;
    /** The failure; meaningful after a function has returned false. */
    failure why{.path = {}, .text = {}, .offset = 0, .kind = error_kind::invalid_argument};

    /** The size of the string as far as it is written, what stood there before included. */
    std::size_t size() const noexcept { return static_cast<std::size_t>(at - begin_); }
    /** The place of what was written when size() was `offset`. Valid until more space is taken. */
    char* from(std::size_t offset) noexcept { return begin_ + offset; }

    /** Takes space for `count` more characters. */
    RESTBIND_ALWAYS_INLINE void ensure(std::size_t count)
    {
        if (static_cast<std::size_t>(end_ - at) < count) [[unlikely]]
            grow(count);
    }

    /** Notes a failure. @returns false */
    bool fail(std::string_view text)
    {
        note(text);
        return false;
    }

    /** Appends text as it is. */
    void put(char c)
    {
        ensure(1);
        *at++ = c;
    }
    /** @overload */
    void put(std::string_view text)
    {
        ensure(text.size());
        put_unchecked(text);
    }
    /** The same where there is space. */
    void put_unchecked(std::string_view text) noexcept
    {
        if (text.empty())
            return;
        std::memcpy(at, text.data(), text.size());
        at += text.size();
    }

    /** Appends an integer. */
    template <std::integral T>
    void put_integer(T value)
    {
        ensure(max_integer_size);
        put_integer_unchecked(value);
    }
    /** The same where there is space for max_integer_size characters. */
    template <std::integral T>
    RESTBIND_ALWAYS_INLINE void put_integer_unchecked(T value) noexcept
    {
        auto magnitude = static_cast<std::uint64_t>(value);
        if constexpr (std::is_signed_v<T>)
            if (value < 0)
            {
                *at++ = '-';
                magnitude = 0 - magnitude;
            }
        at = restbind::detail::put_digits(at, magnitude);
    }

    /** Appends the shortest text that reads back as the same number. Fails on NaN and infinities.
     */
    template <std::floating_point T>
    bool put_floating(T value)
    {
        ensure(max_floating_size);
        return put_floating_unchecked(value);
    }
    /** The same where there is space for max_floating_size characters. */
    template <std::floating_point T>
    RESTBIND_NOINLINE bool put_floating_unchecked(T value)
    {
        // A number that is k / 10^4 with at most 15 digits: no shorter text gives the same double,
        // and integers are faster to write.
        if constexpr (std::same_as<T, double>)
            if (value > -1e11 && value < 1e11)
            {
                double const scaled = value * 1e4;
                auto const k = static_cast<std::int64_t>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
                if (static_cast<double>(k) / 1e4 == value &&
                    (k != 0 || std::bit_cast<std::uint64_t>(value) == 0)) // not -0
                {
                    put_ten_thousandths(k);
                    return true;
                }
            }
        constexpr T most = (std::numeric_limits<T>::max)();
        if (!(value >= -most && value <= most)) [[unlikely]]
            return fail(
                value != value ? "NaN has no form in JSON" : "an infinity has no form in JSON");
        at = restbind::detail::put_floating(at, value);
        return true;
    }

    /** Appends a string in quotes. Fails on what is not UTF-8.

        @param rest Room that there will be afterwards.
        @tparam Block How many characters are looked at at once.
    */
    template <class Block = detail::best_block>
    RESTBIND_NOINLINE bool put_string(std::string_view text, std::size_t rest = 0)
    {
        // Whole blocks are stored, also where only the first characters of one count.
        constexpr std::size_t around = 2 + Block::size;
        ensure(text.size() + around + rest);
        char const* from = text.data();
        char const* const last = from + text.size();
        char* to = at;
        *to++ = '"';
        bool has_space_for_escapes = false;
        while (copy_plain<Block>(from, last, to))
        {
            if (static_cast<unsigned char>(*from) >= 0x80)
            {
                std::size_t const length = restbind::detail::non_ascii_sequence(from, last);
                if (length == 0) [[unlikely]]
                    return fail("a string is not valid UTF-8");
                for (std::size_t i = 0; i != length; ++i)
                    *to++ = *from++;
                continue;
            }
            if (!has_space_for_escapes)
            {
                at = to;
                ensure(6 * static_cast<std::size_t>(last - from) + around + rest);
                to = at;
                has_space_for_escapes = true;
            }
            to = detail::put_escape(to, *from++);
        }
        *to++ = '"';
        at = to;
        return true;
    }

private:
    static constexpr std::size_t least = 64;
    // A string becomes longer only by being filled with characters. In pieces that fit into the
    // processor's first cache, writing takes 4% less time.
    static constexpr std::size_t window = 4096;

    void put_ten_thousandths(std::int64_t k) noexcept
    {
        auto magnitude = static_cast<std::uint64_t>(k);
        if (k < 0)
        {
            *at++ = '-';
            magnitude = 0 - magnitude;
        }
        at = restbind::detail::put_digits(at, magnitude / 10000);
        auto const fraction = static_cast<std::uint32_t>(magnitude % 10000);
        if (fraction == 0)
            return;
        *at++ = '.';
        at = restbind::detail::put_4_digits(at, fraction);
        while (at[-1] == '0')
            --at;
    }

    // Copies characters that stand for themselves. @returns Whether another one follows.
    template <class Block>
    RESTBIND_ALWAYS_INLINE static bool copy_plain(
        char const*& from, char const* last, char*& to) noexcept
    {
        for (;;)
        {
            auto const left = static_cast<std::size_t>(last - from);
            if (left == 0)
                return false;
            std::size_t const size = left < Block::size ? left : Block::size;
            Block const block =
                left < Block::size ? Block::load_part(from, left) : Block::load(from);
            std::size_t const special = block.first_special();
            block.store(to);
            if (special < size)
            {
                from += special;
                to += special;
                return true;
            }
            from += size;
            to += size;
        }
    }

    RESTBIND_COLD RESTBIND_NOINLINE void note(std::string_view text)
    {
        why.text = std::string(text);
    }

    // Where that is beyond the capacity, the string doubles it, so that many small pieces cost few
    // moves.
    RESTBIND_NOINLINE void grow(std::size_t count)
    {
        std::size_t const used = size();
        std::size_t const next = used + window;
        std::size_t const most = next < target_.capacity() ? next : target_.capacity();
        fill(used, used + count > most ? used + count : most);
    }

    void fill(std::size_t used, std::size_t size)
    {
        target_.resize(size);
        begin_ = target_.data();
        at = begin_ + used;
        end_ = begin_ + size;
    }

    std::string& target_;
    char* begin_;
    char* end_;
};

} // namespace restbind::json
