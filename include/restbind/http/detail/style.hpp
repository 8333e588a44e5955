// SPDX-License-Identifier: BSL-1.0
// How values are written where they are not JSON: OpenAPI's styles.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/json/encode.hpp>

#include <span>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

/** OpenAPI's `style`, of parameters and of the properties of forms. Except with `label` and
    `matrix` only lists and objects differ: booleans, numbers and dates are written as in JSON, and
    a text as it is. */
enum class style : unsigned char
{
    none,            ///< none is stated: `color=blue&color=black`; an object is its JSON
    simple,          ///< path and header: `blue,black`
    label,           ///< path: `.blue.black`
    matrix,          ///< path: `;color=blue;color=black`
    form,            ///< `color=blue&color=black`; a comma in an element is escaped
    space_delimited, ///< `color=blue%20black`; no part may hold a space
    pipe_delimited,  ///< `color=blue%7Cblack`; no part may hold a `|`
    deep_object,     ///< `color%5BR%5D=100`
    json,            ///< one text, the value's JSON
    cookie           ///< cookie: as form, and nothing is escaped
};

/** How a value is written. */
struct style_options
{
    /** The form of its text. */
    http::style style = http::style::none;

    /** Whether the parts of a list or object are written apart. space_delimited and pipe_delimited
        are then as form. */
    bool explode = false;

    /** In the query: whether the reserved characters that a query may hold and that do not end a
        value are sent as they are: `: / ? @ ! $ ' ( ) * , ; =`. Escapes (`%20`) in the text are
        then kept, too. */
    bool allow_reserved = false;

    /** Of a parameter: whether `***` stands in the value's place where a request is kept or shown.
     */
    bool is_secret = false;
};

/** What is stated about one property of a form. */
struct form_field
{
    /** Name of the property on the wire. */
    std::string_view name{};

    /** How it is written. */
    style_options how{};

    /** In a form of several parts: media type of its parts. Empty: none for scalars,
        `application/json` for objects, `application/octet-stream` for files and base64. */
    std::string_view content_type{};

    /** In a form of several parts: further headers of its parts, as lines that end in CR LF. */
    std::string_view headers{};

    /** `content_type`, or another one if nothing is stated. */
    constexpr std::string_view type_or(std::string_view otherwise) const noexcept
    {
        return content_type.empty() ? otherwise : content_type;
    }
};

} // namespace restbind::http

namespace restbind::inline RESTBIND_ABI::http::detail
{

/// Which characters are escaped.
enum class escaping : unsigned char
{
    all,      ///< every one that is not unreserved, as %XX
    reserved, ///< see `style_options::allow_reserved`
    form,     ///< as in `form_encode`
    none,     ///< in headers, and in forms of several parts
    cookie    ///< none, and characters that no cookie may hold are refused
};

/// How the text of a value depends on where it is sent (RFC 6570, appendix A).
struct style_target
{
    std::string_view first{};   ///< in front of everything
    std::string_view between{}; ///< between pieces
    escaping escape = escaping::all;
    bool named = true;       ///< whether pieces that are not members of the value carry its name
    bool equals = true;      ///< whether an empty text behind a name has its `=`
    bool sends_null = false; ///< whether null is an empty text, instead of nothing
    char forbidden = 0;      ///< what no part may hold, because it stands between parts unescaped
};

/// @param is_first In query and cookie: whether nothing of that kind stands in front.
style_target target_of(style_options how, location place, bool is_first) noexcept;

inline constexpr style_target form_target{
    .between = "&", .escape = escaping::form, .sends_null = true};
inline constexpr style_target part_target{.escape = escaping::none, .sends_null = true};

/// Receives the pieces of a value, in order: what stands between `&`, for one.
class piece_sink
{
public:
    /** @param name Not escaped. Empty where a piece has none.
        @param text Escaped already. Both are valid during the call only.
        @param is_json The text is a list's or an object's, or what `style::json` asks for. */
    virtual void piece(
        std::string_view name, std::string_view text, bool has_name, bool is_json) = 0;

    /// What is stated about the property that the pieces belong to.
    form_field const* field = nullptr;

    /// Whether members that are secret or only written are left out.
    bool hides_secrets = false;

protected:
    ~piece_sink() = default;
};

/// Strings pieces together.
class text_sink final : public piece_sink
{
public:
    /// @param out Is appended to. @param to Must outlive the sink.
    text_sink(std::string& out, style_target const& to) noexcept
        : out_(out)
        , to_(to)
    {
    }
    RESTBIND_DECL void piece(
        std::string_view name, std::string_view text, bool has_name, bool is_json) override;

    /// Whether there was any piece.
    bool wrote() const noexcept { return !is_first_; }

    /// A query with its `?`, escaped: pieces of the names in it are left out.
    std::string_view given{};

private:
    bool is_given(std::string_view name) const;

    std::string& out_;
    style_target const& to_;
    bool is_first_ = true;
};

/** Writes a value. Scalars look as in JSON, and what JSON leaves out is left out, so that all parts
    of a request agree.

    Null (but see `style_target::sends_null`) and lists and objects without parts have no pieces. A
    list in an exploded object has the member's name with each element. What else is nested deeper
    than the style reaches (an object in a list, a list in a list), where OpenAPI says nothing, is
    its JSON. A label separates by `.` only what is exploded, as RFC 6570 does. `deep_object` has a
    name for every step, to any depth: `a[b][c]=1`. OpenAPI says nothing of lists and of depth;
    these are written as most servers read them: `a[]=1`, `a[]=2`, and with indices where an element
    is a list or an object itself: `a[0][b]=1`, `a[1][b]=2`.

    @param value What `plan` is made for.
    @returns `invalid_argument` with `error::json_path()` for what JSON cannot hold, for what is
    nested deeper than 200 levels, and for a part that holds what stands between parts where that
    cannot be escaped (headers, space_delimited, pipe_delimited), or what no cookie may hold where
    it is not (the style cookie; a whole value may stand in quotes). The sink then has useless
    pieces.
*/
result<void> write_styled(void const* value, json::detail::write_plan const& plan,
    std::string_view name, style_options how, style_target const& to, piece_sink& sink);

/** The same for each member of an object, as `fields` says; `style::none` for those that it does
    not list. Errors as above, and for what is no object. */
result<void> write_members(void const* value, json::detail::write_plan const& plan,
    std::span<form_field const> fields, style_target const& to, piece_sink& sink);

/// What is stated about a name, or that nothing is.
form_field field_of(std::span<form_field const> fields, std::string_view name) noexcept;

} // namespace restbind::http::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/http/detail/style.ipp>
#endif
