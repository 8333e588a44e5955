// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/http/detail/proxy_bypass.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/url.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/** @file
    HTTP proxies: which hosts are reached through one, what is asked of it, and what its response
    means. Tunnels only (CONNECT, RFC 9110 section 9.3.6). No I/O.
*/

namespace restbind::inline RESTBIND_ABI::http
{

/** An HTTP proxy and the hosts that are reached without it. */
struct proxy_settings
{
    /** Address of the proxy, `http://host:port`, without a path. Empty: no proxy. Port 80 if it
        names none. Addresses of https and SOCKS proxies are refused. */
    std::string url{};

    /** Name for `Proxy-Authorization: Basic`. Empty: none is sent. No colon and no control
        character. */
    std::string username{};

    /** Password to the name; may be empty. Turns up in no log and no error. */
    secret password{};

    /** Hosts that are reached directly, separated by commas or spaces.

        | rule | what it matches |
        |---|---|
        | `example.com` | this host and all names below it |
        | `.example.com`, `*.example.com` | the names below it only |
        | `192.0.2.7`, `[2001:db8::1]` | this address, however it is spelt |
        | `192.0.2.0/24`, `2001:db8::/32` | addresses of this range |
        | `*` | everything |

        `:port` behind a rule (not behind a range) restricts it to that port. Names are compared
        without case and are never looked up. Hosts of this machine (`localhost`, `127.…`, `::1`)
        are always reached directly. A rule that cannot be read is refused when the client is made.
    */
    std::string no_proxy{};

    /** A second copy, password included, made on purpose. */
    proxy_settings clone() const
    {
        return {.url = url,
            .username = username,
            .password = password.clone(),
            .no_proxy = no_proxy};
    }
};

namespace detail
{

RESTBIND_COLD inline error bad_proxy(std::string_view why)
{
    return invalid_argument({"the proxy's address cannot be used: ", why});
}

/// Undoes `%XX`. Nothing if an escape is not complete.
RESTBIND_COLD inline std::optional<std::string> percent_decode(std::string_view text)
{
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        bool const is_escape = text[i] == '%';
        int const byte = is_escape ? escaped_byte(text.substr(i)) : text[i] & 0xFF;
        if (byte < 0)
        {
            wipe(decoded);
            return {};
        }
        decoded.push_back(static_cast<char>(byte));
        i += is_escape ? 2 : 0;
    }
    return decoded;
}

} // namespace detail

/** Whether a host is reached without a proxy. A rule that cannot be read matches nothing, see
    `check_no_proxy`.

    @param list Rules as in `proxy_settings::no_proxy`.
    @param host In lower case; an IPv6 address without its brackets.
*/
RESTBIND_COLD inline bool bypasses_proxy(
    std::string_view list, std::string_view host, std::uint16_t port)
{
    return is_loopback(host) ||
           detail::any_bypass_rule(detail::lowered(list),
               [&](std::string_view text)
               {
                   auto const rule = detail::read_bypass_rule(text);
                   return rule && rule->fits(host, port);
               });
}

/** Whether all rules can be read: `invalid_argument`, naming the first one that cannot, if not. */
RESTBIND_COLD inline result<void> check_no_proxy(std::string_view list)
{
    result<void> good;
    detail::any_bypass_rule(detail::lowered(list),
        [&](std::string_view text)
        {
            if (!detail::read_bypass_rule(text))
                good = invalid_argument({"the rule ", text, " cannot be read"});
            return !good;
        });
    return good;
}

/** Reads and checks the address of a proxy. The errors never repeat it.

    Refused with `invalid_argument`: https and SOCKS proxies, a path, user information, and what
    `parse_url` refuses.
*/
RESTBIND_COLD inline result<url> parse_proxy(std::string_view address)
{
    if (address.find('@') != std::string_view::npos)
        return detail::bad_proxy("it holds user information, which belongs in username and "
                                 "password");
    auto const parsed = parse_url(address);
    if (!parsed)
        return detail::bad_proxy(parsed.error().detail().substr(
            (std::min)(parsed.error().detail().find(": ") + 2, parsed.error().detail().size())));
    if (parsed->is_secure())
        return detail::bad_proxy("TLS to the proxy itself (https://) is not supported: the tunnel "
                                 "through an http:// proxy is encrypted all the same");
    if (!parsed->prefix.empty())
        return detail::bad_proxy("it holds a path");
    return *parsed;
}

/** Reads a proxy as environment variables name it: user information is allowed and comes back in
    its members, percent-decoded; `http://` may be left out. Empty text: no proxy. */
RESTBIND_COLD inline result<proxy_settings> read_proxy_variable(std::string_view text)
{
    proxy_settings found;
    if (text.empty())
        return found;
    std::string_view scheme = "http://";
    if (auto const colon = text.find("://"); colon != std::string_view::npos)
    {
        scheme = text.substr(0, colon + 3);
        text.remove_prefix(colon + 3);
    }
    if (auto const at = text.rfind('@'); at != std::string_view::npos)
    {
        std::string_view const user = text.substr(0, at);
        text.remove_prefix(at + 1);
        auto const colon = (std::min)(user.find(':'), user.size());
        auto name = detail::percent_decode(user.substr(0, colon));
        auto password = detail::percent_decode(user.substr((std::min)(colon + 1, user.size())));
        if (!name || !password)
            return detail::bad_proxy("its user information holds an incomplete escape");
        found.username = std::move(*name);
        found.password = secret(std::move(*password));
    }
    while (text.ends_with('/'))
        text.remove_suffix(1);
    found.url.append(scheme).append(text);
    if (auto const checked = parse_proxy(found.url); !checked)
        return checked.error();
    return found;
}

/** The proxy that environment variables name.

    For https `https_proxy`, then `HTTPS_PROXY`; for http only `http_proxy`, because a CGI program's
    `HTTP_PROXY` comes from a request's `Proxy` header. Exceptions from `no_proxy`, then `NO_PROXY`.
    An empty variable counts as not set.

    @param scheme Scheme of the service's address: `https` or `http`.
    @param get Gives a variable's value, or null: `std::getenv`, or a test's.
    @returns Settings with an empty `url` if no proxy is named; `invalid_argument`, which names the
        variable and does not repeat its value, if it cannot be used.
*/
template <class Get>
result<proxy_settings> proxy_from_environment(std::string_view scheme, Get const& get)
{
    auto const value = [&get](char const* name)
    {
        char const* const text = get(name);
        return text ? std::string_view(text) : std::string_view();
    };
    bool const is_secure = scheme == "https";
    char const* name = is_secure ? "https_proxy" : "http_proxy";
    if (is_secure && value(name).empty())
        name = "HTTPS_PROXY";
    auto found = read_proxy_variable(value(name));
    if (!found)
        return invalid_argument({name, ": ", found.error().detail()});
    std::string_view exceptions = value("no_proxy");
    if (exceptions.empty())
        exceptions = value("NO_PROXY");
    found->no_proxy = exceptions;
    return found;
}

} // namespace restbind::http
