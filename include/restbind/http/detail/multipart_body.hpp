// SPDX-License-Identifier: BSL-1.0
// The format multipart/form-data, and models as forms of several parts.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/described.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/nullable.hpp>
#include <restbind/core/required_variant.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/style.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/encode.hpp>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace restbind::inline RESTBIND_ABI::http
{

/** How a form of several parts is put together. */
struct multipart_options
{
    /** Chooses among the boundaries that are possible: the same seed and the same parts give the
        same bytes. */
    std::uint64_t seed = 0;

    /** The longest body, in bytes; a longer one is refused before memory is taken for it. */
    std::size_t max_bytes = std::size_t{1} << 31;

    /** Whether members that are secret or only written are left out. */
    bool hides_secrets = false;
};

namespace detail
{

inline constexpr std::string_view boundary_head = "restbind-";
inline constexpr std::size_t boundary_digits = 16;

/** Adds the numbers of all boundaries of ours that occur in a text. */
inline void add_boundaries(std::vector<std::uint64_t>& found, std::string_view text)
{
    std::size_t at = text.find(boundary_head);
    for (; at != std::string_view::npos; at = text.find(boundary_head, at))
    {
        at += boundary_head.size();
        std::string_view const digits = text.substr(at, boundary_digits);
        char const* const end = digits.data() + digits.size();
        std::uint64_t number = 0;
        if (digits.size() == boundary_digits &&
            std::from_chars(digits.data(), end, number, 16).ptr == end)
            found.push_back(number);
    }
}

/** The first boundary of the seed's sequence whose number is not among `taken`. */
inline std::string free_boundary(std::vector<std::uint64_t> taken, std::uint64_t seed)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::sort(taken.begin(), taken.end());
    // The sequence repeats no number, so this ends after as many steps as numbers are taken.
    std::uint64_t number = restbind::detail::split_mix(seed);
    while (std::binary_search(taken.begin(), taken.end(), number))
        number = restbind::detail::split_mix(++seed);
    std::string boundary(boundary_head);
    for (int shift = 60; shift >= 0; shift -= 4)
        boundary.push_back(digits[number >> shift & 15U]);
    return boundary;
}

} // namespace detail

/** Collects the parts of a form, then writes them: `multipart/form-data` of RFC 7578.

    Names and file names are UTF-8; in them a quote becomes `%22`, CR `%0D` and LF `%0A`, as
    browsers do it, and other control characters are refused: no part can end another's head. The
    boundary is one that occurs nowhere in the parts. No step fails: the first error is kept and
    `finish` returns it.
*/
class multipart_writer final : public detail::piece_sink
{
public:
    /** Adds a value. @param content_type Empty: none is sent, which means text. */
    void text(std::string_view name, std::string content, std::string_view content_type,
        std::string_view headers)
    {
        part& added = add(name, nullptr);
        added.own = std::move(content);
        end_head(added, name, content_type, headers, {});
    }

    /** Adds a file. What it says itself goes before what is stated.
        @param content Must live until finish() has returned. */
    void file(form_field const& stated, restbind::file const& content)
    {
        std::string_view const shown =
            content.name.empty() ? stated.name : std::string_view(content.name);
        part& added = add(stated.name, &shown);
        added.bytes = &content.content;
        std::string_view const type =
            content.content_type.empty() ? stated.type_or(octets) : content.content_type;
        end_head(added, stated.name, type, stated.headers, content.headers);
    }

    /** Adds a piece of a value as a part of its own. */
    void piece(std::string_view name, std::string_view content, bool, bool is_json) override
    {
        text(name, std::string(content),
            is_json ? field->type_or("application/json") : field->content_type, field->headers);
    }

    /** Media type of bytes about which nothing is stated. */
    static constexpr std::string_view octets = "application/octet-stream";

    /** Notes an error; the first one counts. */
    void fail(error found)
    {
        if (!error_)
            error_ = std::move(found);
    }

