// SPDX-License-Identifier: BSL-1.0
// The same with encryption: options that name a missing file are refused, the system's store is taken.
#include <restbind/src.hpp>
#include <restbind/tls.hpp>
#include <ticketing/v1.hpp>

#include <boost/asio/io_context.hpp>

#include <cstdio>

namespace api = ticketing::v1;

int main()
{
    auto const refused = restbind::tls::make_factory({.ca_file = "/nowhere/ca.pem"});
    if (refused || refused.error() != restbind::error_kind::invalid_argument)
        return 1;

    boost::asio::io_context io;
    auto options = api::default_options();
    options.base_url = "https://service.invalid";
    options.anonymous = true;
    auto const encryption = restbind::tls::make_factory();
    if (!encryption) // a system without authorities
        return std::puts(encryption.error().message().c_str()), 0;
    options.tls = *encryption;
    auto const client = api::client::make(io.get_executor(), std::move(options), {.tenant = "arena"});
    if (!client)
        return 2;
    std::puts(refused.error().message().c_str());
    return 0;
}
