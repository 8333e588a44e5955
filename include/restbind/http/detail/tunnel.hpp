// SPDX-License-Identifier: BSL-1.0
// The request for a tunnel through a proxy (CONNECT), and what the response means.
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/secrets.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/proxy.hpp>
#include <restbind/http/request_head.hpp>
#include <restbind/http/url.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

/** The request for a tunnel. Holds the password if there is one: wipe it after use.

    @param target Host and port behind the proxy.
*/
RESTBIND_COLD inline std::string tunnel_request(
    url const& target, proxy_settings const& proxy, std::string_view user_agent)
{
    std::string authority = target.host_and_port();
    request_head const proxied(authority, user_agent);
    request const connect{.method = verb::connect, .target = std::move(authority)};
    std::string line;
    if (!proxy.username.empty())
        line = joined({"Proxy-Authorization: Basic ",
            basic_text(proxy.username, proxy.password.reveal()).reveal(), "\r\n"});
    std::string head;
    proxied.write(head, connect, line);
    wipe(line);
    return head;
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
        target.host_and_port(), granted ? "" : " with the status " + std::to_string(status)});
    return restbind::detail::fill(error(error_kind::connect, std::move(detail)))
        .with_phase(phase::connect)
        .with_status(status)
        .take();
}

} // namespace restbind::http
