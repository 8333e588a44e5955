// SPDX-License-Identifier: BSL-1.0
// A sandbox, and the way to it for requests that nothing has validated.
#pragma once

#include "integration/sandbox/fixture.hpp"

#include <restbind/http/request.hpp>
#include <ticketing/v1/operations.hpp>

#include <regex>
#include <string>

namespace parity {

/** The sandbox with its default world and one connection to it, used for all requests. */
class service
{
public:
    service()
        : token_(sandbox_.token())
        , connection_(sandbox_.server.port())
    {}

    ticketing::v1::client_parameters parameters() const { return {.tenant = "arena"}; }

    /// Sends a built request as it is, with a token.
    sandbox_tests::response send(restbind::http::request const& request)
    {
        sandbox_tests::headers headers{{"Authorization", "Bearer " + token_}};
        for (auto const& [name, value] : request.headers)
            headers.emplace_back(name, value);
        return connection_.send(to_string(request.method), request.target, headers, request.body);
    }

private:
    sandbox_tests::sandbox_fixture sandbox_;
    std::string token_;
    sandbox_tests::raw_client connection_;
};

/// A problem's text without the two members that only the server can know.
inline std::string without_trace(std::string const& body)
{
    static std::regex const varying(R"re(,"traceId":"[^"]+","timestamp":"[^"]+"\})re");
    return std::regex_replace(body, varying, "}");
}

} // namespace parity
