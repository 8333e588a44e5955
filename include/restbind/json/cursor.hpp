// The place that reading has reached in a JSON text.
#pragma once

#include <restbind/core/secret.hpp>
#include <restbind/core/utf8.hpp>
#include <restbind/json/failure.hpp>
#include <restbind/json/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::json
{

/** Walks over a JSON text. Readers move it forward; the first one that cannot notes why and returns
    false, and all others return false at once.

    The text either ends in a closing bracket or is followed by a NUL: a text that does neither,
    which is a scalar or cut off, is copied first. So inside the text no number, word or space can
    run past the end, and behind every character that is no closing bracket `*at` may be read
    without a look at `end`. That takes a comparison out of nearly every step. Only strings,
    comparisons of several characters at once and whatever follows a value look at `end`.
*/
class cursor
{
public:
    /** @param text Must outlive the cursor. Space at its end is left away. */
    [[gnu::noinline]] cursor(std::string_view text, limits const& bounds)
        : depth_left_(bounds.max_depth)
        , max_depth_(bounds.max_depth)
        , memory_left_(bounds.max_memory)
    {
        std::size_t size = text.size();
        while (size != 0 && is_space(text[size - 1]))
            --size;
        bool const guarded = size != 0 && (text[size - 1] == '}' || text[size - 1] == ']');
        // A text that is too large is not looked at, and so needs no copy.
        if (!guarded && text.size() <= bounds.max_bytes) [[unlikely]]
            text = copy_.assign(text.data(), size);
        begin_ = text.data();
        at = begin_;
        end = begin_ + size;
        if (text.size() > bounds.max_bytes) [[unlikely]]
            refuse_size(text.size(), bounds.max_bytes);
    }
    cursor(cursor const&) = delete;
    cursor& operator=(cursor const&) = delete;
    [[gnu::noinline]] ~cursor()
    {
        if (!copy_.empty()) [[unlikely]]
            wipe(copy_); // it may hold a token
    }

    /** The next character, and one past the last. */
    char const* at;
    char const* end;

    /** The next character; NUL, which is nowhere valid, at the end. */
    char peek() const noexcept { return at != end ? *at : '\0'; }

    /** Moves over spaces, tabs and line ends. */
    [[gnu::always_inline]] void skip_space() noexcept
    {
        // One comparison for nearly all characters that are no space.
        if (at != end && static_cast<unsigned char>(*at) <= ' ') [[unlikely]]
            skip_spaces();
    }
    /** The same where something follows for certain. @pre at != end */
    [[gnu::always_inline]] void skip_space_inside() noexcept
    {
        if (static_cast<unsigned char>(*at) <= ' ') [[unlikely]]
            skip_spaces();
    }
    /** Moves over space. @returns The character that follows, as peek(). */
    [[gnu::always_inline]] char next() noexcept
    {
        skip_space();
        return peek();
    }

    /** Moves over `c` if it is next. */
    bool skip(char c) noexcept
    {
        if (peek() != c)
            return false;
        ++at;
        return true;
    }

    /** Goes one level deeper. Fails beyond limits::max_depth. */
    bool enter()
    {
        if (depth_left_ == 0) [[unlikely]]
            return too_deep();
        --depth_left_;
        return true;
    }
    /** Comes back from enter(). */
    void leave() noexcept { ++depth_left_; }

    /** Accounts for an element of `size` bytes. Fails beyond limits::max_memory. */
    bool charge(std::size_t size)
    {
        if (memory_left_ < size) [[unlikely]]
            return too_much_memory();
        memory_left_ -= size;
        return true;
    }
    /** The number of bytes that may still be taken. */
    std::size_t memory_left() const noexcept { return memory_left_; }

    /** Notes a failure at the present place. @returns false */
    [[gnu::cold, gnu::noinline]] bool fail(std::string text)
    {
        why.text = std::move(text);
        why.offset = static_cast<std::size_t>(at - begin_);
        return false;
    }
    /** Notes "expected <what>, found <what is there>". @returns false */
    [[gnu::cold, gnu::noinline]] bool expected(std::string_view what)
    {
        std::string text = "expected ";
        text.append(what).append(", found ").append(found());
        return fail(std::move(text));
    }

    /** Moves over leading space. Fails beyond limits::max_bytes and on a byte order mark. */
    [[gnu::noinline]] bool start()
    {
        if (too_large_) [[unlikely]]
            return false;
        if (next() == '\xEF' && std::string_view(begin_, static_cast<std::size_t>(end - begin_))
                                    .starts_with("\xEF\xBB\xBF")) [[unlikely]]
            return fail("the text starts with a byte order mark");
        return true;
    }
    /** Moves over space at the end. Fails when anything else follows. */
    [[gnu::noinline]] bool finish()
    {
        skip_space();
        return at == end || expected("the end of the text");
    }

    /** A place to come back to. */
    struct mark
    {
        char const* at;
        unsigned depth_left;
        std::size_t memory_left;
    };
    mark here() const noexcept { return {at, depth_left_, memory_left_}; }
    /** Comes back from looking ahead; a failure on the way is forgotten. */
    void look_back(mark const& place)
    {
        at = place.at;
        depth_left_ = place.depth_left;
        memory_left_ = place.memory_left;
        why = {};
    }
    /** Comes back from a reader that failed, to try another one. Fails, and leaves `why` as it is,
        once text of most_in_vain times the size of the whole was read in vain: alternatives within
        alternatives must not take time that doubles with each level. */
    bool try_again(mark const& place)
    {
        std::size_t const read = at > place.at ? static_cast<std::size_t>(at - place.at) + 1 : 1;
        std::size_t const most = static_cast<std::size_t>(end - begin_) * most_in_vain;
        if (in_vain_ + read > most)
            return false;
        in_vain_ += read;
        look_back(place);
        return true;
    }
    static constexpr std::size_t most_in_vain = 32;

    /** The failure; meaningful after a reader has returned false. */
    failure why;
    /** Room for a name or a short text whose escapes had to be resolved; the next reader overwrites
        it. */
    std::string scratch;
    /** Open values only: a number that a double does not keep is an error, instead of rounded. */
    bool exact = false;

private:
    static bool is_space(char c) noexcept
    {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }
    [[gnu::noinline]] void skip_spaces() noexcept
    {
        char const* to = at;
        if (*to == '\r')
            ++to;
        if (*to == '\n')
            ++to;
        // Indentation, eight spaces at once.
        for (std::uint64_t word = 0; end - to >= 8; to += 8)
        {
            std::memcpy(&word, to, 8);
            if (word != 0x2020202020202020u)
                break;
        }
        while (is_space(*to))
            ++to;
        at = to;
    }

    [[gnu::cold, gnu::noinline]] bool too_deep()
    {
        return fail("nested deeper than " + std::to_string(max_depth_) + " levels");
    }
    [[gnu::cold, gnu::noinline]] bool too_much_memory()
    {
        why.kind = error_kind::too_large;
        return fail("the value takes more memory than is allowed");
    }
    [[gnu::cold, gnu::noinline]] void refuse_size(std::size_t size, std::size_t most)
    {
        too_large_ = true;
        why.kind = error_kind::too_large;
        fail(
            "the text has " + std::to_string(size) + " bytes, allowed are " + std::to_string(most));
    }

    // What is there, for a message. The contents of strings are left out: they may be anybody's.
    [[gnu::cold]] std::string found() const
    {
        if (at == end)
            return "the end of the text";
        switch (*at)
        {
        case '"':
            return "a string";
        case '{':
            return "an object";
        case '[':
            return "an array";
        case '-':
        case '0':
        case '1':
        case '2':
        case '3':
        case '4':
        case '5':
        case '6':
        case '7':
        case '8':
        case '9':
            return "the number " + number_text();
        default:
            break;
        }
        std::string_view const rest(at, static_cast<std::size_t>(end - at));
        for (std::string_view const word : {"null", "true", "false"})
            if (rest.starts_with(word))
                return std::string(word);
        if (static_cast<unsigned char>(*at) < 0x80)
            return "'" + printable(rest.substr(0, 1)) + "'";
        std::size_t const size = restbind::detail::utf8_sequence(at, end);
        return "'" + printable(rest.substr(0, size == 0 ? 1 : size)) + "'";
    }
    [[gnu::cold]] std::string number_text() const
    {
        constexpr std::size_t most = 32;
        std::string_view const rest(at, static_cast<std::size_t>(end - at));
        std::size_t const size = rest.find_first_not_of("0123456789+-.eE");
        std::string_view const number = rest.substr(0, size);
        return number.size() <= most ? std::string(number)
                                     : std::string(number.substr(0, most)) + "...";
    }

    char const* begin_;
    unsigned depth_left_;
    unsigned max_depth_;
    std::size_t memory_left_;
    std::size_t in_vain_ = 0;
    bool too_large_ = false;
    std::string copy_;
};

} // namespace restbind::json
