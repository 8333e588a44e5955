#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/operation_info.hpp>
#include <restbind/http/detail/response_rule.hpp>
#include <restbind/json/decode.hpp>

#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <variant>

namespace restbind::http
{

namespace detail
{

/// The place of the rule with which the body of an error is read.
inline result<std::size_t> choose_details(
    operation_info const& info, std::span<response_rule const> rules, error const& failure)
{
    auto const fail = [&failure](std::string detail)
    {
        error wrong(error_kind::invalid_response, std::move(detail));
        wrong.with_phase(phase::decode).with_status(failure.status());
        return wrong;
    };
    if (failure.status() == 0 || failure == error_kind::validation_failed)
        return fail("the error is no response of the service");
    std::size_t const place = find_rule(rules, failure.status());
    if (place == rules.size())
        return fail(std::string(info.operation_id) + " does not say what an error with status " +
                    std::to_string(failure.status()) + " holds");
    if (failure.body().empty())
        return fail("the error has no body");
    if (failure.body().size() >= error::max_body)
        return fail("the error's body was too long to be kept whole");
    return place;
}

template <class Details, auto const& Rules, std::size_t Place = 0>
result<Details> read_details(std::size_t place, error const& failure, json::limits const& limits)
{
    if constexpr (Place + 1 < std::size(Rules))
        if (place != Place)
            return read_details<Details, Rules, Place + 1>(place, failure, limits);
    auto const located = [&failure](error wrong)
    {
        wrong.with_phase(phase::decode).with_status(failure.status());
        return wrong;
    };
    constexpr std::size_t alternative = Rules[Place].alternative;
    if constexpr (alternative == sole_type)
    {
        auto decoded = json::decode<Details>(failure.body(), limits);
        if (!decoded)
            return located(decoded.error());
        return decoded;
    }
    else
    {
        auto decoded =
            json::decode<std::variant_alternative_t<alternative, Details>>(failure.body(), limits);
        if (!decoded)
            return located(decoded.error());
        return Details(std::in_place_index<alternative>, std::move(*decoded));
    }
}

} // namespace detail

/** Reads the body of an error as what the document says about its status.

    Costs nothing until it is called: an error keeps the body as it came.

    @tparam Operation An operation whose document describes errors in JSON other than the problem
        document: it has a member `error_type`, which is one type, or a `std::variant` where the
        type depends on the status.
    @param failure What a call of that operation has ended with.
    @param limits Bounds on the body. The body that an error keeps has less than 64 KiB.
    @returns `invalid_response`, saying why, if the error is no response of the service, if nothing is
        described for its status, or if the body is not as described.
*/
template <class Operation>
result<typename Operation::error_type> error_details(
    error const& failure, json::limits const& limits = {})
{
    auto const place = detail::choose_details(Operation::info, Operation::errors, failure);
    if (!place)
        return place.error();
    return detail::read_details<typename Operation::error_type, Operation::errors>(
        *place, failure, limits);
}

} // namespace restbind::http
