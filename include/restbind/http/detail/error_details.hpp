#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/operation_info.hpp>
#include <restbind/http/detail/read.hpp>
#include <restbind/http/detail/response_rule.hpp>
#include <restbind/http/detail/responses.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/decode.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace restbind::http
{

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
                    std::to_string(failure.status()) + " holds");
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