    /** The body with all parts, in order, and its media type; the first error; or
        `invalid_argument` for a body that is too long. */
    result<encoded_body> finish(multipart_options const& options = {}) &&
    {
        if (error_)
            return *std::move(error_);
        // `--`, the boundary and CR LF before each part, and CR LF behind it.
        constexpr std::size_t around = detail::boundary_head.size() + detail::boundary_digits + 6;
        std::size_t size = around;
        std::vector<std::uint64_t> taken;
        for (part const& one : parts_)
        {
            std::size_t const more = one.head.size() + one.content().size() + around;
            if (more > options.max_bytes || size > options.max_bytes - more)
                return error(error_kind::invalid_argument,
                    "the body is longer than " + std::to_string(options.max_bytes) + " bytes");
            size += more;
            detail::add_boundaries(taken, one.head);
            detail::add_boundaries(taken, one.content());
        }
        std::string const boundary = detail::free_boundary(std::move(taken), options.seed);
        encoded_body body{.media_type = "multipart/form-data",
            .content_type = "multipart/form-data; boundary=" + boundary};
        body.bytes.reserve(size);
        for (part const& one : parts_)
            for (std::string_view const text :
                {std::string_view("--"), std::string_view(boundary), std::string_view("\r\n"),
                    std::string_view(one.head), one.content(), std::string_view("\r\n")})
                body.bytes.append(text);
        body.bytes.append("--").append(boundary).append("--\r\n");
        return body;
    }

private:
    struct part
    {
        std::string head;
        std::string own;
        std::string const* bytes = nullptr; // of a file, which is not copied

        std::string_view content() const noexcept { return bytes ? *bytes : own; }
    };

    part& add(std::string_view name, std::string_view const* file_name)
    {
        part& added = parts_.emplace_back();
        added.head = "Content-Disposition: form-data; name=\"";
        quote(added.head, name, name);
        if (file_name)
        {
            added.head.append("; filename=\"");
            quote(added.head, *file_name, name);
        }
        added.head.append("\r\n");
        return added;
    }

    void quote(std::string& out, std::string_view text, std::string_view owner)
    {
        if (utf8_prefix(text) != text.size())
            fail_part(owner, "has a name that is not UTF-8");
        for (char const c : text)
            if (c == '"')
                out.append("%22");
            else if (c == '\r')
                out.append("%0D");
            else if (c == '\n')
                out.append("%0A");
            else if (static_cast<unsigned char>(c) < ' ' || c == '\x7F')
                return fail_part(owner, "has a name with a control character");
            else
                out.push_back(c);
        out.push_back('"');
    }

    void end_head(part& to, std::string_view name, std::string_view type, std::string_view lines,
        std::vector<std::pair<std::string, std::string>> const& further)
    {
        if (!is_header_value(type))
            return fail_part(name, "has a content type with a control or non-ASCII character");
        if (!type.empty())
            concat_to(to.head, "Content-Type: ", type, "\r\n");
        to.head.append(lines);
        for (auto const& [key, value] : further)
        {
            if (!is_header_name(key) || !is_header_value(value) ||
                iequals(key, "Content-Disposition") || iequals(key, "Content-Type"))
                return fail_part(name, "has a header that cannot be sent");
            concat_to(to.head, key, ": ", value, "\r\n");
        }
        to.head.append("\r\n");
    }

    void fail_part(std::string_view name, std::string_view what)
    {
        fail(invalid_argument({"the part ", printable(name, 100), " ", what}));
    }

    std::vector<part> parts_;
    std::optional<error> error_;
};

