// SPDX-License-Identifier: BSL-1.0
// Where reading stands in a JSON text, and what was wrong with it.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/json/reading.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::json
{

/** One failure. The path grows from the inside to the outside while the readers return, so that a
    value without a failure pays nothing for it; what makes it is kept out of line for the same
    reason. */
struct failure
{
    /** The place relative to the reader that has just returned: `properties.id`. */
    std::string path;
    /** What was expected and what was found. */
    std::string text;
    /** Bytes from the start of the text. */
    std::size_t offset = 0;
    /** invalid_response, too_large or invalid_argument. */
    error_kind kind = error_kind::invalid_response;

    /** Puts a member's name in front of the path. @returns false, so that a reader can return it.
     */
    bool in_member(std::string_view name)
    {
        put_in_front(name);
        return false;
    }
    /** Puts a name that came with the text in front of the path: bounded, and without control
        characters. */
    bool in_key(std::string_view name)
    {
        put_key_in_front(name);
        return false;
    }
    /** Puts an index in front of the path. */
    bool in_element(std::size_t index)
    {
        put_index_in_front(index);
        return false;
    }

    /** The failure as an error. */
    RESTBIND_COLD RESTBIND_NOINLINE error to_error() &&
    {
        error result(kind, std::move(text));
        restbind::detail::fill(result).with_json_location(std::move(path), offset);
        return result;
    }

    // The work of the functions above, out of line. The compiler sees where they are called that
    // they return false.
    /** in_member(), without a value. */
    RESTBIND_COLD RESTBIND_NOINLINE void put_in_front(std::string_view name)
    {
        bool const dotted = !path.empty() && path.front() != '[';
        path = restbind::detail::joined({name, dotted ? "." : "", path});
    }
    /** in_key(), without a value. */
    RESTBIND_COLD RESTBIND_NOINLINE void put_key_in_front(std::string_view name)
    {
        put_in_front(printable(name, 64));
    }
    /** in_element(), without a value. */
    RESTBIND_COLD RESTBIND_NOINLINE void put_index_in_front(std::size_t index)
    {
        auto const number = restbind::detail::number_text(static_cast<std::int64_t>(index));
        put_in_front(restbind::detail::joined({"[", number, "]"}));
    }
};

namespace detail
{
struct leniency;

/** Is told of members that are skipped. An object, so that only programs that use one hold its
    code. */
struct skip_log
{
    /** @param before How many were skipped before, without those in alternatives that did not fit.
     */
    void (*add)(skip_log& log, char const* name, std::size_t before);
};
} // namespace detail

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
    cursor(std::string_view text, limits const& bounds)
        : depth_left_(bounds.max_depth < limits::deepest ? bounds.max_depth : limits::deepest)
        , max_depth_(depth_left_)
        , memory_left_(bounds.max_memory)
    {
        open(text, bounds.max_bytes);
    }
    cursor(cursor const&) = delete;
    cursor& operator=(cursor const&) = delete;
    ~cursor()
    {
        if (!copy_.empty()) [[unlikely]]
            wipe_copy();
    }

    /** The next character, and one past the last. */
    char const* at;
    /** One past the last character. */
    char const* end;

    /** The next character; NUL, which is nowhere valid, at the end. */
    char peek() const noexcept { return at != end ? *at : '\0'; }

    /** Moves over spaces, tabs and line ends. */
    RESTBIND_ALWAYS_INLINE void skip_space() noexcept
    {
        // One comparison for nearly all characters that are no space.
        if (at != end && static_cast<unsigned char>(*at) <= ' ') [[unlikely]]
            skip_spaces();
    }
    /** The same where something follows for certain. @pre at != end */
    RESTBIND_ALWAYS_INLINE void skip_space_inside() noexcept
    {
        if (static_cast<unsigned char>(*at) <= ' ') [[unlikely]]
            skip_spaces();
    }
    /** Moves over space. @returns The character that follows, as peek(). */
    RESTBIND_ALWAYS_INLINE char next() noexcept
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

    /** Goes one level deeper. Fails beyond limits::max_depth, and limits::deepest. */
    bool enter()
    {
        if (depth_left_ == 0) [[unlikely]]
        {
            too_deep();
            return false;
        }
        --depth_left_;
        return true;
    }
    /** Comes back from enter(). */
    void leave() noexcept { ++depth_left_; }

    /** Accounts for an element of `size` bytes. Fails beyond limits::max_memory. */
    bool charge(std::size_t size)
    {
        if (memory_left_ < size) [[unlikely]]
        {
            too_much_memory();
            return false;
        }
        memory_left_ -= size;
        return true;
    }
    /** The number of bytes that may still be taken. */
    std::size_t memory_left() const noexcept { return memory_left_; }

    // That these return false can be seen where they are called, which makes readers shorter; the
    // work is done out of line.
    /** Notes a failure at the present place. @returns false */
    bool fail(std::string_view text)
    {
        note(text);
        return false;
    }
    /** Notes "expected <what>, found <what is there>". @returns false */
    bool expected(std::string_view what)
    {
        note_expected(what);
        return false;
    }

    /** Moves over leading space. Fails beyond limits::max_bytes and on a byte order mark. */
    bool start();
    /** Moves over space at the end. Fails when anything else follows. */
    bool finish();

    /** A place to come back to. */
    struct mark
    {
        /** The next character. */
        char const* at;
        /** How many levels of brackets may be opened. */
        unsigned depth_left;
        /** Bytes of memory that may be taken. */
        std::size_t memory_left;
        /** How many members were skipped. */
        std::size_t skipped;
    };
    /** This place. */
    mark here() const noexcept { return {at, depth_left_, memory_left_, skipped}; }
    /** Comes back from looking ahead; a failure on the way is forgotten. */
    void look_back(mark const& place);
    /** Comes back from a reader that failed, to try another one. Fails, and leaves `why` as it is,
        once text of max_read_again times the size of the whole was read in vain: alternatives
        within alternatives must not take time that doubles with each level. */
    bool try_again(mark const& place);
    /** How often the size of the whole text may be read in vain. */
    static constexpr std::size_t max_read_again = 32;
    /** Counts what was read since `place` and is to be read as other alternatives, too. False once
        that was max_read_again times the size of the whole. */
    bool may_read_again(mark const& place) noexcept
    {
        read_again_ += static_cast<std::size_t>(at - place.at) + 1;
        return read_again_ <= static_cast<std::size_t>(end - begin_) * max_read_again;
    }

    /** The failure; meaningful after a reader has returned false. */
    failure why;
    /** Room for a name or a short text whose escapes had to be resolved; the next reader overwrites
        it. */
    std::string scratch;
    /** Bytes from the start of the text. */
    std::size_t offset() const noexcept { return static_cast<std::size_t>(at - begin_); }

    /** Members that were skipped because no type has them, and values that were kept as text. */
    std::size_t skipped = 0;
    /** Where set, it is told of each one. */
    detail::skip_log* skips = nullptr;
    /** Notes one, whose name is at `name`. */
    void note_skipped(char const* name)
    {
        if (skips) [[unlikely]]
            skips->add(*skips, name, skipped);
        ++skipped;
    }
    /** Set where a value that cannot be read does not end the reading, see detail::read_past(). */
    detail::leniency* lenient = nullptr;
    /** Open values only: a number that a double does not keep is an error, instead of rounded. */
    bool exact = false;
    /** A value is kept as JSON that lenient reading would read as a known alternative. */
    bool kept = false;

private:
    static bool is_space(char c) noexcept
    {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }
    void skip_spaces() noexcept;

    void open(std::string_view text, std::size_t max_bytes);
    RESTBIND_COLD void wipe_copy() noexcept;

    RESTBIND_COLD void note(std::string_view text);
    RESTBIND_COLD void note_expected(std::string_view what);
    RESTBIND_COLD void too_deep();
    RESTBIND_COLD void too_much_memory();
    RESTBIND_COLD void refuse_size(std::size_t size, std::size_t most);

    // What is there, for a message. The contents of strings are left out: they may be anybody's.
    RESTBIND_COLD std::string found() const;
    RESTBIND_COLD std::string number_text() const;

    char const* begin_;
    unsigned depth_left_;
    unsigned max_depth_;
    std::size_t memory_left_;
    std::size_t in_vain_ = 0;
    std::size_t read_again_ = 0;
    bool too_large_ = false;
    std::string copy_;
};

} // namespace restbind::json

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/detail/cursor.ipp>
#endif
