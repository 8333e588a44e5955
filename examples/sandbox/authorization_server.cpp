// SPDX-License-Identifier: BSL-1.0
#include "authorization_server.hpp"

#include "crypto.hpp"
#include "form.hpp"
#include "json_writer.hpp"

#include <algorithm>

namespace sandbox {
namespace {

/// The service promises integers in `error_codes` but no values; these are the sandbox's own.
namespace token_code {
constexpr int unknown_directory = 9001;
constexpr int bad_content_type = 9002;
constexpr int bad_form = 9003;
constexpr int missing_parameter = 9004;
constexpr int repeated_parameter = 9005;
constexpr int bad_grant_type = 9006;
constexpr int bad_client = 9007;
constexpr int bad_scope = 9008;
} // namespace token_code

/// A token response must not be kept by anything between the two ends (RFC 6749, section 5.1).
void forbid_caching(reply& r)
{
    r.headers.emplace_back("Cache-Control", "no-store");
    r.headers.emplace_back("Pragma", "no-cache");
}

} // namespace

reply token_error(unsigned status, std::string_view error, std::string_view description, int code)
{
    json_writer out;
    out.begin_object();
    out.key("error").string(error);
    out.key("error_description").string(description);
    out.key("error_codes").begin_array().integer(code).end_array();
    out.key("correlation_id").string(random_guid());
    out.end_object();

    reply r;
    r.status = status;
    r.body = out.take();
    forbid_caching(r);

    return r;
}

authorization_server::authorization_server(world const& content)
    : world_(content), key_(random_bytes(32)), lifetime_(content.content().token_lifetime)
{
}

reply authorization_server::token(request const& r, std::string_view directory)
{
    if (directory != world_.content().directory_id)
        return token_error(400, "invalid_request", "The directory is unknown", token_code::unknown_directory);

    if (r.media_type() != "application/x-www-form-urlencoded")
    {
        return token_error(400, "invalid_request", "The Content-Type must be application/x-www-form-urlencoded",
                           token_code::bad_content_type);
    }

    auto const form = r.body_too_large ? std::nullopt : parse_form(r.body);
    if (!form)
        return token_error(400, "invalid_request", "The form cannot be read", token_code::bad_form);

    for (std::string_view const name : {"grant_type", "client_id", "client_secret", "scope"})
    {
        if (count_field(*form, name) > 1)
        {
            return token_error(400, "invalid_request", "The parameter '" + std::string(name) + "' appears twice",
                               token_code::repeated_parameter);
        }

        if (field(*form, name).empty())
        {
            return token_error(400, "invalid_request", "The parameter '" + std::string(name) + "' is missing",
                               token_code::missing_parameter);
        }
    }

    if (field(*form, "grant_type") != "client_credentials")
    {
        return token_error(400, "unsupported_grant_type", "The grant type must be client_credentials",
                           token_code::bad_grant_type);
    }

    // One response for both, so that nobody can find out which client identifiers exist.
    auto const* const c = world_.client(field(*form, "client_id"));
    if (c == nullptr || !equal_in_constant_time(c->client_secret, field(*form, "client_secret")))
    {
        return token_error(401, "invalid_client", "The client is unknown or its secret is wrong",
                           token_code::bad_client);
    }

    if (field(*form, "scope") != audience() + "/.default")
        return token_error(400, "invalid_scope", "The scope is unknown", token_code::bad_scope);

    std::unique_lock lock(mutex_);
    jwt_claims claims;
    claims.issuer = issuer();
    claims.audience = audience();
    claims.client_id = c->client_id;
    claims.issued_at = now();
    claims.expires_at = claims.issued_at + lifetime_.count();
    claims.serial = ++serial_;
    last_expiry_ = std::max(last_expiry_, claims.expires_at);
    auto const lifetime = lifetime_.count();
    lock.unlock();

    json_writer out;
    out.begin_object();
    out.key("token_type").string("Bearer");
    out.key("expires_in").integer(lifetime);
    out.key("ext_expires_in").integer(lifetime);
    out.key("access_token").string(sign_jwt(claims, key_));
    out.end_object();

    reply response;
    response.body = out.take();
    forbid_caching(response);

    return response;
}

bool authorization_server::accepts(std::string_view token) const
{
    std::lock_guard const lock(mutex_);
    auto const claims = verify_jwt(token, key_, now());

    return claims && claims->issuer == issuer() && claims->audience == audience() && claims->serial > revoked_up_to_;
}

void authorization_server::revoke_tokens()
{
    std::lock_guard const lock(mutex_);
    revoked_up_to_ = serial_;
}

void authorization_server::force_expired_tokens()
{
    std::lock_guard const lock(mutex_);
    if (last_expiry_ > now())
        clock_shift_ += last_expiry_ - now();
}

void authorization_server::token_lifetime(std::chrono::seconds lifetime)
{
    std::lock_guard const lock(mutex_);
    lifetime_ = lifetime;
}

std::uint64_t authorization_server::tokens_issued() const
{
    std::lock_guard const lock(mutex_);
    return static_cast<std::uint64_t>(serial_);
}

std::int64_t authorization_server::now() const
{
    auto const since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(since_1970).count() + clock_shift_;
}

std::string authorization_server::issuer() const
{
    return "urn:ticketing-sandbox:" + world_.content().directory_id;
}

std::string authorization_server::audience() const
{
    return "api://" + world_.content().api_app_id;
}

} // namespace sandbox
