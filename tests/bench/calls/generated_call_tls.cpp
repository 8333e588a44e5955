// SPDX-License-Identifier: BSL-1.0
// The generated operation over TLS.

#include "generated_call.hpp"

#include <restbind/tls.hpp>

namespace bench
{

namespace
{

std::unique_ptr<contestant> make(service_address const& service, conditions const& under)
{
    restbind::tls::options settings;
    settings.ca_pem = service.authority;
    settings.resume_sessions = under.connections != connection_use::full;
    return make_generated_call(
        service, under, restbind::tls::make_factory(std::move(settings)).value());
}

registration const one_at_a_time(client_kind::generated, {transport::tls, 1}, make);
registration const many_at_a_time(client_kind::generated, {transport::tls, many}, make);
registration const resumed(
    client_kind::generated, {transport::tls, 1, connection_use::resumed}, make);
registration const full(client_kind::generated, {transport::tls, 1, connection_use::full}, make);

} // namespace

} // namespace bench
