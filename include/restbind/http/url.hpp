// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

/** The parts of a base address. */
struct url
{
    /** `http` or `https`. */
    std::string scheme{};

    /** Host name in lower case, or an IP address; an IPv6 address without its brackets. */
    std::string host{};

    /** 1 to 65535; the default of the scheme (80, 443) if the address names none. */
    std::uint16_t port = 0;

    /** Zone of a link-local IPv6 address: the network interface that it is reached through, such as
        `eth0`. No server sees it. Otherwise empty. */
    std::string zone{};

    /** Path in front of every request's path: empty, or `/` and more without a slash at the end. */
    std::string prefix{};

    /** Whether the address asks for TLS. */
    bool is_secure() const noexcept { return scheme == "https"; }

    /** Whether a connection to one serves the other, too: the same scheme, host, port and zone. */
    bool is_same_origin(url const& other) const noexcept
    {
        return scheme == other.scheme && host == other.host && port == other.port &&
               zone == other.zone;
    }

    /** The value of the Host header: brackets around IPv6, the port only if it is not the scheme's
        default. */
    RESTBIND_COLD std::string authority() const
    {
        std::string text = host.find(':') == std::string::npos ? host : "[" + host + "]";
        if (port != (is_secure() ? 443 : 80))
            text += ":" + restbind::detail::number_text(port);
        return text;
    }

    /** Host and port, as in a request for a tunnel. */
    RESTBIND_COLD std::string host_and_port() const
    {
        bool const is_v6 = host.find(':') != std::string::npos;
        return (is_v6 ? "[" + host + "]" : host) + ":" + restbind::detail::number_text(port);
    }

    friend bool operator==(url const&, url const&) = default;
};

