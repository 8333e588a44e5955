#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/member.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/http/access_token.hpp>
#include <restbind/http/ascii.hpp>
#include <restbind/http/concat.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/decode.hpp>

#include <boost/describe/class.hpp>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::http
{

namespace detail
{

/// Members of the identity provider's answers, whether it gives a token or refuses one. Only the
/// token has a type, which wipes its memory: everything else is looked at one by one, so that no
/// surprise in a member that does not matter spoils the answer.
struct identity_members
{
    std::optional<secret> access_token;
    std::optional<json::raw> token_type;
    std::optional<json::raw> expires_in;
    std::optional<json::raw> error;
    std::optional<json::raw> error_description;
    std::optional<json::raw> error_codes;
    std::optional<json::raw> correlation_id;
};

BOOST_DESCRIBE_STRUCT(identity_members, (),
    (access_token, token_type, expires_in, error, error_description, error_codes, correlation_id))

constexpr std::array<member, 7> restbind_members(identity_members const*) noexcept
{
    return {{
        {"access_token", presence::optional},
        {"token_type", presence::optional},
        {"expires_in", presence::optional},
        {"error", presence::optional},
        {"error_description", presence::optional},
        {"error_codes", presence::optional},
        {"correlation_id", presence::optional},
    }};
}

/// Reads the member's value. @returns False, with anything in `out`, unless it is there and a T.
template <class T>
bool read_member(std::optional<json::raw> const& text, T& out)
{
    if (!text)
        return false;
    json::cursor in(text->text, {});
    return in.start() && json::codec<T>::read(in, out) && in.finish();
}

/// The member's value if it is there and a string, otherwise an empty one.
[[gnu::cold]] inline std::string text_of(std::optional<json::raw> const& text)
{
    std::string value;
    if (!read_member(text, value))
        value.clear();
    return value;
}

[[gnu::cold]] inline error unusable_token(std::string_view why)
{
    return error(
        error_kind::token_unavailable, "the token answer cannot be used: " + std::string(why));
}

/// Whether the text can stand in an Authorization header: visible ASCII.
constexpr bool is_token_text(std::string_view text) noexcept
{
    for (char const c : text)
        if (c <= ' ' || c > '~')
            return false;
    return !text.empty();
}

inline constexpr std::chrono::seconds longest_token_life = std::chrono::hours(24);

/// Lifetime from `expires_in`: a number, a number in a string, or the assumed one if it is absent
/// or null. Nothing if it is anything else or not above 0.
[[gnu::cold]] inline std::optional<std::chrono::seconds> token_life(
    std::optional<json::raw> const& text, std::chrono::seconds assumed)
{
    if (!text || text->text == "null")
        return assumed;
    double seconds = 0;
    if (!read_member(text, seconds))
    {
        std::string const digits = text_of(text);
        char const* const end = digits.data() + digits.size();
        std::int64_t whole = 0;
        auto const [stop, failure] = std::from_chars(digits.data(), end, whole);
        if (stop != end || failure == std::errc::invalid_argument)
            return std::nullopt;
        bool const too_large =
            failure == std::errc::result_out_of_range && !digits.starts_with('-');
        seconds = too_large ? static_cast<double>(longest_token_life.count())
                            : static_cast<double>(whole);
    }
    if (!(seconds >= 1))
        return std::nullopt;
    if (seconds >= static_cast<double>(longest_token_life.count()))
        return longest_token_life;
    return std::chrono::seconds(static_cast<std::chrono::seconds::rep>(seconds));
}

} // namespace detail

/** Reads a token answer with status 200.

    @param body The answer's body.
    @param assumed_life Lifetime of a token whose answer does not name one.
    @returns The token, or an error of kind `token_unavailable` if the answer cannot be used: no
    JSON object; an access_token that is missing, empty, not a string, longer than 16 KiB or not
   made of visible ASCII; a token_type other than Bearer (compared without case) or none; an
   expires_in that is not a number of at least 1 (a number in a string passes, more than 24 hours
   counts as 24 hours). The error never repeats a part of the answer.
*/
[[gnu::cold]] inline result<access_token> read_token(
    std::string_view body, std::chrono::seconds assumed_life = std::chrono::hours(1))
{
    constexpr std::size_t longest_token = 16U << 10;
    auto members = json::decode<detail::identity_members>(body);
    // The reader's own words might quote the token.
    if (!members && !members.error().json_path().empty())
        return detail::unusable_token(
            concat({"member ", members.error().json_path(), " is not as it must be"}));
    if (!members || !members->access_token)
        return detail::unusable_token("it is not a JSON object with an access_token");
    secret token = std::move(*members->access_token);
    if (!equal_without_case(detail::text_of(members->token_type), "Bearer"))
        return detail::unusable_token("token_type is not Bearer");
    if (!detail::is_token_text(token.reveal()))
        return detail::unusable_token(
            "access_token is empty or holds a character that no header may hold");
    if (token.size() > longest_token)
        return detail::unusable_token("access_token is longer than 16 KiB");
    auto const life = detail::token_life(members->expires_in, assumed_life);
    if (!life)
        return detail::unusable_token("expires_in is not a number of at least 1");
    return access_token{std::move(token), *life};
}

/** The identity provider's answer with any other status as an error.

    `token_refused` for 4xx other than 408 and 429, with as much of error, error_description,
    error_codes and correlation_id as the body holds; `token_unavailable` for every other status.
    Both carry the status.
*/
[[gnu::cold]] inline error read_token_refusal(response const& answer)
{
    int const status = answer.status;
    token_refusal refusal;
    if (auto const members = json::decode<detail::identity_members>(answer.body))
    {
        refusal.error = detail::text_of(members->error);
        refusal.error_description = detail::text_of(members->error_description);
        if (!detail::read_member(members->error_codes, refusal.error_codes))
            refusal.error_codes.clear();
        refusal.correlation_id = detail::text_of(members->correlation_id);
    }
    bool const refused = status >= 400 && status <= 499 && status != 408 && status != 429;
    error failure(refused ? error_kind::token_refused : error_kind::token_unavailable,
        concat({"the identity provider answered ", std::to_string(status),
            refusal.error.empty() ? "" : ": ", refusal.error}));
    failure.with_status(status);
    if (refused)
        failure.with_token_refusal(std::move(refusal));
    return failure;
}

/** Whether a refusal will not change however often the request is repeated: the client itself is
    not accepted. */
inline bool is_refused_for_good(error const& failure)
{
    token_refusal const* const refusal = failure.token_refusal();
    return failure.kind() == error_kind::token_refused && refusal &&
           refusal->error == "invalid_client";
}

} // namespace restbind::http
