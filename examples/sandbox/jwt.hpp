// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_JWT_HPP
#define SANDBOX_JWT_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sandbox {

/// The claims of an access token.
struct jwt_claims
{
    std::string issuer;
    std::string audience;
    std::string client_id;

    /// Seconds since 1970-01-01 UTC.
    std::int64_t issued_at = 0;
    std::int64_t expires_at = 0;

    /// Rises with every token of one authorization server, so that all earlier ones can be revoked at once.
    std::int64_t serial = 0;
};

/// A compact JWS, signed with HMAC-SHA-256.
std::string sign_jwt(jwt_claims const& claims, std::string_view key);

/** The claims of a token whose signature is **not** looked at.

    For messages that have to name the client before the token is judged; never for a decision to let it in.
    @returns Nothing when the text is no JWT or has no client identifier.
*/
std::optional<jwt_claims> unverified_claims(std::string_view token);

/** The claims of a token that carries our algorithm and signature, and is neither expired nor not yet valid.

    Issuer and audience are left to the caller.
    @param now Seconds since 1970-01-01 UTC. A token is expired from its last second on.
*/
std::optional<jwt_claims> verify_jwt(std::string_view token, std::string_view key, std::int64_t now);

} // namespace sandbox

#endif
