#pragma once

#include <restbind/core/answer.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/is_variant.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/answer_rule.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/read.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/decode.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

/** @file
    Reads answers of operations that have more to say than one JSON value with one status: several
    successes, statuses described together, text, bytes, redirects.
*/

namespace restbind::http
{

namespace detail
{

/// "200, 202 or 4XX".
[[gnu::cold]] inline std::string spell_statuses(std::span<answer_rule const> rules)
{
    std::string text;
    for (std::size_t i = 0; i != rules.size(); ++i)
    {
        int const status = rules[i].status;
        text += i == 0 ? "" : i + 1 == rules.size() ? " or " : ", ";
        if (status == other_status)
            text += "2XX";
        else if (status < 100)
            text += std::to_string(status) + "XX";
        else
            text += std::to_string(status);
    }
    return text;
}

[[gnu::cold]] inline error wrong_type(answer_rule const& rule, response const& answer)
{
    if (rule.body == body_kind::json)
        return unreadable(answer, "the answer's Content-Type is not JSON");
    return unreadable(answer, "the answer's Content-Type " + printable(answer.content_type) +
                                  " is not one that is described: " + std::string(rule.media));
}

} // namespace detail

/** Finds what the description says about an answer that should be a success. Pure; the body is not
    looked at.

    @param rules Exact statuses first, then statuses described together.
    @param is_streamed Whether the body goes to a sink.
    @returns The place of the rule; the refusal if there is none for the status; `unreadable` if
        the Content-Type is not described (a missing one passes, any JSON stands for JSON, and any
        type at all for bytes of no known kind).
*/
inline result<std::size_t> choose_answer(operation_info const& info,
    std::span<answer_rule const> rules, response const& answer, code_lookup find_code,
    bool is_streamed = false)
{
    std::size_t const place = find_success(rules, answer.status);
    if (place == rules.size())
    {
        error refusal = read_refusal(info, answer, find_code);
        if (refusal == error_kind::unexpected_status)
            refusal.with_detail(std::string(info.id) + " promises status " +
                                detail::spell_statuses(rules) + ", not " +
                                std::to_string(answer.status));
        return refusal;
    }
    // JSON and what may come instead of it stand one after the other.
    for (std::size_t next = place;
         next != rules.size() && rules[next].status == rules[place].status; ++next)
        if (takes(rules[next], answer.content_type, is_streamed))
            return next;
    return detail::wrong_type(rules[place], answer);
}

namespace detail
{

/// The body as what the rule says it is. Kind and type are fixed together by the generator.
template <body_kind Kind, class T>
result<T> read_body(response const& answer, json::limits const& limits)
{
    if constexpr (Kind == body_kind::json)
    {
        auto decoded = json::decode<T>(answer.body, limits);
        if (!decoded)
        {
            error failure = decoded.error();
            failure.with_phase(phase::decode).with_status(answer.status);
            return failure;
        }
        return decoded;
    }
    else if constexpr (Kind == body_kind::text)
    {
        return answer.body;
    }
    else if constexpr (Kind == body_kind::bytes)
    {
        return binary_answer{answer.content_type, {answer.body.begin(), answer.body.end()}};
    }
    else if constexpr (Kind == body_kind::redirect)
    {
        return redirect{answer.status, std::string(answer.headers.find("location").value_or(""))};
    }
    else if constexpr (std::is_void_v<T>)
    {
        return {};
    }
    else
    {
        return T{};
    }
}

template <class T>
struct answer_parts;
template <int Status, class Body>
struct answer_parts<answer<Status, Body>>
{
    using body = Body;
    static constexpr bool is_range = Status < 100;
};

/// The body as one alternative of the result.
template <class Result, auto const& Rules, std::size_t Place>
result<Result> read_alternative(response const& answer, json::limits const& limits)
{
    constexpr answer_rule rule = Rules[Place];
    if constexpr (rule.alternative == sole_type)
    {
        return read_body<rule.body, Result>(answer, limits);
    }
    else
    {
        using alternative = std::variant_alternative_t<rule.alternative, Result>;
        using parts = answer_parts<alternative>;
        auto body = read_body<rule.body, typename parts::body>(answer, limits);
        if (!body)
            return body.error();
        if constexpr (parts::is_range)
            return Result(std::in_place_index<rule.alternative>,
                alternative{std::move(*body), answer.status});
        else
            return Result(std::in_place_index<rule.alternative>, alternative{std::move(*body)});
    }
}

template <class Result, auto const& Rules, std::size_t Place = 0>
result<Result> read_at(std::size_t place, response const& answer, json::limits const& limits)
{
    if constexpr (Place + 1 < std::size(Rules))
        if (place != Place)
            return read_at<Result, Rules, Place + 1>(place, answer, limits);
    return read_alternative<Result, Rules, Place>(answer, limits);
}

} // namespace detail

/** Reads any answer of an operation whose successes `Rules` describes.

    @tparam Result What an operation answers: one type, or a `std::variant` of `restbind::answer`.
    @tparam Rules An array of rules with static storage; exact statuses first.
    @returns The body of a success; `unreadable` if its Content-Type or its JSON is not as promised;
    otherwise the refusal.
*/
template <class Result, auto const& Rules>
result<Result> read_answers(operation_info const& info, response const& answer,
    code_lookup find_code, json::limits const& limits = {})
{
    auto const place = choose_answer(info, Rules, answer, find_code);
    if (!place)
        return place.error();
    return detail::read_at<Result, Rules>(*place, answer, limits);
}

} // namespace restbind::http
