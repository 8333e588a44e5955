// Models as forms of several parts.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/detail/is_variant.hpp>
#include <restbind/core/detail/optional_box.hpp>
#include <restbind/core/file.hpp>
#include <restbind/core/nullable.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/multipart.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/style_encoder.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/encode.hpp>

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace restbind::http
{

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
    detail::add_all(writer, fields, value);
    return std::move(writer).finish(options);
}

/** Sends a value as a form of several parts; see encode_multipart(). */
template <class T>
void multipart_body(
    request_builder& builder, T const& value, std::initializer_list<form_field> fields = {})
{
    if (!builder.failed())
        builder.body(encode_multipart(value, std::span(fields.begin(), fields.size())));
}

} // namespace restbind::http
