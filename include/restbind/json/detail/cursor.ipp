// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/json/cursor.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/json/cursor.hpp>

#include <cstdint>
#include <cstring>
#include <utility>

namespace restbind::inline RESTBIND_ABI::json
{

RESTBIND_NOINLINE RESTBIND_DECL void cursor::open(std::string_view text, std::size_t max_bytes)
{
    std::size_t size = text.size();
    while (size != 0 && is_space(text[size - 1]))
        --size;
    bool const guarded = size != 0 && (text[size - 1] == '}' || text[size - 1] == ']');
    // A text that is too large is not looked at, and so needs no copy.
    if (!guarded && text.size() <= max_bytes) [[unlikely]]
        text = copy_.append(text.data(), size);
    begin_ = text.data();
    at = begin_;
    end = begin_ + size;
    if (text.size() > max_bytes) [[unlikely]]
        refuse_size(text.size(), max_bytes);
}
RESTBIND_NOINLINE RESTBIND_DECL void cursor::wipe_copy() noexcept
{
    wipe(copy_); // it may hold a token
}
RESTBIND_NOINLINE RESTBIND_DECL void cursor::note(std::string_view text)
{
    why.text = std::string(text);
    why.offset = offset();
}
RESTBIND_NOINLINE RESTBIND_DECL void cursor::note_expected(std::string_view what)
{
    note(restbind::detail::joined({"expected ", what, ", found ", found()}));
}
RESTBIND_NOINLINE RESTBIND_DECL bool cursor::start()
{
    if (too_large_) [[unlikely]]
        return false;
    if (next() == '\xEF' && std::string_view(begin_, static_cast<std::size_t>(end - begin_))
                                .starts_with("\xEF\xBB\xBF")) [[unlikely]]
        return fail("the text starts with a byte order mark");
    return true;
}
RESTBIND_NOINLINE RESTBIND_DECL bool cursor::finish()
{
    skip_space();
    return at == end || expected("the end of the text");
}
RESTBIND_DECL bool cursor::try_again(mark const& place)
{
    std::size_t const read = at > place.at ? static_cast<std::size_t>(at - place.at) + 1 : 1;
    std::size_t const most = static_cast<std::size_t>(end - begin_) * max_read_again;
    if (in_vain_ + read > most)
        return false;
    in_vain_ += read;
    look_back(place);
    return true;
}
RESTBIND_DECL void cursor::look_back(mark const& place)
{
    at = place.at;
    depth_left_ = place.depth_left;
    memory_left_ = place.memory_left;
    skipped = place.skipped;
    why = {};
}
RESTBIND_NOINLINE RESTBIND_DECL void cursor::skip_spaces() noexcept
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
RESTBIND_NOINLINE RESTBIND_DECL void cursor::too_deep()
{
    note(restbind::detail::joined(
        {"nested deeper than ", restbind::detail::number_text(max_depth_), " levels"}));
}
RESTBIND_NOINLINE RESTBIND_DECL void cursor::too_much_memory()
{
    why.kind = error_kind::too_large;
    note("the value takes more memory than is allowed");
}
RESTBIND_NOINLINE RESTBIND_DECL void cursor::refuse_size(std::size_t size, std::size_t most)
{
    too_large_ = true;
    why.kind = error_kind::too_large;
    note(restbind::detail::joined({"the text has ",
        restbind::detail::number_text(static_cast<std::int64_t>(size)), " bytes, allowed are ",
        restbind::detail::number_text(static_cast<std::int64_t>(most))}));
}
RESTBIND_DECL std::string cursor::found() const
{
    if (at == end)
        return "the end of the text";
    if (*at == '-' || restbind::detail::is_digit(*at))
        return restbind::detail::joined({"the number ", number_text()});
    std::string_view const rest(at, static_cast<std::size_t>(end - at));
    constexpr std::pair<std::string_view, char const*> known[]{{"\"", "a string"},
        {"{", "an object"}, {"[", "an array"}, {"null", "null"}, {"true", "true"},
        {"false", "false"}};
    for (auto const& [start, name] : known)
        if (rest.starts_with(start))
            return name;
    std::size_t const size = restbind::detail::utf8_sequence(at, end);
    return restbind::detail::joined({"'", printable(rest.substr(0, size == 0 ? 1 : size)), "'"});
}
RESTBIND_DECL std::string cursor::number_text() const
{
    constexpr std::size_t most = 32;
    std::string_view const rest(at, static_cast<std::size_t>(end - at));
    std::size_t const size = rest.find_first_not_of("0123456789+-.eE");
    std::string_view const number = rest.substr(0, size);
    return restbind::detail::joined({number.substr(0, most), number.size() <= most ? "" : "..."});
}
} // namespace restbind::json