namespace detail
{

RESTBIND_COLD inline error bad_url(std::string_view why)
{
    return invalid_argument({"the address cannot be used: ", why});
}

constexpr bool is_host_character(char c) noexcept
{
    return is_digit(c) || is_letter(c) || c == '-' || c == '.' || c == '_';
}

constexpr bool is_path_character(char c) noexcept
{
    return is_unreserved(c) || std::string_view("!$&'()*+,;=:@/").find(c) != std::string_view::npos;
}

/// Whether the path holds only characters of a path and complete escapes.
RESTBIND_COLD constexpr bool is_path(std::string_view path) noexcept
{
    for (std::size_t i = 0; i < path.size(); ++i)
        if (path[i] == '%' ? escaped_byte(path.substr(i)) < 0 : !is_path_character(path[i]))
            return false;
    return true;
}

/// What stands in front of the path: both point into the text.
struct authority_parts
{
    std::string_view host{};                ///< without brackets
    std::optional<std::string_view> port{}; ///< if there is a colon
};

/// Splits `host:port` or `[v6]:port`.
RESTBIND_COLD inline std::optional<authority_parts> split_authority(std::string_view text)
{
    authority_parts parts;
    bool const is_v6 = text.starts_with('[');
    auto const end = text.find(is_v6 ? ']' : ':');
    if (is_v6 && end == std::string_view::npos)
        return std::nullopt;
    parts.host = is_v6 ? text.substr(1, end - 1) : text.substr(0, end);
    for (char const c : parts.host)
        if (is_v6 ? hex_value(c) < 0 && c != ':' && c != '.' : !is_host_character(c))
            return std::nullopt;
    if (is_v6 && parts.host.find(':') == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(parts.host.size() + (is_v6 ? 2 : 0));
    if (!text.empty() && text.front() != ':')
        return std::nullopt;
    if (!text.empty())
        parts.port = text.substr(1);
    return parts;
}

/// A number of one to so many digits, at most nine, none of which is a sign.
constexpr std::optional<std::int64_t> read_digits(std::string_view text, std::size_t most) noexcept
{
    return text.size() > most ? std::nullopt : read_saturated(text, 999'999'999);
}

/// A port of 1 to 65535 in at most five digits.
constexpr std::optional<std::uint16_t> parse_port(std::string_view text) noexcept
{
    auto const value = read_digits(text, 5);
    if (!value || *value == 0 || *value > 65535)
        return std::nullopt;
    return static_cast<std::uint16_t>(*value);
}

/// An IPv4 address in four decimal parts.
RESTBIND_COLD constexpr std::optional<std::uint32_t> parse_ipv4(std::string_view text) noexcept
{
    std::uint32_t address = 0;
    for (int part = 0; part != 4; ++part)
    {
        auto const end = part == 3 ? text.size() : text.find('.');
        auto const value = read_digits(text.substr(0, end), 3);
        if (end == std::string_view::npos || !value || *value > 255)
            return std::nullopt;
        address = address << 8 | static_cast<std::uint32_t>(*value);
        text.remove_prefix(part == 3 ? end : end + 1);
    }
    return address;
}

/** Fills in what stands in braces.

    @param value_of Gives the value of a name, or why there is none: `result<std::string_view>`.
    @param joins_slashes Whether a slash that ends a value stands for the one behind the brace.
*/
template <class ValueOf>
RESTBIND_COLD result<std::string> expand_braces(
    std::string_view text, ValueOf const& value_of, bool joins_slashes)
{
    std::string filled;
    for (auto open = text.find('{'); open != std::string_view::npos; open = text.find('{'))
    {
        auto const close = text.find('}', open);
        if (close == std::string_view::npos)
            return invalid_argument({"a brace is not closed"});
        auto const value = value_of(text.substr(open + 1, close - open - 1));
        if (!value)
            return value.error();
        filled.append(text.substr(0, open)).append(*value);
        text.remove_prefix(close + 1);
        if (joins_slashes && text.starts_with('/') && filled.ends_with('/'))
            filled.pop_back();
    }
    return filled.append(text);
}

/// A text in lower case.
inline std::string lowered(std::string_view text)
{
    std::string low(text);
    for (char& c : low)
        c = to_lower(c);
    return low;
}

/// Takes the zone out of `[fe80::1%25eth0]:80` (RFC 6874) or `[fe80::1%eth0]:80`. @returns The
/// zone; empty if there is none.
RESTBIND_COLD inline result<std::string> take_zone(std::string& authority)
{
    std::size_t const end = authority.find(']');
    std::size_t const begin = authority.find('%');
    if (!authority.starts_with('[') || end == std::string::npos || begin > end)
        return std::string();
    // fe80::/10
    std::string const first = lowered(std::string_view(authority).substr(1, 5));
    if (!first.starts_with("fe") || first.find_first_of("89ab") != 2 || first.find(':') != 4)
        return bad_url(
            "its host has a zone, which only link-local IPv6 addresses (fe80::/10) have");
    std::string zone = authority.substr(begin + 1, end - begin - 1);
    if (zone.starts_with("25"))
        zone.erase(0, 2);
    authority.erase(begin, end - begin);
    for (char const c : zone)
        if (!is_unreserved(c))
            return bad_url("the zone of its host holds a character that none may hold");
    if (zone.empty())
        return bad_url("the zone of its host is empty");
    return zone;
}

} // namespace detail

/** Reads a base address such as `https://api.example.com:8443/partner`.

    A path prefix and a slash at its end are allowed, and a zone behind a link-local IPv6 address.
    Refused with `invalid_argument`: any scheme
    but http and https, user information, a query, a fragment, an empty host, a port outside 1 to
    65535, control characters, spaces and non-ASCII characters. The error never repeats the address,
    which might hold a password.
*/
RESTBIND_COLD inline result<url> parse_url(std::string_view text)
{
    for (char const c : text)
        if (c <= ' ' || c > '~')
            return detail::bad_url("it holds a space, a control or a non-ASCII character");
    auto const colon = text.find("://");
    if (colon == std::string_view::npos)
        return detail::bad_url("it does not start with https:// or http://");

    url parsed;
    parsed.scheme = detail::lowered(text.substr(0, colon));
    if (parsed.scheme != "http" && parsed.scheme != "https")
        return detail::bad_url("it does not start with https:// or http://");

    text.remove_prefix(colon + 3);
    auto const end = text.find_first_of("/?#");
    std::string authority(text.substr(0, end));
    std::string_view path = end == std::string_view::npos ? std::string_view() : text.substr(end);
    if (authority.find('@') != std::string::npos)
        return detail::bad_url("it holds user information");
    if (path.find('?') != std::string_view::npos)
        return detail::bad_url("it holds a query");
    if (path.find('#') != std::string_view::npos)
        return detail::bad_url("it holds a fragment");

    auto zone = detail::take_zone(authority);
    if (!zone)
        return zone.error();
    parsed.zone = std::move(*zone);
    auto const parts = detail::split_authority(authority);
    if (!parts || parts->host.size() > 253)
        return detail::bad_url("its host is not a host name or an IP address");
    if (parts->host.empty())
        return detail::bad_url("its host is empty");
    parsed.host = detail::lowered(parts->host);
    auto const port = detail::parse_port(parts->port.value_or(parsed.is_secure() ? "443" : "80"));
    if (!port)
        return detail::bad_url("its port is not a number from 1 to 65535");
    parsed.port = *port;

    if (!detail::is_path(path))
        return detail::bad_url("its path holds a character that must be escaped");
    while (path.ends_with('/'))
        path.remove_suffix(1);
    parsed.prefix = path;
    return parsed;
}

/** Whether the host is this machine by its spelling: `localhost`, an IPv4 address that starts with
    127, or `::1`.

    Other spellings of such addresses (`127.1`, `0x7f000001`, an IPv4 address in an IPv6 one) count
    as foreign.
*/
RESTBIND_COLD constexpr bool is_loopback(std::string_view host) noexcept
{
    if (iequals(host, "localhost") || host == "::1")
        return true;
    auto const address = detail::parse_ipv4(host);
    return address && *address >> 24 == 127;
}

/** A variable of a server's address. */
struct server_variable
{
    /** Its name, as in `{name}`. */
    std::string_view name;

