// SPDX-License-Identifier: BSL-1.0
// Values of requests as they came: texts without types, which the type that reads them tells apart.
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/style.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/proxy.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/json/reading.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::testing::detail
{

/// A name and a value, both as they came.
using named_text = std::pair<std::string_view, std::string_view>;

/// Cuts a text at each delimiter.
inline std::vector<std::string_view> split(std::string_view text, std::string_view delimiter)
{
    std::vector<std::string_view> pieces;
    for (;;)
    {
        std::size_t const end = text.find(delimiter);
        pieces.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return pieces;
        text.remove_prefix(end + delimiter.size());
    }
}

/// Cuts a text in two at the first delimiter; the second part is empty without one.
inline named_text cut(std::string_view text, char delimiter)
{
    std::size_t const at = text.find(delimiter);
    return {text.substr(0, at),
        at == std::string_view::npos ? std::string_view() : text.substr(at + 1)};
}

/// A text without its percent-encoding; as it is where that is broken.
inline std::string decoded(std::string_view text)
{
    return http::detail::percent_decode(text).value_or(std::string(text));
}

/// The same in a form, where `+` is a space.
inline std::string form_decoded(std::string_view text)
{
    std::string spaced(text);
    std::replace(spaced.begin(), spaced.end(), '+', ' ');
    return decoded(spaced);
}

/** A value of which only texts are known: one text, a list, or an object. */
class part
{
public:
    part() = default;
    explicit part(std::string text)
        : text_(std::move(text))
    {
    }

    /// The member of a name, which is added if it is not there. An empty name is the next element
    /// of a list.
    part& at(std::string const& name)
    {
        if (!name.empty())
            for (auto& [known, value] : parts_)
                if (known == name)
                    return value;
        return parts_.emplace_back(name, part()).second;
    }

    /// Adds a member; one that is there already becomes a list.
    void add(std::string const& name, part value)
    {
        part& there = at(name);
        if (there.is_new_)
            there = std::move(value);
        else
        {
            if (!there.is_repeated_)
            {
                part first = std::exchange(there, part());
                there.is_repeated_ = true;
                there.at({}) = std::move(first);
            }
            there.at({}) = std::move(value);
        }
        there.is_new_ = false;
    }

    void is_list() { is_list_ = true; }

    /// What a value may be at a place, one after the other: as it looks, a text, a list of one.
    using guesses = std::map<std::string, int, std::less<>>;

    /// The value as JSON.
    std::string json(guesses const& known, std::string const& place = {}) const
    {
        if (parts_.empty() && !is_list_)
            return json_of_text(known, place);
        bool const is_object =
            !is_list_ && !parts_.front().first.empty() && !has_indices();
        std::string text(is_object ? "{" : "[");
        std::size_t index = 0;
        for (auto const& [name, value] : parts_)
        {
            text += text.size() > 1 ? "," : "";
            if (is_object)
                text += quoted(name) + ":";
            text += value.json(known,
                is_object ? place + (place.empty() ? "" : ".") + name
                          : place + "[" + std::to_string(index) + "]");
            ++index;
        }
        return text + (is_object ? "}" : "]");
    }

private:
    static std::string quoted(std::string const& text)
    {
        auto made = json::encode(text);
        return made ? std::move(*made) : std::string("null");
    }

    bool has_indices() const noexcept
    {
        return std::all_of(parts_.begin(), parts_.end(), [](auto const& one)
            { return one.first.find_first_not_of("0123456789") == std::string::npos; });
    }

    bool looks_like_json() const { return !text_.starts_with('"') && json::is_json(text_); }

    std::string json_of_text(guesses const& known, std::string const& place) const
    {
        auto const guess = known.find(place);
        int const number = guess == known.end() ? 0 : guess->second;
        if (number == 2)
            return "[" + json_of_text(known, place + "[0]") + "]";
        return number == 0 && looks_like_json() ? text_ : quoted(text_);
    }

    std::string text_;
    std::vector<std::pair<std::string, part>> parts_;
    bool is_new_ = true;
    bool is_repeated_ = false;
    bool is_list_ = false;
};

/// Reads a value of a request. It lacks the members that only the service sends. Anything else that
/// cannot be read shows when a request is made again of what was read.
template <class T>
result<T> decode_sent(std::string_view text, json::deviations& unread)
{
    auto got = json::decode<T>(text);
    if (!got)
        got = json::decode_leniently<T>(text, unread);
    return got;
}

/// Chooses the next guess. @returns Whether there is another one for the place.
inline bool guess_again(part::guesses& known, std::string const& place)
{
    int& guess = known[place];
    guess += guess < 3;
    return guess < 3;
}

/// Reads a value as `decode_sent` does. What looks like a number may be a text, and one text a
/// list: where the type takes it for something else, the next guess is tried. @returns Whether the
/// type takes it.
template <class T>
bool read_part(part const& given, T& value)
{
    part::guesses known;
    for (;;)
    {
        json::deviations unread;
        auto got = detail::decode_sent<T>(given.json(known), unread);
        bool const changes = got ? std::any_of(unread.listed.begin(), unread.listed.end(),
                                       [&known](json::deviation const& one)
                                       { return detail::guess_again(known, one.path); })
                                 : detail::guess_again(known, std::string(got.error().json_path()));
        if (changes)
            continue;
        if (got)
            value = std::move(*got);
        return bool(got);
    }
}

} // namespace restbind::testing::detail
