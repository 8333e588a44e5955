// SPDX-License-Identifier: BSL-1.0
// What a request means to its operation, and whether all of it was understood.
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/security.hpp>
#include <restbind/testing/detail/request_reader.hpp>
#include <restbind/testing/received_request.hpp>

#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::testing::detail
{

/// Whether a parameter of the query is a credential. The builder of requests adds none.
inline bool is_credential(http::operation_info const& info, std::string_view name) noexcept
{
    for (http::security_requirement const& alternative : info.security)
        for (http::security_scheme const* const scheme : alternative)
            if (scheme->place == location::query && scheme->field == name)
                return true;
    return false;
}

inline std::string without_credentials(http::operation_info const& info, std::string_view target)
{
    std::string kept(target.substr(0, target.find('?')));
    char mark = '?';
    std::size_t const query = target.find('?');
    if (query != std::string_view::npos)
        for (std::string_view const one : split(target.substr(query + 1), "&"))
            if (!is_credential(info, decoded(cut(one, '=').first)))
            {
                kept += mark;
                kept += one;
                mark = '&';
            }
    return kept;
}

/// Whether all of a request was understood: it is the one that is made of what was read.
inline bool is_same(http::request const& built, received_request const& received,
    http::operation_info const& info)
{
    if (built.content() != received.body ||
        built.target != without_credentials(info, received.target))
        return false;
    for (auto const [name, value] : built.headers)
    {
        bool const is_chosen_by_call = http::iequals(name, "Accept");
        auto const found = received.headers.find(name);
        if (!is_chosen_by_call && (!found || !found->starts_with(value)))
            return false;
    }
    return true;
}

/// Reads a request, and judges it as the service does.
template <class Operation>
received_call<Operation> read_back(received_request const& received)
{
    static_assert(
        requires(request_reader reader, typename Operation::request_type request,
            client_parameters_of<Operation> shared) {
            Operation::fill(reader, request, shared, validation_policy::off, nullptr);
        },
        "regenerate these headers: a fake service cannot read what they write");
    received_call<Operation> call{
        received, typename Operation::request_type{}, client_parameters_of<Operation>{}};
    received_call<Operation> first = call; // which is read for the names of all parameters
    request_reader names(received, Operation::info);
    Operation::fill(names, *first.request, first.parameters, validation_policy::off, nullptr);
    request_reader reader(received, Operation::info, names.names());
    Operation::fill(reader, *call.request, call.parameters, validation_policy::off, nullptr);
    if constexpr (requires(http::request_builder& builder) {
                      Operation::fill(builder, no_body, call.parameters, validation_policy::off,
                          nullptr);
                  })
        if (auto const bare = Operation::build(no_body, call.parameters);
            bare && is_same(*bare, received, Operation::info))
            return call;
    auto const again = Operation::build(*call.request, call.parameters);
    if (!again && again.error() == error_kind::validation_failed)
        call.request = again.error();
    else if (!again || !is_same(*again, received, Operation::info))
        call.request = error(error_kind::invalid_response,
            "the fake cannot read this request back: let the function take a received_request");
    return call;
}

} // namespace restbind::testing::detail
