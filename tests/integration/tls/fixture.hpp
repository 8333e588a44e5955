// SPDX-License-Identifier: BSL-1.0
// A client of the fake API and a TLS server.
#pragma once

#include "integration/net/fixture.hpp"
#include "support/pki.hpp"
#include "support/tls_server.hpp"

#include <restbind/tls.hpp>

#include <string>
#include <utility>

namespace fake
{

namespace pki = restbind::test::pki;
namespace tls = restbind::tls;
using restbind::test::tls_response;
using restbind::test::tls_behaviour;
using restbind::test::tls_reply;
using restbind::test::tls_server;

/// The authority that the clients of these tests trust.
inline pki::identity const& authority()
{
    static pki::identity const made = pki::make_authority();
    return made;
}

/// A good certificate for the names of this machine.
inline pki::identity const& local()
{
    static pki::identity const made =
        pki::make_server(authority(), {"DNS:localhost", "IP:127.0.0.1"});
    return made;
}

inline tls::options trusting_authority()
{
    tls::options settings;
    settings.ca_pem = authority().certificate_pem();
    return settings;
}

/// Options of a client with a fixed token that does not repeat anything.
inline net::client_options options_for(tls_server const& server,
    tls::options settings = trusting_authority(), std::string const& host = "localhost")
{
    net::client_options options;
    options.base_url = server.url(host);
    options.tokens.access_token = restbind::secret("canary-token");
    options.timeouts.call = 9s;
    options.retry.policy = restbind::http::retry_policy::never;
    options.tls = tls::make_factory(std::move(settings)).value();
    return options;
}

inline tls_reply response_well(received_request const&)
{
    return tls_response(200, good_body);
}

inline tls_behaviour behave_well()
{
    tls_behaviour well;
    well.sent = {local()};
    return well;
}

} // namespace fake
