// SPDX-License-Identifier: BSL-1.0
// Calls with retries and a token that is renewed, over the device's sockets. `http::call` decides what follows each attempt and
// `http::token_machine` when a token is asked for; this file only does what they say.
#pragma once

#include "http_over_device.hpp"

#include <restbind/core/secret.hpp>
#include <restbind/http/call.hpp>
#include <restbind/http/token_machine.hpp>
#include <restbind/http/token_request.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace device {

/** What tokens are asked for with. */
struct token_settings
{
    restbind::http::client_credentials credentials{};
    restbind::http::token_endpoint endpoint{};
    std::string scope{};
    restbind::http::client_authentication authentication{};
};

/** A service, called by one thread. */
class service
{
public:
    service(restbind::http::url address, std::shared_ptr<restbind::http::secure_channel_factory> tls, token_settings tokens);

    /** Calls an operation. @param parameters The API's client parameters. */
    template <class Operation>
    restbind::result<typename Operation::response_type> call(
        typename Operation::request_type const& what, auto const& parameters)
    {
        auto const request = Operation::build(what, parameters);
        if (!request)
            return request.error();
        restbind::result<typename Operation::response_type> outcome = restbind::error();
        restbind::result<void> const performed = perform(address_, *request, true,
            [&outcome](restbind::http::response const& response) -> restbind::result<void>
            {
                outcome = Operation::read(response);
                if (!outcome)
                    return outcome.error();
                return {};
            });
        if (!performed)
            return performed.error();
        return outcome;
    }

private:
    using reader = std::function<restbind::result<void>(restbind::http::response const&)>;

    restbind::result<void> perform(
        restbind::http::url const& to, restbind::http::request const& request, bool needs_token, reader const& read);
    void exchange(restbind::http::call& call, http_connection& connection, restbind::http::url const& to,
        restbind::http::request const& request, bool has_token, reader const& read);
    restbind::result<void> get_token();
    restbind::result<void> fetch_token();

    restbind::http::url const address_;
    std::shared_ptr<restbind::http::secure_channel_factory> const tls_;
    token_settings const settings_;
    restbind::http::token_machine<std::shared_ptr<restbind::secret const>> tokens_; ///< header lines
};

} // namespace device
