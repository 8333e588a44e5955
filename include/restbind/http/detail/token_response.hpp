#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/http/access_token.hpp>
#include <restbind/http/detail/ascii.hpp>
#include <restbind/http/detail/concat.hpp>
#include <restbind/http/detail/status.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/object_reader.hpp>

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

/// Members of the authorization server's responses, whether it gives a token or refuses one. Only
/// the token has a type, which wipes its memory: everything else is looked at one by one, so that
/// no surprise in a member that does not matter spoils the response. Those are JSON values, and
/// parts of the body; empty if they are not there.
struct identity_members
{
    std::optional<secret> access_token{};
    std::string_view token_type{};
    std::string_view expires_in{};
    std::string_view error{};
    std::string_view error_description{};
    std::vector<std::pair<std::string, std::string_view>> others{};
};

/// Where the member of a name goes; null if it is one of the others, or the token.
RESTBIND_COLD inline std::string_view* place_of(identity_members& members, std::string_view name)
{
    struct place
    {
        std::string_view name;
        std::string_view identity_members::* member;
    };
    static constexpr place places[]{
        {"token_type", &identity_members::token_type},
        {"expires_in", &identity_members::expires_in},
        {"error", &identity_members::error},
        {"error_description", &identity_members::error_description},
    };
    for (place const& one : places)
        if (one.name == name)
            return &(members.*one.member);
    return nullptr;
}

/// Reads the value of one member.
RESTBIND_COLD inline bool read_identity_member(
    json::cursor& in, void* object, std::string_view name)
{
    auto& members = *static_cast<identity_members*>(object);
    bool const is_token = name == "access_token";
    std::string_view* const place = place_of(members, name);
    if (is_token ? members.access_token.has_value() : place && !place->empty())
        return in.fail("the member appears twice");
    if (is_token)
        return json::codec<secret>::read(in, members.access_token.emplace());
    if (place)
        return json::read_slice(in, *place);
    if (members.others.size() == token_error::max_extensions)
        return json::skip_value(in);
    return json::read_slice(in, members.others.emplace_back(name, std::string_view()).second);
}

/** Reads the members of a response. One function for one object that each program reads: a
   described type would be a reader for each member in every file that makes a call.

    @param wrong Receives the name of the member that is not as it must be, if there is one.
    @returns False if the body is no JSON object, or a member is not as it must be.
*/
RESTBIND_COLD inline bool read_identity_members(
    std::string_view body, identity_members& members, std::string& wrong)
{
    // All members are unknown to the reader of described types.
    static constexpr std::uint16_t no_names[]{json::detail::name_table::none};
    json::detail::object_plan plan;
    plan.names.buckets = no_names;
    plan.keep_unknown = &read_identity_member;
    json::cursor in(body, {});
    if (!in.start() || in.peek() != '{' || !in.enter())
        return false;
    ++in.at;
    bool const done =
        json::detail::read_members(in, &members, plan, nullptr, 0, true) && in.finish();
    wrong = std::move(in.why.path);
    return done;
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

RESTBIND_COLD inline error unusable_token(std::string_view why)
{
    error failure(
        error_kind::invalid_response, "the token response cannot be used: " + std::string(why));
    return failure.with_status(200).with_phase(phase::decode);
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
/// or null. Nothing if it is anything else or not above 0.
RESTBIND_COLD inline std::optional<std::chrono::seconds> token_life(
    std::string_view text, std::chrono::seconds assumed)
{
    if (text.empty() || text == "null")
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
        seconds =
            too_large ? static_cast<double>(max_token_life.count()) : static_cast<double>(whole);
    }
    if (!(seconds >= 1))
        return std::nullopt;
    if (seconds >= static_cast<double>(max_token_life.count()))
        return max_token_life;
    return std::chrono::seconds(static_cast<std::chrono::seconds::rep>(seconds));
}

} // namespace detail

/** Reads a token response with status 200.

    @param body The response's body.
    @param assumed_life Lifetime of a token whose response does not name one.
    @returns The token, or an error of kind `invalid_response` if the response cannot be used: no JSON
    object; an access_token that is missing, empty, not a string, longer than 16 KiB or not made of
    visible ASCII; a token_type other than Bearer (compared without case) or none; an expires_in
    that is not a number of at least 1 (a number in a string passes, more than 24 hours counts as 24
    hours). The error never repeats a part of the response.
*/
RESTBIND_COLD inline result<access_token> read_token(
    std::string_view body, std::chrono::seconds assumed_life = std::chrono::hours(1))
{
    constexpr std::size_t max_token = 16U << 10;
    detail::identity_members members;
    std::string wrong;
    bool const is_read = detail::read_identity_members(body, members, wrong);
    // The reader's own words might quote the token.
    if (!wrong.empty())
        return detail::unusable_token(concat({"member ", wrong, " is not as it must be"}));
    if (!is_read || !members.access_token)
        return detail::unusable_token("it is not a JSON object with an access_token");
    secret token = std::move(*members.access_token);
    if (!iequals(detail::text_of(members.token_type), "Bearer"))
        return detail::unusable_token("token_type is not Bearer");
    if (!detail::is_token_text(token.reveal()))
        return detail::unusable_token(
            "access_token is empty or holds a character that no header may hold");
    if (token.size() > max_token)
        return detail::unusable_token("access_token is longer than 16 KiB");
    auto const life = detail::token_life(members.expires_in, assumed_life);
    if (!life)
        return detail::unusable_token("expires_in is not a number of at least 1");
    return access_token{std::move(token), *life};
}

/** The authorization server's response with any other status as an error.

    `token_refused` for 4xx other than 408 and 429, with as much as the body holds of what
    `token_error` has; for every other status what `kind_of_status` says. All carry the status.
*/
RESTBIND_COLD inline error read_token_refusal(response const& response)
{
    int const status = response.status;
    token_error refusal;
    detail::identity_members members;
    std::string wrong;
    if (detail::read_identity_members(response.body, members, wrong))
    {
        refusal.error = detail::text_of(members.error);
        refusal.error_description = detail::text_of(members.error_description);
        for (auto const& [name, value] : members.others)
            refusal.extensions.emplace_back(name, value);
    }
    bool const refused = status >= 400 && status <= 499 && status != 408 && status != 429;
    error failure(refused ? error_kind::token_refused : kind_of_status(status));
    failure.with_status(status).with_phase(phase::read);
    if (refused)
        failure.with_token_refusal(std::move(refusal));
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
