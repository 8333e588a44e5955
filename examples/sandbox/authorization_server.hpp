// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_AUTHORIZATION_SERVER_HPP
#define SANDBOX_AUTHORIZATION_SERVER_HPP

#include "jwt.hpp"
#include "message.hpp"
#include "world.hpp"

#include <chrono>
#include <mutex>

namespace sandbox {

/** Issues and judges access tokens: OAuth 2.0 client credentials, answered with a JWT signed by a key that lives
    and dies with the object. Every function may be called from any thread.
*/
class authorization_server
{
public:
    /// `content` must outlive the object.
    explicit authorization_server(world const& content);

    /// Answers `POST /<directory>/oauth2/v2.0/token`.
    reply token(request const& r, std::string_view directory);

    /// Whether the token is one of ours, not expired, not revoked, for this API and from this directory.
    [[nodiscard]] bool accepts(std::string_view token) const;

    /// From now on no token issued so far is accepted.
    void revoke_tokens();

    /// Puts the clock forward until every token issued so far is past its expiry.
    void force_expired_tokens();

    /// Lifetime of the tokens issued from now on; also `expires_in`. 0 makes tokens that are expired at once.
    void token_lifetime(std::chrono::seconds lifetime);

    [[nodiscard]] std::uint64_t tokens_issued() const;

private:
    [[nodiscard]] std::int64_t now() const;
    [[nodiscard]] std::string issuer() const;
    [[nodiscard]] std::string audience() const;

    world const& world_;
    std::string const key_;

    mutable std::mutex mutex_;
    std::chrono::seconds lifetime_;
    std::int64_t clock_shift_ = 0;
    std::int64_t last_expiry_ = 0;
    std::int64_t serial_ = 0;
    std::int64_t revoked_up_to_ = 0;
};

/// An error body of the authorization server, for a fault that a test asked for.
reply token_error(unsigned status, std::string_view error, std::string_view description, int code);

} // namespace sandbox

#endif
