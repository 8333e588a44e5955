// Bodies of <restbind/http/answer_parser.hpp>.
#pragma once

#include <restbind/http/answer_parser.hpp>
#include <restbind/http/ascii.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/retry_after.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace restbind::http
{

namespace detail
{

/// A character in each byte of a word.
constexpr std::uint64_t each_byte(unsigned char c) noexcept
{
    return 0x0101010101010101U * c;
}

/** The place of the first character that ends a text, from a place on; the size if there is none.

    @tparam Width Number of characters that are looked at together.
    @param suspect Given that many characters, the index of one that may end the text, with none
    such in front of it; `Width` if there is none.
    @param ends Whether a character ends the text.
*/
template <std::size_t Width, class Suspect, class Ends>
std::size_t find_end(std::string_view text, std::size_t at, Suspect suspect, Ends ends) noexcept
{
    while (text.size() - at >= Width)
    {
        std::size_t const index = suspect(text.data() + at);
        if (index == Width)
        {
            at += Width; // a constant: the next step need not wait for this one's index
            continue;
        }
        at += index;
        if (ends(text[at]))
            return at;
        ++at;
    }
    while (at != text.size() && !ends(text[at]))
        ++at;
    return at;
}

inline std::uint64_t load_word(char const* from) noexcept
{
    std::uint64_t word = 0;
    std::memcpy(&word, from, sizeof word);
    return word;
}

/// The index of the first character whose high bit is set; 8 if there is none. Bits of characters
/// behind it may be wrong.
inline std::size_t first_marked(std::uint64_t word) noexcept
{
    word &= each_byte(0x80);
    if constexpr (std::endian::native == std::endian::little)
        return static_cast<std::size_t>(std::countr_zero(word)) / 8;
    else
        return word == 0 ? 8 : 0;
}

#if defined(__SSE2__)
/// The index of the first byte of a comparison's result that is not set; 16 if there is none.
inline std::size_t first_clear(__m128i set) noexcept
{
    auto const marks = static_cast<unsigned>(_mm_movemask_epi8(set));
    return static_cast<std::size_t>(std::countr_zero(~marks));
}
#endif

/// The place of the first control character other than a tab.
inline std::size_t find_control(std::string_view text, std::size_t at) noexcept
{
    auto const ends = [](char c)
    {
        auto const byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\t') || byte == 0x7f;
    };
#if defined(__SSE2__)
    auto const suspect = [](char const* from)
    {
        // One up, 0x7f is the least signed number, and 0x20 or less is also what is not ASCII.
        __m128i const block =
            _mm_add_epi8(_mm_loadu_si128(reinterpret_cast<__m128i const*>(from)), _mm_set1_epi8(1));
        return first_clear(_mm_cmpgt_epi8(block, _mm_set1_epi8(0x20)));
    };
    return find_end<16>(text, at, suspect, ends);
#else
    auto const suspect = [](char const* from)
    {
        // Below 0x20, 0x7f, or not ASCII.
        std::uint64_t const word = load_word(from);
        return first_marked((word - each_byte(0x20)) | (word + each_byte(1)));
    };
    return find_end<8>(text, at, suspect, ends);
#endif
}

/// As `header_name_length`. Nearly all names consist of letters and dashes.
inline std::size_t name_length(std::string_view line) noexcept
{
    auto const ends = [](char c) { return !name_characters[static_cast<unsigned char>(c)]; };
#if defined(__SSE2__)
    auto const suspect = [](char const* from)
    {
        __m128i const block = _mm_loadu_si128(reinterpret_cast<__m128i const*>(from));
        // Small letters moved to the end of the signed numbers, with nothing behind them.
        __m128i const lower =
            _mm_add_epi8(_mm_or_si128(block, _mm_set1_epi8(0x20)), _mm_set1_epi8(0x7f - 'z'));
        __m128i const plain = _mm_or_si128(_mm_cmpgt_epi8(lower, _mm_set1_epi8(0x7f - 26)),
            _mm_cmpeq_epi8(block, _mm_set1_epi8('-')));
        return first_clear(plain);
    };
    return find_end<16>(line, 0, suspect, ends);
#else
    auto const suspect = [](char const* from)
    {
        std::uint64_t const word = load_word(from);
        std::uint64_t const lower = word | each_byte(0x20);
        std::uint64_t const letters =
            (lower + each_byte(0x80 - 'a')) & ~(lower + each_byte(0x7f - 'z')) & ~word;
        std::uint64_t const no_dash = word ^ each_byte('-');
        return first_marked(~letters & (((no_dash & each_byte(0x7f)) + each_byte(0x7f)) | no_dash));
    };
    return find_end<8>(line, 0, suspect, ends);
#endif
}

/// As `trim`. Nearly all values stand behind one space and have none behind them.
inline std::string_view value_of(std::string_view text) noexcept
{
    if (text.size() > 1 && text[0] == ' ' && text[1] > ' ' && text.back() > ' ')
        return {text.data() + 1, text.size() - 1};
    return trim(text);
}

/** Whether a name of letters and dashes is that of a header.

    @param lower Eight characters or more, as many as the header's name has, without capitals.
*/
inline bool is_name(std::string_view header, std::string_view lower) noexcept
{
    auto const differ = [&](std::size_t at)
    {
        // Of all characters that a name may hold this bit alone makes capitals small and leaves
        // dashes as they are.
        return (load_word(header.data() + at) | each_byte(0x20)) != load_word(lower.data() + at);
    };
    for (std::size_t at = 0; at + 8 < lower.size(); at += 8)
        if (differ(at))
            return false;
    return !differ(lower.size() - 8);
}

/// Most digits of a chunk's size, leading zeros included.
inline constexpr std::size_t most_size_digits = 32;

/** Reads digits and nothing else. @returns False also for a number of 2^64 or more. */
inline bool read_number(std::string_view digits, std::uint64_t& number) noexcept
{
    constexpr std::uint64_t most = (std::numeric_limits<std::uint64_t>::max)();
    number = 0;
    for (char const c : digits)
    {
        auto const digit = static_cast<std::uint64_t>(c - '0');
        if (!is_digit(c) || number > (most - digit) / 10)
            return false;
        number = 10 * number + digit;
    }
    return !digits.empty();
}

/** Whether each quoted text of a chunk's extensions is closed. */
inline bool closes_quotes(std::string_view extensions) noexcept
{
    bool quoted = false;
    for (std::size_t i = 0; i != extensions.size(); ++i)
    {
        if (extensions[i] == '"')
            quoted = !quoted;
        else if (quoted && extensions[i] == '\\' && i + 1 != extensions.size())
            ++i;
    }
    return !quoted;
}

} // namespace detail

RESTBIND_DECL answer_parser::answer_parser(
    response& answer, answer_limits const& limits, bool has_no_body)
    : answer_(answer)
    , limits_(limits)
    , room_(limits.header)
    , has_no_body_(has_no_body)
{
    answer_.body.clear();
    restart();
}

RESTBIND_DECL void answer_parser::restart()
{
    answer_.status = 0;
    answer_.content_type.clear();
    answer_.headers.clear();
    answer_.retry_after.reset();
    part_ = part::status_line;
    has_begun_ = has_length_ = chunked_ = asked_to_close_ = asked_to_keep_ = false;
}

RESTBIND_DECL bool answer_parser::refuse(std::string_view why)
{
    failure_kind_ = error_kind::protocol;
    failure_detail_ = why;
    return false;
}

RESTBIND_DECL bool answer_parser::exceed()
{
    failure_kind_ = error_kind::too_large;
    failure_detail_ = "the answer is larger than the limit";
    return false;
}

RESTBIND_DECL bool answer_parser::take_room(std::size_t size)
{
    if (size > room_)
        return exceed();
    room_ -= size;
    return true;
}

RESTBIND_DECL bool answer_parser::is_streamed() const noexcept
{
    return !limits_.streamed.empty() &&
           find_success(limits_.streamed, answer_.status) != limits_.streamed.size();
}

RESTBIND_DECL answer_parser::progress answer_parser::take(std::string_view& input)
{
    bool good = true;
    while (good && part_ != part::nothing && !input.empty())
    {
        has_begun_ = true;
        switch (part_)
        {
        case part::body:
            good = take_body(input);
            if (left_ == 0)
                part_ = part::nothing;
            break;
        case part::body_until_end:
            left_ = input.size();
            good = take_body(input);
            break;
        case part::chunk:
            good = take_body(input);
            if (left_ == 0)
                part_ = part::chunk_end;
            break;
        case part::chunk_end:
            if (input == "\r")
                return progress::need_more;
            good = input.starts_with("\r\n") || refuse("a chunk is longer than its size");
            input.remove_prefix(good ? 2 : 0);
            part_ = part::chunk_size;
            break;
        default:
            std::string_view line;
            progress const found = take_line(input, line);
            if (found != progress::complete)
                return found;
            good = read_line(line);
            break;
        }
    }
    if (!good)
        return progress::failed;
    return part_ == part::nothing ? progress::complete : progress::need_more;
}

RESTBIND_DECL answer_parser::progress answer_parser::end()
{
    if (part_ == part::body_until_end)
    {
        part_ = part::nothing;
        return progress::complete;
    }
    failure_kind_ = error_kind::read;
    failure_detail_ = has_begun_ ? "the connection was closed inside the answer"
                                 : "the connection was closed without an answer";
    return progress::failed;
}

RESTBIND_DECL answer_parser::progress answer_parser::take_line(
    std::string_view& input, std::string_view& line)
{
    std::size_t const end = detail::find_control(input, scanned_);
    // The digits of a chunk's size take no room.
    if (end > (part_ == part::chunk_size ? room_ + detail::most_size_digits : room_))
    {
        exceed();
        return progress::failed;
    }
    std::size_t const left = input.size() - end;
    if (left == 0 || (left == 1 && input[end] == '\r'))
    {
        scanned_ = end;
        return progress::need_more;
    }
    if (input[end] != '\r' || input[end + 1] != '\n')
    {
        refuse(input[end] == '\n' ? "a line of the head ends without a carriage return"
                                  : "the head holds a control character");
        return progress::failed;
    }
    line = {input.data(), end};
    input.remove_prefix(end + 2);
    scanned_ = 0;
    return progress::complete;
}

RESTBIND_DECL bool answer_parser::read_line(std::string_view line)
{
    if (part_ == part::chunk_size)
        return read_chunk_size(line);
    if (!line.empty() && !take_room(line.size() + 2))
        return false;
    if (part_ == part::status_line)
        return read_status_line(line);
    if (!line.empty())
        return read_header(line);
    if (part_ == part::header)
        return end_head();
    part_ = part::nothing;
    return true;
}

RESTBIND_DECL bool answer_parser::read_status_line(std::string_view line)
{
    // "HTTP/1.1 200", then perhaps a space and a reason.
    constexpr std::string_view start = "HTTP/1.";
    if (!line.starts_with(start) || line.size() < 9 || (line[7] != '0' && line[7] != '1') ||
        line[8] != ' ')
        return refuse("the status line is none of HTTP/1.1 or HTTP/1.0");
    std::uint64_t status = 0;
    if (!detail::read_number(line.substr(9, 3), status) || (line.size() > 12 && line[12] != ' ') ||
        status < 100 || status > 599)
        return refuse("the status is not from 100 to 599");
    first_version_ = line[7] == '0';
    status_ = static_cast<int>(status);
    part_ = part::header;
    return true;
}

RESTBIND_DECL bool answer_parser::read_header(std::string_view line)
{
    if (++headers_ > most_headers)
        return exceed();
    if (line[0] == ' ' || line[0] == '\t')
        return refuse("a header goes on in a second line");
    std::size_t const colon = detail::name_length(line);
    if (colon == 0 || colon == line.size() || line[colon] != ':')
        return refuse("a line of the head is no header");
    std::string_view const name(line.data(), colon);
    line.remove_prefix(colon + 1);
    if (part_ == part::header)
        return take_header(name, detail::value_of(line));
    bool const too_late =
        equal_without_case(name, "content-length") || equal_without_case(name, "transfer-encoding");
    return !too_late || refuse("a length or a transfer coding stands behind the body");
}

RESTBIND_DECL bool answer_parser::take_header(std::string_view name, std::string_view value)
{
    auto const is = [name](std::string_view other) { return detail::is_name(name, other); };
    bool traces = false;
    bool good = true;
    switch (name.size())
    {
    case 10:
        if (is("connection"))
            read_connection(value);
        else
            traces = is("request-id");
        break;
    case 11:
        if (is("retry-after"))
            answer_.retry_after = parse_retry_after(value);
        else
            traces = is("traceparent");
        break;
    case 12:
        if (is("content-type"))
            answer_.content_type = value;
        else
            traces = is("x-request-id");
        break;
    case 14:
        if (is("content-length"))
            good = read_length(value);
        break;
    case 16:
        if (is("content-encoding"))
            good = equal_without_case(value, "identity") ||
                   refuse("the body has a content coding that was not asked for");
        else
            traces = is("www-authenticate") || is("x-correlation-id");
        break;
    case 17:
        if (is("transfer-encoding"))
        {
            good = (!chunked_ && equal_without_case(value, "chunked")) ||
                   refuse("the transfer coding is not a single chunked");
            chunked_ = true;
        }
        break;
    default:
        break;
    }
    if (good && (traces || limits_.keep_all_headers ||
                    (!limits_.kept_headers.empty() && lists_header(limits_.kept_headers, name))))
        answer_.headers.add_unchecked(name, value);
    return good;
}

RESTBIND_DECL void answer_parser::read_connection(std::string_view value)
{
    asked_to_close_ = asked_to_close_ || lists_header(value, "close");
    asked_to_keep_ = asked_to_keep_ || lists_header(value, "keep-alive");
}

RESTBIND_DECL bool answer_parser::read_length(std::string_view value)
{
    // Servers repeat it, in one line or in several; what counts is that they agree with themselves.
    for (bool last = false; !last;)
    {
        std::size_t const comma = value.find(',');
        last = comma == std::string_view::npos;
        std::uint64_t length = 0;
        if (!detail::read_number(trim(value.substr(0, comma)), length) ||
            (has_length_ && length != length_))
            return refuse("the length of the body is no number or contradicts itself");
        has_length_ = true;
        length_ = length;
        value.remove_prefix(last ? 0 : comma + 1);
    }
    return true;
}

RESTBIND_DECL bool answer_parser::end_head()
{
    if (chunked_ && has_length_)
        return refuse("the body has both a length and a transfer coding");
    if ((status_ < 200 || status_ == 204) && (chunked_ || length_ != 0))
        return refuse("an answer that has no body announces one");
    answer_.status = status_;
    if (status_ == 101)
        return refuse("the server wants to switch protocols");
    if (status_ < 200)
    {
        if (++interim_answers_ > most_interim_answers)
            return refuse("too many interim answers");
        restart();
        return true;
    }
    keeps_connection_ = !asked_to_close_ && (!first_version_ || (asked_to_keep_ && !chunked_));
    bool const has_body = !has_no_body_ && status_ != 204 && status_ != 304;
    if (!has_body || (has_length_ && length_ == 0))
    {
        part_ = part::nothing;
    }
    else if (chunked_)
    {
        part_ = part::chunk_size;
    }
    else if (!has_length_)
    {
        part_ = part::body_until_end;
        keeps_connection_ = false;
    }
    else
    {
        if (!announce(length_))
            return false;
        part_ = part::body;
        constexpr std::uint64_t most_reserved = 1U << 20;
        if (!is_streamed())
            answer_.body.reserve(static_cast<std::size_t>((std::min)(length_, most_reserved)));
    }
    return true;
}

RESTBIND_DECL bool answer_parser::announce(std::uint64_t size)
{
    // What is taken out of the answer while it comes may be of any size.
    if (size > limits_.body - answer_.body.size() && !is_streamed())
        return exceed();
    left_ = size;
    return true;
}

RESTBIND_DECL bool answer_parser::read_chunk_size(std::string_view line)
{
    std::uint64_t size = 0;
    std::size_t digits = 0;
    for (; digits != line.size() && hex_value(line[digits]) >= 0; ++digits)
    {
        if (size >> 60 != 0)
            return refuse("the size of a chunk is past 2^64");
        size = 16 * size + static_cast<std::uint64_t>(hex_value(line[digits]));
    }
    std::string_view const extension = trim(line.substr(digits));
    if (digits == 0 || digits > detail::most_size_digits ||
        (!extension.empty() && extension[0] != ';'))
        return refuse("the size of a chunk is no number");
    if (!detail::closes_quotes(extension))
        return refuse("an extension of a chunk does not close its quotes");
    if (!extension.empty() && !take_room(extension.size()))
        return false;
    part_ = size == 0 ? part::trailer : part::chunk;
    return announce(size);
}

RESTBIND_DECL bool answer_parser::take_body(std::string_view& input)
{
    std::string_view const piece =
        input.substr(0, static_cast<std::size_t>((std::min<std::uint64_t>)(left_, input.size())));
    if (piece.size() > limits_.body - answer_.body.size())
        return exceed();
    answer_.body.append(piece);
    input.remove_prefix(piece.size());
    left_ -= piece.size();
    return true;
}

} // namespace restbind::http
