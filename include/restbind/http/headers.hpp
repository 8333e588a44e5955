// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/text.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

namespace detail
{

/// For each character whether the name of a header may hold it: the token characters of RFC 9110.
inline constexpr auto name_characters = []
{
    std::array<bool, 256> table{};
    for (unsigned char c = 0; c != 128; ++c)
        table[c] = is_digit(static_cast<char>(c)) || is_letter(static_cast<char>(c));
    for (char const c : std::string_view("!#$%&'*+-.^_`|~"))
        table[static_cast<unsigned char>(c)] = true;
    return table;
}();

/// The length of a name as an element of a set: it tells most names apart.
constexpr std::uint64_t length_bit(std::string_view name) noexcept
{
    return std::uint64_t(1) << (name.size() % 64);
}

} // namespace detail

/** Number of characters at the front of the text that can be in the name of a header. */
constexpr std::size_t header_name_length(std::string_view text) noexcept
{
    std::size_t length = 0;
    while (
        length != text.size() && detail::name_characters[static_cast<unsigned char>(text[length])])
        ++length;
    return length;
}

/** Whether the text can be the name of a header: one or more token characters of RFC 9110. */
constexpr bool is_header_name(std::string_view name) noexcept
{
    return !name.empty() && header_name_length(name) == name.size();
}

/** Whether the text can be sent as the value of a header: printable ASCII, spaces and tabs. An
    empty text passes. */
constexpr bool is_header_value(std::string_view value) noexcept
{
    for (char const c : value)
        if ((c < ' ' || c > '~') && c != '\t')
            return false;
    return true;
}

/** Whether the text can be a part of a cookie's value: printable ASCII without space, `"`, `,`, `;`
    and `\` (RFC 6265, section 4.1.1). An empty text passes. */
constexpr bool is_cookie_text(std::string_view text) noexcept
{
    for (char const c : text)
        if (c <= ' ' || c > '~' || c == '"' || c == ',' || c == ';' || c == '\\')
            return false;
    return true;
}

/** Whether a list of header names, with `, ` between them, holds a name; compared without case. */
constexpr bool lists_header(std::string_view list, std::string_view name) noexcept
{
    while (!list.empty())
        if (iequals(take_element(list), name))
            return true;
    return false;
}

/** A list of header names, with `, ` between them. Headers of many responses are looked up in it.
 */
class header_names
{
public:
    /** @param list Must outlive this object. */
    template <std::convertible_to<std::string_view> List>
    constexpr header_names(List const& list) noexcept
        : list_(list)
    {
        for (std::string_view rest = list_; !rest.empty();)
            lengths_ |= detail::length_bit(take_element(rest));
    }

    /** Whether it holds no name. */
    constexpr bool empty() const noexcept { return list_.empty(); }

    /** Whether it holds a name; compared without case. Most names have another length than those of
        the list. */
    constexpr bool contains(std::string_view name) const noexcept
    {
        return (lengths_ & detail::length_bit(name)) != 0 && lists_header(list_, name);
    }

private:
    std::string_view list_;
    std::uint64_t lengths_ = 0;
};

/** Headers in the order in which they were added, kept as the text that goes over the wire.

    A name may occur more than once.
*/
class header_list
{
public:
    /** One header: name and value. Both point into the list and live until it changes. */
    using value_type = std::pair<std::string_view, std::string_view>;

    /** Walks over the headers in order. */
    class const_iterator
    {
    public:
        using iterator_category = std::forward_iterator_tag; ///< of a forward iterator
        using value_type = header_list::value_type;          ///< of a forward iterator
        using difference_type = std::ptrdiff_t;              ///< of a forward iterator
        using pointer = value_type const*;                   ///< of a forward iterator
        using reference = value_type;                        ///< of a forward iterator

        const_iterator() = default;

        /** The header at this place. */
        value_type operator*() const noexcept
        {
            std::size_t const colon = rest_.find(':');
            std::size_t const end = rest_.find('\r');
            return {rest_.substr(0, colon), rest_.substr(colon + 2, end - colon - 2)};
        }

        /** The place of the next header. */
        const_iterator& operator++() noexcept
        {
            rest_.remove_prefix(rest_.find('\n') + 1);
            return *this;
        }

        /** Moves on; gives the place before. */
        const_iterator operator++(int) noexcept
        {
            const_iterator const before = *this;
            ++*this;
            return before;
        }

        /** Equal at the same place of the same list. */
        friend bool operator==(const_iterator const& a, const_iterator const& b) noexcept
        {
            return a.rest_.size() == b.rest_.size();
        }

    private:
        friend class header_list;
        explicit const_iterator(std::string_view rest) noexcept
            : rest_(rest)
        {
        }

        std::string_view rest_;
    };

    /** Adds a header.

        @returns An error of kind `invalid_argument` if the name is empty or holds a character that
        no name may hold, or if the value holds a control character (CR, LF and NUL among them) or a
        non-ASCII character. The error names the header and never its value. The list is then
        unchanged.
    */
    result<void> add(std::string_view name, std::string_view value)
    {
        if (!is_header_name(name) || !is_header_value(value)) [[unlikely]]
            return failure(name);
        add_unchecked(name, trim(value));
        return {};
    }

    /** Adds a header whose name and value are known to hold neither CR nor LF, as after a parser
        has read them. */
    void add_unchecked(std::string_view name, std::string_view value)
    {
        std::size_t const size = text_.size() + name.size() + value.size() + 4;
        if (size > text_.capacity())
            text_.reserve((std::max)(size, 2 * text_.capacity()));
        concat_to(text_, name, ": ", value, "\r\n");
        lengths_ |= detail::length_bit(name);
    }

    /** The value of the first header of that name, compared without case. It lives until the list
        changes. */
    std::optional<std::string_view> find(std::string_view name) const noexcept
    {
        if ((lengths_ & detail::length_bit(name)) != 0)
            for (auto const [key, value] : *this)
                if (iequals(key, name))
                    return value;
        return std::nullopt;
    }

    /** The first header. Lives until the list changes. */
    const_iterator begin() const noexcept { return const_iterator(text_); }
    /** Behind the last header. */
    const_iterator end() const noexcept { return const_iterator(std::string_view()); }

    /** Whether there is no header. */
    bool empty() const noexcept { return text_.empty(); }

    /** All headers as `Name: value\r\n` lines, without the empty line that ends a head. */
    std::string const& text() const noexcept { return text_; }

    /** Makes space for that many bytes of text in one piece. */
    void reserve(std::size_t bytes) { text_.reserve(bytes); }

    /** Removes all headers. */
    void clear() noexcept
    {
        text_.clear();
        lengths_ = 0;
    }

    friend bool operator==(header_list const&, header_list const&) = default;

private:
    // Why a header cannot be added.
    RESTBIND_COLD static error failure(std::string_view name)
    {
        if (name.empty())
            return invalid_argument({"a header has an empty name"});
        if (!is_header_name(name))
            return invalid_argument({"a header's name holds a character that is not allowed"});
        return invalid_argument(
            {"the value of header ", name, " holds a control or non-ASCII character"});
    }

    std::string text_;
    std::uint64_t lengths_ = 0; ///< of the names
};

} // namespace restbind::http
