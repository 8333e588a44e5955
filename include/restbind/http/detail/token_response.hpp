// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/http/detail/read.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/tokens.hpp>

#include <chrono>
#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

namespace detail
{

/// Members of the authorization server's responses, whether it gives a token or refuses one. Only
/// the token has a type, which wipes its memory: everything else is looked at one by one, so that
/// no surprise in a member that does not matter spoils the response. Those are JSON values, and
/// parts of the body.
struct identity_members
{
    std::optional<secret> access_token{};
    struct other
    {
        std::string name{};
        std::string_view value{};
    };
    std::list<other> others{};

    /// The value of a member; empty if it is not there.
    std::string_view find(std::string_view name) const noexcept
    {
        for (auto const& [key, value] : others)
            if (key == name)
                return value;
        return {};
    }
};

/// Whether a member of this name, other than the token, is looked for.
constexpr bool is_known_member(std::string_view name) noexcept
{
    return name == "token_type" || name == "expires_in" || name == "error" ||
           name == "error_description";
}

/// Reads the value of one member.
RESTBIND_COLD inline bool read_identity_member(
    json::cursor& in, identity_members& members, std::string_view name)
{
    constexpr std::size_t most = token_error::max_extensions + 4;
    bool const is_token = name == "access_token";
    bool const is_known = is_known_member(name);
    if (is_token ? members.access_token.has_value() : is_known && !members.find(name).empty())
        return in.fail("the member appears twice");
    if (is_token)
        return json::codec<secret>::read(in, members.access_token.emplace());
    if (!is_known && members.others.size() >= most)
        return json::skip_value(in);
    auto& member = members.others.emplace_back();
    member.name = name;
    return json::read_slice(in, member.value);
}

/** Reads the members of a response. One function for one object that each program reads: a
    described type would be a reader for each member in every file that makes a call.

    @returns An error, whose words might quote the token, if the body is no JSON object or, with
        `json_path()`, if a member is not as it must be.
*/
RESTBIND_COLD inline result<identity_members> read_identity_members(std::string_view body)
{
    json::cursor in(body, {});
    identity_members members;
    auto const read = [&](std::string_view name)
    {
        std::string const key(name); // reading the value may overwrite `name`
        return read_identity_member(in, members, key) || in.why.in_key(key);
    };
    if (!in.start() || !json::detail::each_member(in, read) || !in.finish())
        return std::move(in.why).to_error();
    return members;
}

/// Reads a member's value. @returns False, with anything in `out`, unless it is there and a T.
template <class T>
bool read_member(std::string_view text, T& out)
{
    json::cursor in(text, {});
    return !text.empty() && in.start() && json::codec<T>::read(in, out) && in.finish();
}

/// The member's value if it is there and a string, otherwise an empty one.
RESTBIND_COLD inline std::string text_of(std::string_view text)
{
    std::string value;
    if (!read_member(text, value))
        value.clear();
    return value;
}

/// The most characters of a token_type that an error repeats: of what was put there by mistake,
/// such as a token, that is not enough.
inline constexpr std::size_t max_type_shown = 16;

/// What came, by name: "access_token, expires_in".
RESTBIND_COLD inline std::string names_of(identity_members const& members)
{
    std::string names(members.access_token ? "access_token" : "");
    for (auto const& [name, value] : members.others)
        names.append(names.empty() ? "" : ", ").append(printable(name, 40));
    return names.empty() ? "no member" : names;
}

RESTBIND_COLD inline error unusable_token(std::string_view why)
{
    return restbind::detail::fill(
        error(error_kind::invalid_response, joined({"the token response cannot be used: ", why})))
        .with_status(200)
        .with_phase(phase::decode)
        .take();
}

/// Whether the text can stand in an Authorization header: visible ASCII.
constexpr bool is_token_text(std::string_view text) noexcept
{
    for (char const c : text)
        if (c <= ' ' || c > '~')
            return false;
    return !text.empty();
}

inline constexpr std::chrono::seconds max_token_life = std::chrono::hours(24);

/// Lifetime from `expires_in`: a number, a number in a string, or the assumed one if it is absent
/// or null. Nothing if it is anything else or below 0.
RESTBIND_COLD inline std::optional<std::chrono::seconds> token_life(
    std::string_view text, std::chrono::seconds assumed)
{
    if (text.empty() || text == "null")
        return assumed;
    double seconds = 0;
    if (!read_member(text, seconds))
    {
        auto const whole = read_saturated(text_of(text), max_token_life.count());
        if (!whole)
            return std::nullopt;
        seconds = static_cast<double>(*whole);
    }
    if (!(seconds >= 0))
        return std::nullopt;
    if (seconds >= static_cast<double>(max_token_life.count()))
        return max_token_life;
    return std::chrono::seconds(static_cast<std::chrono::seconds::rep>(seconds));
}

} // namespace detail

