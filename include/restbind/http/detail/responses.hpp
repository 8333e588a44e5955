// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/response.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/read.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/decode.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

/** @file
    Reads responses of operations whose success is not one JSON value with one status: several
    successes, statuses described together, text, bytes, redirects.
*/

namespace restbind::inline RESTBIND_ABI::http
{

namespace detail
{

/// @param rules Those from the first one of the response's status on.
RESTBIND_COLD inline error wrong_type(
    std::span<response_rule const> rules, response const& response)
{
    if (matches_media(rules.front().unread, response.content_type))
        return unreadable(response, "the response's Content-Type " +
                                        printable(response.content_type) +
                                        " is described to hold something else than was asked for");
    std::string described;
    for (response_rule const& rule : rules)
        if (rule.status == rules.front().status)
            described.append(described.empty() ? "" : ", ")
                .append(rule.body == body_kind::json ? "application/json" : rule.media);
    return wrong_media(response, described);
}

RESTBIND_COLD inline error no_value(response const& response)
{
    return unreadable(
        response, "a response with the status " + restbind::detail::number_text(response.status) +
                      " has no content, but a value is described for it");
}

/// A type that can hold null: an optional value, or any JSON.
template <class T>
concept may_be_null = std::is_assignable_v<T&, std::nullopt_t> || requires(T const& value)
{
    value.is_null();
};

/// The body as what the rule says it is. Kind and type are fixed together by the generator.
/// IsRange: statuses without content may be among those that the rule is about.
template <body_kind Kind, bool IsRange, class T>
result<T> read_body(response const& response, json::limits const& limits, json::reading policy,
    json::deviations* found)
{
    // A number or boolean as text is written as in JSON.
    if constexpr (Kind == body_kind::json || Kind == body_kind::scalar)
    {
        result<T> decoded(std::in_place);
        if constexpr (IsRange)
            if (response.body.empty() && (response.status == 204 || response.status == 205))
            {
                if constexpr (!may_be_null<T>)
                    decoded = no_value(response);
                return decoded;
            }
        auto const done = json::detail::decode_into(response.body, limits, policy, found,
            json::detail::read_into<T>, std::addressof(*decoded));
        if (!done)
            decoded = located(done.error(), response.status);
        return decoded;
    }
    else if constexpr (Kind == body_kind::text)
        return response.body;
    else if constexpr (Kind == body_kind::bytes)
        return binary_body{response.content_type, {response.body.begin(), response.body.end()}};
    else if constexpr (Kind == body_kind::redirect)
        return redirect{
            response.status, std::string(response.headers.find("location").value_or(""))};
    else if constexpr (std::is_void_v<T>)
        return {};
    else
        return T{};
}

/// The type of an error is used as it is.
template <class T>
struct response_parts
{
    using body = T;
};
template <int Code, class Body>
struct response_parts<restbind::response<Code, Body>>
{
    using body = Body;
    static constexpr bool is_range = Code < 100;
};

/// The body as one alternative of the result.
template <class Result, auto const& Rules, std::size_t Place>
result<Result> read_alternative(response const& response, json::limits const& limits,
    json::reading policy, json::deviations* found)
{
    constexpr response_rule rule = Rules[Place];
    constexpr bool is_range = rule.status == default_status || rule.status == status_2xx;
    if constexpr (rule.alternative == sole_type)
        return read_body<rule.body, is_range, Result>(response, limits, policy, found);
    else
    {
        using alternative = std::variant_alternative_t<rule.alternative, Result>;
        using parts = response_parts<alternative>;
        auto body =
            read_body<rule.body, is_range, typename parts::body>(response, limits, policy, found);
        if (!body)
            return body.error();
        if constexpr (std::is_same_v<alternative, typename parts::body>)
            return Result(std::in_place_index<rule.alternative>, std::move(*body));
        else if constexpr (parts::is_range)
            return Result(std::in_place_index<rule.alternative>,
                alternative{std::move(*body), response.status});
        else
            return Result(std::in_place_index<rule.alternative>, alternative{std::move(*body)});
    }
}

template <class Result, auto const& Rules, std::size_t Place = 0>
result<Result> read_at(std::size_t place, response const& response, json::limits const& limits,
    json::reading policy = json::reading::strict, json::deviations* found = nullptr)
{
    if constexpr (Place + 1 < std::size(Rules))
        if (place != Place)
            return read_at<Result, Rules, Place + 1>(place, response, limits, policy, found);
    return read_alternative<Result, Rules, Place>(response, limits, policy, found);
}

} // namespace detail

/** Finds what the description says about a success. Pure; the body is not looked at.

    @param rules Exact statuses first, then statuses described together; one of them is about the
    response's status.
    @param is_streamed Whether the body goes to a sink.
    @returns The place of the rule; `invalid_response` if the Content-Type is not described (a
   missing one passes, any JSON stands for JSON, and any type at all for bytes of no known kind).
*/
inline result<std::size_t> choose_response(std::span<response_rule const> rules,
    response const& response, bool is_streamed = false)
{
    std::size_t const place = find_success(rules, response.status);
    // JSON and what may come instead of it stand one after the other.
    for (std::size_t next = place;
         next != rules.size() && rules[next].status == rules[place].status; ++next)
        if (takes(rules[next], response.content_type, is_streamed))
            return next;
    return detail::wrong_type(rules.subspan(place), response);
}

/** Reads a success of an operation whose successes `Rules` describes.

    @tparam Result What an operation gives: one type, or a `std::variant` of
    `restbind::response`.
    @tparam Rules An array of rules with static storage; exact statuses first.
    @param policy What happens where JSON is not as described.
    @param found Set to what lenient reading could not read. May be null.
    @returns The body of a success; `invalid_response` if its Content-Type or its JSON is not as
   promised.
*/
template <class Result, auto const& Rules>
result<Result> read_responses(response const& response, json::limits const& limits = {},
    json::reading policy = json::reading::strict, json::deviations* found = nullptr)
{
    auto const place = choose_response(Rules, response);
    if (!place)
        return place.error();
    return detail::read_at<Result, Rules>(*place, response, limits, policy, found);
}

namespace detail
{

/// The place of the rule with which the body of an error is read.
inline result<std::size_t> choose_details(
    operation_info const& info, std::span<response_rule const> rules, error const& failure)
{
    auto const fail = [&failure](std::string detail)
    { return located(error(error_kind::invalid_response, std::move(detail)), failure.status()); };
    if (failure.status() == 0 || failure == error_kind::validation_failed)
        return fail("the error is no response of the service");
    std::size_t const place = find_rule(rules, failure.status());
    if (place == rules.size())
        return fail(std::string(info.operation_id) + " does not say what an error with status " +
                    restbind::detail::number_text(failure.status()) + " holds");
    if (failure.body().empty())
        return fail("the error has no body");
    if (failure.body().size() >= error::max_body)
        return fail("the error's body was too long to be kept whole");
    return place;
}

} // namespace detail

/** Reads the body of an error as what the document says about its status.

    Costs nothing until it is called: an error keeps the body as it came.

    @tparam Operation An operation whose document describes errors in JSON other than the problem
        document: it has a member `error_type`, which is one type, or a `std::variant` where the
        type depends on the status.
    @param failure What a call of that operation has ended with.
    @param limits Bounds on the body. The body that an error keeps has less than 64 KiB.
    @param policy What happens where the body is not as described. Default: as was chosen when the
        operation was generated.
    @param found Set to the places that lenient reading could not read. May be null.
    @returns `invalid_response`, saying why, if the error is no response of the service, if nothing
   is described for its status, or if the body is not as described.
*/
template <class Operation>
result<typename Operation::error_type> error_details(error const& failure,
    json::limits const& limits = {}, json::reading policy = Operation::info.reading,
    json::deviations* found = nullptr)
{
    auto const place = detail::choose_details(Operation::info, Operation::errors, failure);
    if (!place)
        return place.error();
    response received;
    received.status = failure.status();
    received.body = failure.body();
    return detail::read_at<typename Operation::error_type, Operation::errors>(
        *place, received, limits, policy, found);
}

} // namespace restbind::http
