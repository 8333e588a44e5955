// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/http/detail/text.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http::detail
{

/** Whether a character can stand in no line of HTTP. */
inline bool is_control(char c) noexcept
{
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
}

/** How much of the front of the input can be parsed whatever bytes follow. */
struct complete_part
{
    std::size_t size = 0; ///< bytes; zero while more is needed
    std::size_t free = 0; ///< those of them that do not count against the limit of the head
};

/** Cuts heads and chunk headers (RFC 9112, sections 4, 5 and 7.1) where their lines end.

    What Boost.Beast does with an incomplete line depends on its version and on how the bytes
    arrive. So it is given whole lines only, and a response means the same with every Boost. What
    the lines say is left to Beast.

    The input of each call begins with that of the call before until `restart`.
*/
class complete_lines
{
public:
    /** The front of the input was read. */
    void restart() noexcept { *this = complete_lines(); }

    /** Lines of a head, its status line included. The shortest one is judged at 13 bytes, another
        protocol at 8.
        @param limit Most bytes that are looked at. */
    complete_part status_and_fields(std::string_view input, std::size_t limit)
    {
        input = input.substr(0, limit);
        if (input.size() >= 8 && !input.starts_with("HTTP/1."))
            return {input.size()};
        constexpr std::size_t judged = 13; // version, space, code, space
        if (input.size() < judged)
            return {};
        std::size_t const end = input.find("\r\n", seen_);
        if (end == std::string_view::npos)
        {
            std::size_t const size = wait(input).size;
            return {size == 0 ? 0 : (std::max)(judged, size)};
        }
        return {(std::max)(judged, fields_from(input, end, end + 2))};
    }

    /** Lines of a head behind its status line.
        @param limit Most bytes that are looked at. */
    complete_part fields(std::string_view input, std::size_t limit)
    {
        input = input.substr(0, limit);
        if (input.starts_with('\r'))
            return {input.size() < 2 ? 0U : 2U};
        if (std::size_t const size = fields_from(input, input.find("\r\n", seen_), 0))
            return {size};
        return wait(input);
    }

    /** The line of a chunk's size with its extensions, behind the last one the trailers, too.
        @param limit Most bytes that count against the limit of the head.
        @param has_data Whether data of another chunk, and thus CR LF, stand in front. */
    complete_part chunk(std::string_view input, std::size_t limit, bool has_data)
    {
        // What every chunk must have does not count against the limit of the head, so that a head
        // that has used it up may have any body: CR LF, 16 digits and CR LF in front of data, and
        // the line ends around the last chunk.
        constexpr std::size_t free = 20;
        constexpr std::size_t free_of_last = 7;
        std::size_t const begin = has_data ? 2 : 0;
        if (has_data && input.size() >= 4 && !input.starts_with("\r\n"))
            return {input.size(), free}; // no CR LF behind the data: Beast reports that
        if (line_end_ == 0 && !find_line_end(input.substr(0, limit + free), begin))
            return {0, free};
        if (!is_last(input, begin))
            return {line_end_, free};
        input = input.substr(0, limit + free_of_last);
        std::size_t const end = input.find("\r\n\r\n", seen_);
        if (end != std::string_view::npos)
            return {end + 4, free_of_last};
        seen_ = (std::max)(seen_, input.size() - 3);
        return {0, free_of_last};
    }

private:
    /// Nothing yet. If the incomplete line holds a character that Beast refuses: all up to that
    /// one.
    complete_part wait(std::string_view input)
    {
        auto const is_refused = [](char c) { return is_control(c) && c != '\r' && c != '\n'; };
        auto const refused = std::find_if(
            input.begin() + static_cast<std::ptrdiff_t>((std::min)(seen_, input.size())),
            input.end(), is_refused);
        if (refused != input.end())
            return {static_cast<std::size_t>(refused - input.begin()) + 1};
        // The two last bytes are looked at again: a line's end and the character behind it decide
        // together.
        seen_ = input.size() - (std::min<std::size_t>)(input.size(), 2);
        return {};
    }

    /// Behind the last line whose end is `at` or a later one and that does not go on in the next
    /// line (section 5.2), with the character that says so; `none` without one.
    static std::size_t fields_from(std::string_view input, std::size_t at, std::size_t none)
    {
        std::size_t found = none;
        for (; at != std::string_view::npos && at + 2 < input.size();
             at = input.find("\r\n", at + 2))
        {
            char const next = input[at + 2];
            if (next == '\r') // an empty line ends the head
                return (std::min)(at + 4, input.size());
            if (next != ' ' && next != '\t')
                found = at + 3;
        }
        return found;
    }

    /// The end of the line that is not inside quotes: Beast looks for the quotes' end in later
    /// lines.
    bool find_line_end(std::string_view input, std::size_t begin)
    {
        for (seen_ = (std::max)(seen_, begin); seen_ < input.size(); ++seen_)
        {
            char const c = input[seen_];
            if (c == '"')
                quoted_ = !quoted_;
            else if (c == '\\' && quoted_)
                ++seen_;
            else if (c == '\n' && !quoted_ && seen_ > begin && input[seen_ - 1] == '\r')
            {
                line_end_ = seen_ + 1;
                --seen_; // CR LF can begin the end of the trailers
                return true;
            }
        }
        return false;
    }

    static bool is_last(std::string_view input, std::size_t begin)
    {
        std::size_t const behind = input.find_first_not_of('0', begin);
        return behind != begin && hex_value(input[behind]) < 0;
    }

    std::size_t seen_ = 0;     ///< bytes that need not be looked at again
    std::size_t line_end_ = 0; ///< behind the line of a chunk's size; zero while not found
    bool quoted_ = false;      ///< whether a quoted string is open at `seen_`
};

} // namespace restbind::http::detail
