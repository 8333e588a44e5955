// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_AUTHORISATION_HPP
#define SANDBOX_AUTHORISATION_HPP

#include "authorization_server.hpp"
#include "problem.hpp"
#include "world.hpp"

namespace sandbox {

/** Judges who calls, in the order the service promises:

    1. no `x-tenant`: 400
    2. unknown tenant: 403
    3. the token's client has no configuration for the tenant: 403
    4. no Authorization header: 401
    5. token invalid or expired: 401
    6. valid token without permission on the tenant: 403

    Step 3 reads the client from a token whose validity only step 5 judges; without a token, or with one that
    names no client, it is skipped.
*/
outcome<caller> authorise(request const& r, world const& content, authorization_server const& tokens);

} // namespace sandbox

#endif
