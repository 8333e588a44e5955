// SPDX-License-Identifier: BSL-1.0
#include "authorization.hpp"

namespace sandbox {
namespace {

/// The token of an `Authorization: Bearer <token>` header; empty for another scheme.
std::string_view bearer_token(std::string_view header)
{
    constexpr std::string_view scheme = "bearer ";
    if (to_lower(header.substr(0, scheme.size())) != scheme)
        return {};

    auto const token = header.substr(scheme.size());
    auto const first = token.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view() : token.substr(first);
}

problem unauthorised(std::string detail, std::string challenge)
{
    problem p{.status = 401, .detail = std::move(detail)};
    p.headers.emplace_back("WWW-Authenticate", std::move(challenge));

    return p;
}

} // namespace

outcome<caller> authorise(request const& r, world const& content, authorization_server const& tokens)
{
    auto const tenant = r.header("x-tenant");
    if (tenant.empty())
        return problem{.status = 400, .detail = "The x-tenant header is required"};

    if (!content.knows_tenant(tenant))
        return problem{.status = 403, .detail = "The tenant '" + std::string(tenant) + "' is unknown"};

    auto const authorization = r.header("Authorization");
    auto const token = bearer_token(authorization);
    auto const claims = unverified_claims(token);
    auto const* const configuration = claims ? content.configuration(claims->client_id, tenant) : nullptr;
    if (claims && configuration == nullptr)
    {
        return problem{.status = 403,
                       .detail = "Access denied: no configuration exists for the client '" + claims->client_id +
                                 "' and the tenant '" + std::string(tenant) + "'"};
    }

    if (authorization.empty())
        return unauthorised("The Authorization header is missing", "Bearer");

    if (configuration == nullptr || !tokens.accepts(token))
        return unauthorised("The token is invalid or expired", R"(Bearer error="invalid_token")");

    if (!configuration->permission)
    {
        return problem{.status = 403,
                       .detail = "The client '" + claims->client_id + "' has no permission on the tenant '" +
                                 std::string(tenant) + "'"};
    }

    return caller{claims->client_id, std::string(tenant), configuration};
}

} // namespace sandbox