/** Reads a token response with status 200.

    @param body The response's body.
    @param assumed_life Lifetime of a token whose response does not name one.
    @returns The token, or an error of kind `invalid_response` if the response cannot be used: no
   JSON object; an access_token that is missing, empty, not a string, longer than 16 KiB or not made
   of visible ASCII; a token_type other than Bearer (compared without case) or none; an expires_in
    that is not a number of at least 0 (a number in a string passes, more than 24 hours counts as 24
    hours). The error names what is missing and what came, but no value other than the first 16
    characters of a token_type.
*/
RESTBIND_COLD inline result<access_token> read_token(
    std::string_view body, std::chrono::seconds assumed_life = std::chrono::hours(1))
{
    constexpr std::size_t max_token = 16U << 10;
    auto members = detail::read_identity_members(body);
    if (!members && !members.error().json_path().empty())
    {
        std::string_view path = members.error().json_path();
        if (path != "access_token" && !detail::is_known_member(path))
            path = "of another name"; // the name itself may be a secret
        return detail::unusable_token(joined({"member ", path, " is not as it must be"}));
    }
    if (!members)
        return detail::unusable_token("it is not a JSON object");
    if (!members->access_token)
        return detail::unusable_token(
            "access_token is missing; it has " + detail::names_of(*members));
    secret token = std::move(*members->access_token);
    std::string_view const type = members->find("token_type");
    if (type.empty())
        return detail::unusable_token(
            "token_type is missing, which must be Bearer; it has " + detail::names_of(*members));
    if (!iequals(detail::text_of(type), "Bearer"))
        return detail::unusable_token(
            joined({"token_type is not Bearer but ", printable(type, detail::max_type_shown)}));
    if (!detail::is_token_text(token.reveal()))
        return detail::unusable_token(
            "access_token is empty or holds a character that no header may hold");
    if (token.size() > max_token)
        return detail::unusable_token("access_token is longer than 16 KiB");
    auto const life = detail::token_life(members->find("expires_in"), assumed_life);
    if (!life)
        return detail::unusable_token("expires_in is not a number of at least 0");
    return access_token{std::move(token), *life};
}

/** The authorization server's response with any other status as an error.

    `token_refused` for a 4xx other than 408 and 429 whose body is that of RFC 6749, section 5.2:
    JSON with `error`. Any other 4xx comes from something in front of the server: `client_error`.
    For every other status what `kind_of_status` says. All carry the status and what came:
    `error::token_error()` where the body has `error`, otherwise the first 64 KiB of the body.
*/
RESTBIND_COLD inline error read_token_error(response const& response)
{
    int const status = response.status;
    token_error refusal;
    if (auto const members = detail::read_identity_members(response.body))
    {
        refusal.error = detail::text_of(members->find("error"));
        refusal.error_description = detail::text_of(members->find("error_description"));
        for (auto const& [name, value] : members->others)
            if (!detail::is_known_member(name) &&
                refusal.extensions.size() != token_error::max_extensions)
                refusal.extensions.push_back({name, std::string(value)});
    }
    bool const is_client_error = status >= 400 && status <= 499;
    bool const says_why = !refusal.error.empty();
    bool const refused = is_client_error && says_why && status != 408 && status != 429;
    error failure(refused           ? error_kind::token_refused
                  : is_client_error ? error_kind::client_error
                                    : kind_of_status(status));
    restbind::detail::fill(failure).with_status(status).with_phase(phase::read);
    if (status < 300)
        restbind::detail::fill(failure).with_detail(
            "a token comes with the status 200, not " + restbind::detail::number_text(status));
    if (says_why)
        restbind::detail::fill(failure).with_token_error(std::move(refusal));
    else
        restbind::detail::fill(failure).with_body(response.body.substr(0, max_kept_body));
    return failure;
}

/** Whether a refusal will not change however often the request is retried: the client itself is
    not accepted. */
inline bool is_refused_for_good(error const& failure)
{
    token_error const* const refusal = failure.token_error();
    return failure.kind() == error_kind::token_refused && refusal &&
           refusal->error == "invalid_client";
}

} // namespace restbind::http