    /** Its value. */
    std::string_view value;

    /** The values that it may have; none: any. */
    std::initializer_list<std::string_view> allowed{};
};

/** Fills the variables of an address in, such as `https://{region}.example.com`.

    @returns `invalid_argument`, naming the variable, for a value that is not one of those allowed
    or that holds a character which no part of a path or host may hold (`?`, `#`, `@`, spaces and
    control characters among them).
*/
RESTBIND_COLD inline result<std::string> expand_server_url(
    std::string_view pattern, std::initializer_list<server_variable> variables)
{
    auto const value_of = [variables](std::string_view name) -> result<std::string_view>
    {
        auto const found = std::find_if(variables.begin(), variables.end(),
            [name](server_variable const& one) { return one.name == name; });
        if (found == variables.end())
            return invalid_argument({"the server's address has no variable ", name});
        auto const& allowed = found->allowed;
        if (allowed.size() != 0 &&
            std::find(allowed.begin(), allowed.end(), found->value) == allowed.end())
        {
            std::string detail = "the server's variable " + std::string(name) + " must be one of:";
            for (std::string_view const value : allowed)
                detail.append(" ").append(value);
            return error(error_kind::invalid_argument, std::move(detail));
        }
        if (!detail::is_path(found->value) || found->value.find('@') != std::string_view::npos)
            return invalid_argument(
                {"the server's variable ", name, " holds a character that no address may hold"});
        return found->value;
    };
    return detail::expand_braces(pattern, value_of, false);
}

/** Resolves a server's address that may be relative, such as `/v2`, against an absolute one
    (RFC 3986, section 5.2).

    @param base Absolute address; its last segment counts as a folder, as of a base address.
    @returns An absolute address, not yet checked: see `parse_url`.
*/
RESTBIND_COLD inline std::string resolve_server(std::string_view base, std::string_view reference)
{
    if (reference.find("://") != std::string_view::npos)
        return std::string(reference);
    std::size_t const scheme = base.find("://");
    if (scheme == std::string_view::npos)
        return std::string(reference);
    if (reference.starts_with("//"))
        return std::string(base.substr(0, scheme + 1)).append(reference);
    std::size_t const path = (std::min)(base.find('/', scheme + 3), base.size());
    std::string joined(reference.starts_with('/') ? std::string_view() : base.substr(path));
    joined.append("/").append(reference);

    std::string address(base.substr(0, path));
    for (std::string_view rest = joined; !rest.empty();)
    {
        std::size_t const slash = (std::min)(rest.find('/'), rest.size());
        std::string_view const segment = rest.substr(0, slash);
        rest.remove_prefix((std::min)(slash + 1, rest.size()));
        if (segment == ".." && address.size() > path)
            address.erase(address.rfind('/'));
        else if (!segment.empty() && segment != "." && segment != "..")
            address.append("/").append(segment);
    }
    return address;
}

} // namespace restbind::http
