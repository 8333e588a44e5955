// SPDX-License-Identifier: BSL-1.0
// The request for a tunnel through a proxy (CONNECT), and what the response means.
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/secrets.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/proxy.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/url.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

/** The request for a tunnel. Its head is that of the target itself, see `request_head`.

    @param target Host and port behind the proxy.
*/
RESTBIND_COLD inline request tunnel_request(url const& target)
{
    return {.method = verb::connect, .target = target.host_and_port()};
}

/** The header line that shows a proxy who asks, with its end; empty without a name. */
RESTBIND_COLD inline secret proxy_authorization(proxy_settings const& proxy)
{
    if (proxy.username.empty())
        return {};
    return secret(joined({"Proxy-Authorization: Basic ",
        basic_text(proxy.username, proxy.password.reveal()).reveal(), "\r\n"}));
}

/** What a proxy's response to `tunnel_request` means.

    @param proxy The proxy, and what it was to make a tunnel to: for the error's text.
    @param status Status of the response.
    @param surplus Whether bytes came behind its head. Nothing behind the proxy speaks first.
    @returns Success if the tunnel is there; otherwise kind `connect` in phase `connect` with the
    status: 407 says that the proxy wants credentials, or other ones.
*/
RESTBIND_COLD inline result<void> judge_tunnel(
    url const& proxy, url const& target, int status, bool surplus)
{
    bool const granted = status >= 200 && status < 300;
    if (granted && !surplus)
        return {};
    std::string detail = joined({"the proxy ", proxy.host_and_port(),
        granted         ? " sent bytes into a tunnel in which nobody spoke yet: "
        : status == 407 ? " wants credentials, or other ones than it got, for the tunnel to "
                        : " refused the tunnel to ",
        target.host_and_port(),
        granted ? "" : " with the status " + restbind::detail::number_text(status)});
    return restbind::detail::fill(error(error_kind::connect, std::move(detail)))
        .with_phase(phase::connect)
        .with_status(status)
        .take();
}

} // namespace restbind::http