namespace detail
{

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

template <class T>
inline constexpr bool is_map = false;
template <class T>
inline constexpr bool is_map<std::map<std::string, T>> = true;

template <class T>
inline constexpr bool is_base64 = std::same_as<T, base64_bytes> || std::same_as<T, base64_png>;

template <class T>
inline constexpr bool may_be_missing = json::detail::is_optional<T> || json::detail::is_nullable<T>;

/** Whether parts of a value are not made of its JSON text. */
template <class T>
constexpr bool has_bytes()
{
    if constexpr (std::same_as<T, file> || is_base64<T>)
        return true;
    else if constexpr (is_list<T> || may_be_missing<T>)
        return has_bytes<typename T::value_type>();
    else if constexpr (restbind::detail::is_variant<T>)
        return []<class... A>(std::variant<A...> const*)
        { return (has_bytes<A>() || ...); }(static_cast<T const*>(nullptr));
    else
        return false;
}

/** Adds the parts of one property. */
template <class T>
void add_parts(multipart_writer& writer, form_field const& settings, T const& value)
{
    if constexpr (may_be_missing<T>)
    {
        if (value)
            add_parts(writer, settings, *value);
        else
            writer.text(settings.name, {}, {}, settings.headers);
    }
    else if constexpr (std::same_as<T, file>)
        writer.file(settings, value);
    else if constexpr (is_base64<T>)
        writer.text(settings.name, base64_encode(value.bytes),
            settings.type_or(multipart_writer::octets), settings.headers);
    else if constexpr (restbind::detail::is_variant<T> && has_bytes<T>())
        std::visit([&](auto const& one) { add_parts(writer, settings, one); }, value);
    else if constexpr (is_list<T> && has_bytes<T>())
        for (auto const& element : value)
            add_parts(writer, settings, element);
    else
    {
        writer.field = &settings;
        auto const written = write_styled(std::addressof(value), json::detail::write_plan_of<T>,
            settings.name, settings.how, part_target, writer);
        if (!written)
            writer.fail(written.error());
    }
}

/** Adds the parts of member I, unless it is absent or only comes in responses. */
template <class D, std::size_t I>
void add_member(multipart_writer& writer, std::span<form_field const> fields, D const& value)
{
    constexpr member const& row = json::detail::member_table<D>[I];
    if constexpr (row.access != access_mode::read_only)
    {
        if constexpr (json::detail::is_hidden(row))
            if (writer.hides_secrets)
                return;
        using type = json::detail::member_type<D, I>;
        auto const& own = value.*json::detail::member_pointer<D, I>;
        if constexpr (row.presence == presence::optional ||
                      row.presence == presence::optional_nullable)
        {
            if constexpr (json::detail::is_nullable<type>)
            {
                if (own.is_absent())
                    return;
            }
            else if (!own)
                return;
        }
        add_parts(writer, field_of(fields, row.name), own);
    }
}

/** Adds the parts of a whole body. */
template <class T>
void add_all(multipart_writer& writer, std::span<form_field const> fields, T const& value)
{
    if constexpr (json::described<T>)
    {
        [&]<std::size_t... I>(std::index_sequence<I...>)
        { (add_member<T, I>(writer, fields, value), ...); }(
            std::make_index_sequence<json::detail::named_count<T>>());
        if constexpr (json::detail::keeps_extra<T>)
            add_all(writer, fields,
                value.*json::detail::member_pointer<T, json::detail::named_count<T>>);
    }
    else if constexpr (is_map<T>)
        for (auto const& [name, element] : value)
            add_parts(writer, field_of(fields, name), element);
    else if constexpr (restbind::detail::is_variant<T>)
        std::visit([&](auto const& one) { add_all(writer, fields, one); }, value);
    else
    {
        auto const written = write_members(
            std::addressof(value), json::detail::write_plan_of<T>, fields, part_target, writer);
        if (!written)
            writer.fail(written.error());
    }
}

} // namespace detail

/** A value as a form of several parts, `multipart/form-data` of RFC 7578.

    Each member is a part, an absent optional one none. Scalars are text, as they stand in JSON;
    null is an empty part; a `restbind::file` is a part with a file name; a list is a part of the
    same name for each element, and so none when it is empty; an object is a part of JSON. A file's
    bytes are copied once, into the body. See multipart_writer for names and boundaries.

    @param value An object: a model, a map, or open JSON.
    @param fields What is stated about its members; nothing for the others.
    @returns `invalid_argument` for a name or header that cannot be sent, a body that is too long,
        what is no object, and, with `error::json_path()`, for what JSON cannot hold.
*/
template <class T>
result<encoded_body> encode_multipart(
    T const& value, std::span<form_field const> fields = {}, multipart_options const& options = {})
{
    multipart_writer writer;
    writer.hides_secrets = options.hides_secrets;
    detail::add_all(writer, fields, value);
    return std::move(writer).finish(options);
}

/** Sends a value as a form of several parts; see encode_multipart(). */
template <class T>
void multipart_body(
    request_builder& builder, T const& value, std::initializer_list<form_field> fields = {})
{
    if (!builder.failed())
        builder.body(encode_multipart(value, std::span(fields.begin(), fields.size()),
            {.hides_secrets = builder.hides_secrets()}));
}

/** For what reads requests. */
template <class Reader, class T>
void multipart_body(Reader& reader, T const& value, std::initializer_list<form_field> fields = {})
{
    reader.multipart_body(value, std::span(fields.begin(), fields.size()));
}

} // namespace restbind::http
