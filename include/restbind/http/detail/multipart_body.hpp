// Models as forms of several parts.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/detail/optional_box.hpp>
#include <restbind/core/file.hpp>
#include <restbind/core/nullable.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/form_fields.hpp>
#include <restbind/http/detail/form_style.hpp>
#include <restbind/http/detail/multipart.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/encode.hpp>

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace restbind::http
{

/** What is stated about one property of a form of several parts. */
struct multipart_field
{
    /** Name of the property on the wire. */
    std::string_view name{};

    /** How a list or an object is written. With `form_style::plain` a list is one part for each
        element, an object a part of JSON. */
    form_style style = form_style::plain;

    /** Media type of its parts. Empty: none for scalars, `application/json` for objects,
        `application/octet-stream` for files and base64. */
    std::string_view content_type{};

    /** Further headers of its parts, as lines that end in CR LF. */
    std::string_view headers{};
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
inline constexpr bool is_choice = false;
template <class... T>
inline constexpr bool is_choice<std::variant<T...>> = true;

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
    else if constexpr (is_choice<T>)
        return []<class... A>(std::variant<A...> const*)
        { return (has_bytes<A>() || ...); }(static_cast<T const*>(nullptr));
    else
        return false;
}

/** Makes parts of the fields that a JSON text gives. */
class form_part_sink final : public form_sink
{
public:
    form_part_sink(multipart_writer& writer, multipart_field const& settings)
        : writer_(writer)
        , settings_(settings)
    {
    }

    void field(std::string_view name, std::string_view value, bool is_json) override
    {
        bool const states_json = is_json && settings_.content_type.empty();
        writer_.text(name, std::string(value),
            {states_json ? "application/json" : settings_.content_type, settings_.headers});
    }

    void joined(
        std::string_view name, std::span<std::string const> elements, char delimiter) override
    {
        std::string text = elements.front();
        for (std::string const& element : elements.subspan(1))
            text.append(1, delimiter).append(element);
        writer_.text(name, std::move(text), {settings_.content_type, settings_.headers});
    }

private:
    multipart_writer& writer_;
    multipart_field const& settings_;
};

/** Puts the name of a member in front of where a value could not be written. */
inline error inside(std::string_view name, error found)
{
    std::string path(name);
    if (!found.json_path().empty() && found.json_path().front() != '[')
        path.push_back('.');
    path.append(found.json_path());
    found.with_json_location(std::move(path), 0);
    return found;
}

/** Adds the parts of one property. */
template <class T>
void add_parts(multipart_writer& writer, multipart_field const& settings, T const& value)
{
    part_settings const stated{settings.content_type, settings.headers};
    if constexpr (may_be_missing<T>)
    {
        if (value)
            add_parts(writer, settings, *value);
        else
            writer.text(settings.name, {}, {{}, settings.headers});
    }
    else if constexpr (std::same_as<T, file>)
        writer.file(settings.name, value, stated);
    else if constexpr (is_base64<T>)
    {
        bool const says_nothing = settings.content_type.empty();
        writer.text(settings.name, base64_encode(value.bytes),
            {says_nothing ? "application/octet-stream" : settings.content_type, settings.headers});
    }
    else if constexpr (is_choice<T> && has_bytes<T>())
        std::visit([&](auto const& one) { add_parts(writer, settings, one); }, value);
    else if constexpr (is_list<T> && has_bytes<T>())
        for (auto const& element : value)
            add_parts(writer, settings, element);
    else
    {
        auto const text = json::encode(value);
        if (!text)
            return writer.fail(inside(settings.name, text.error()));
        form_part_sink sink(writer, settings);
        auto const told = form_walk(*text, sink).one(std::string(settings.name), settings.style);
        if (!told)
            writer.fail(told.error());
    }
}

/** What is stated about a name, or that nothing is. */
inline multipart_field settings_of(
    std::span<multipart_field const> fields, std::string_view name) noexcept
{
    for (multipart_field const& one : fields)
        if (one.name == name)
            return one;
    multipart_field plain;
    plain.name = name;
    return plain;
}

/** Adds the parts of member I, unless it is absent or only comes in responses. */
template <class D, std::size_t I>
void add_member(multipart_writer& writer, std::span<multipart_field const> fields, D const& value)
{
    constexpr member const& row = json::detail::member_table<D>[I];
    if constexpr (row.access != access_mode::read_only)
    {
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
        add_parts(writer, settings_of(fields, row.name), own);
    }
}

/** Adds the parts of a whole body. */
template <class T>
void add_all(multipart_writer& writer, std::span<multipart_field const> fields, T const& value)
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
            add_parts(writer, settings_of(fields, name), element);
    else if constexpr (is_choice<T>)
        std::visit([&](auto const& one) { add_all(writer, fields, one); }, value);
    else
    {
        auto const text = json::encode(value);
        if (!text)
            return writer.fail(text.error());
        // Each property in its style, and the parts of all with the same sink.
        multipart_field const nothing;
        form_part_sink sink(writer, nothing);
        if (auto const walked = form_walk(*text, sink).members({}); !walked)
            writer.fail(walked.error());
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
result<encoded_body> encode_multipart(T const& value, std::span<multipart_field const> fields = {},
    multipart_options const& options = {})
{
    multipart_writer writer;
    detail::add_all(writer, fields, value);
    return std::move(writer).finish(options);
}

/** Sends a value as a form of several parts; see encode_multipart(). */
template <class T>
void multipart_body(
    request_builder& builder, T const& value, std::initializer_list<multipart_field> fields = {})
{
    if (!builder.failed())
        builder.body(encode_multipart(value, std::span(fields.begin(), fields.size())));
}

} // namespace restbind::http
