#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/ascii.hpp>
#include <restbind/http/detail/encoding.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace restbind::http
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

    /** Path in front of every request's path: empty, or `/` and more without a slash at the end. */
    std::string prefix{};

    /** Whether the address asks for TLS. */
    bool is_secure() const noexcept { return scheme == "https"; }

    /** The value of the Host header: brackets around IPv6, the port only if it is not the scheme's
        default. */
    RESTBIND_COLD std::string authority() const
    {
        std::string text = host.find(':') == std::string::npos ? host : "[" + host + "]";
        if (port != (is_secure() ? 443 : 80))
            text += ":" + std::to_string(port);
        return text;
    }

    friend bool operator==(url const&, url const&) = default;
};

namespace detail
{

RESTBIND_COLD inline error bad_url(std::string_view why)
{
    return error(error_kind::invalid_argument, "the address cannot be used: " + std::string(why));
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
    {
        if (path[i] == '%')
        {
            if (path.size() - i < 3 || hex_value(path[i + 1]) < 0 || hex_value(path[i + 2]) < 0)
                return false;
            i += 2;
        }
        else if (!is_path_character(path[i]))
        {
            return false;
        }
    }
    return true;
}

/// Splits `host:port` or `[v6]:port`. Both results point into `authority`.
RESTBIND_COLD inline bool split_authority(
    std::string_view authority, std::string_view& host, std::string_view& port, bool& has_port)
{
    has_port = false;
    if (authority.starts_with('['))
    {
        auto const close = authority.find(']');
        if (close == std::string_view::npos)
            return false;
        host = authority.substr(1, close - 1);
        for (char const c : host)
            if (hex_value(c) < 0 && c != ':' && c != '.')
                return false;
        if (host.find(':') == std::string_view::npos)
            return false;
        authority.remove_prefix(close + 1);
    }
    else
    {
        auto const colon = authority.find(':');
        host = authority.substr(0, colon);
        for (char const c : host)
            if (!is_host_character(c))
                return false;
        authority.remove_prefix(host.size());
    }
    if (authority.empty())
        return true;
    has_port = authority.front() == ':';
    port = authority.substr(1);
    return has_port;
}

/// A port of 1 to 65535 in at most five digits, or 0.
constexpr std::uint16_t parse_port(std::string_view text) noexcept
{
    std::uint32_t value = 0;
    if (text.empty() || text.size() > 5)
        return 0;
    for (char const c : text)
    {
        if (!is_digit(c))
            return 0;
        value = value * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return value <= 65535 ? static_cast<std::uint16_t>(value) : std::uint16_t{0};
}

} // namespace detail

/** Reads a base address such as `https://api.example.com:8443/partner`.

    A path prefix and a slash at its end are allowed. Refused with `invalid_argument`: any scheme
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
    for (char const c : text.substr(0, colon))
        parsed.scheme.push_back(to_lower(c));
    if (parsed.scheme != "http" && parsed.scheme != "https")
        return detail::bad_url("it does not start with https:// or http://");

    text.remove_prefix(colon + 3);
    auto const end = text.find_first_of("/?#");
    std::string_view const authority = text.substr(0, end);
    std::string_view path = end == std::string_view::npos ? std::string_view() : text.substr(end);
    if (authority.find('@') != std::string_view::npos)
        return detail::bad_url("it holds user information");
    if (path.find('?') != std::string_view::npos)
        return detail::bad_url("it holds a query");
    if (path.find('#') != std::string_view::npos)
        return detail::bad_url("it holds a fragment");

    std::string_view host;
    std::string_view port;
    bool has_port = false;
    if (!detail::split_authority(authority, host, port, has_port) || host.size() > 253)
        return detail::bad_url("its host is not a host name or an IP address");
    if (host.empty())
        return detail::bad_url("its host is empty");
    for (char const c : host)
        parsed.host.push_back(to_lower(c));
    parsed.port = has_port ? detail::parse_port(port)
                           : static_cast<std::uint16_t>(parsed.is_secure() ? 443 : 80);
    if (parsed.port == 0)
        return detail::bad_url("its port is not a number from 1 to 65535");

    if (!detail::is_path(path))
        return detail::bad_url("its path holds a character that must be escaped");
    while (path.ends_with('/'))
        path.remove_suffix(1);
    parsed.prefix = path;
    return parsed;
}

/** Whether the host is this machine by its spelling: `localhost`, an IPv4 address that starts with
    127, or `::1`.

    Other spellings of such addresses (`127.1`, `0x7f000001`, `::ffff:127.0.0.1`) count as foreign.
*/
RESTBIND_COLD constexpr bool is_loopback(std::string_view host) noexcept
{
    if (iequals(host, "localhost") || host == "::1")
        return true;
    int part = 0;
    int parts = 0;
    int digits = 0;
    int first = -1;
    for (std::size_t i = 0; i <= host.size(); ++i)
    {
        if (i == host.size() || host[i] == '.')
        {
            if (digits == 0 || digits > 3 || part > 255)
                return false;
            first = parts == 0 ? part : first;
            ++parts;
            part = 0;
            digits = 0;
        }
        else if (is_digit(host[i]))
        {
            ++digits;
            part = digits > 3 ? 256 : part * 10 + (host[i] - '0');
        }
        else
        {
            return false;
        }
    }
    return parts == 4 && first == 127;
}

/** Puts a request's path behind the path prefix of a base address; exactly one slash stands between
    the two. */
inline std::string join_target(std::string_view prefix, std::string_view path)
{
    while (prefix.ends_with('/'))
        prefix.remove_suffix(1);
    std::string target(prefix);
    if (!path.starts_with('/'))
        target.push_back('/');
    target.append(path);
    return target;
}

} // namespace restbind::http
