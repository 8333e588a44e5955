// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/url.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http::detail
{

/** An IP address. An IPv4 address within IPv6 (`::ffff:192.0.2.7`) is that IPv4 address. */
struct ip_address
{
    std::array<unsigned char, 16> bytes{}; ///< as in IPv6
    bool is_v4 = false;

    /** Whether its first bits are those of another one of the same kind. */
    constexpr bool begins_like(ip_address const& other, std::size_t bits) const noexcept
    {
        for (std::size_t i = 0; i < bits; ++i)
            if (((bytes[i / 8] ^ other.bytes[i / 8]) >> (7 - i % 8) & 1) != 0)
                return false;
        return is_v4 == other.is_v4;
    }
};

/** Puts a number at the end of the bytes that are known. @returns False if there are too many. */
constexpr bool append_bytes(ip_address& to, std::size_t& count, std::uint32_t value,
    std::size_t size) noexcept
{
    if (count + size > to.bytes.size())
        return false;
    for (std::size_t i = size; i-- != 0;)
        to.bytes[count++] = static_cast<unsigned char>(value >> (8 * i));
    return true;
}

/** One to four hexadecimal digits. */
constexpr std::optional<std::uint32_t> parse_ipv6_part(std::string_view text) noexcept
{
    if (text.empty() || text.size() > 4)
        return std::nullopt;
    std::uint32_t value = 0;
    for (char const c : text)
    {
        if (hex_value(c) < 0)
            return std::nullopt;
        value = value << 4 | static_cast<std::uint32_t>(hex_value(c));
    }
    return value;
}

/** An IPv6 address in any spelling (RFC 4291, section 2.2), without brackets and zone. */
RESTBIND_COLD constexpr std::optional<ip_address> parse_ipv6(std::string_view text) noexcept
{
    ip_address found;
    std::size_t count = 0;
    std::optional<std::size_t> gap; // where `::` stands
    if (text.starts_with("::"))
    {
        gap = 0;
        text.remove_prefix(2);
    }
    while (!text.empty())
    {
        std::string_view const part = text.substr(0, text.find(':'));
        text.remove_prefix(part.size());
        bool const is_v4 = text.empty() && part.find('.') != std::string_view::npos;
        auto const value = is_v4 ? parse_ipv4(part) : parse_ipv6_part(part);
        if (!value || !append_bytes(found, count, *value, is_v4 ? 4 : 2))
            return std::nullopt;
        if (text.empty())
            break;
        text.remove_prefix(1);
        bool const is_gap = text.starts_with(':');
        if (is_gap ? gap.has_value() : text.empty())
            return std::nullopt;
        if (is_gap)
        {
            gap = count;
            text.remove_prefix(1);
        }
    }
    if (gap ? count > 14 : count != 16)
        return std::nullopt;
    // What was written behind the gap moves to the end, and zeros take its place.
    for (std::size_t at = gap ? count : 0; at > gap.value_or(0); --at)
        found.bytes[found.bytes.size() - (count - at) - 1] =
            std::exchange(found.bytes[at - 1], static_cast<unsigned char>(0));
    constexpr ip_address v4_mapped{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0}};
    found.is_v4 = found.begins_like(v4_mapped, 96);
    return found;
}

/** An IPv4 or IPv6 address. */
RESTBIND_COLD constexpr std::optional<ip_address> parse_address(std::string_view text) noexcept
{
    auto const v4 = parse_ipv4(text);
    if (!v4)
        return parse_ipv6(text);
    ip_address found{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF}, true};
    std::size_t count = 12;
    append_bytes(found, count, *v4, 4);
    return found;
}

/** One rule of a `no_proxy` list. */
struct bypass_rule
{
    bool everything = false;
    std::optional<ip_address> address{}; ///< else a name
    std::size_t bits = 128;              ///< so many of the address count
    std::string_view name{};
    bool below_only = false;             ///< the names below it only
    std::optional<std::uint16_t> port{}; ///< none: any

    /** Whether it fits. @param host As with `bypasses_proxy`. */
    RESTBIND_COLD bool fits(std::string_view host, std::uint16_t port_of_host) const
    {
        if (everything)
            return true;
        if (port && *port != port_of_host)
            return false;
        auto const address_of_host = parse_address(host);
        if (address || address_of_host) // which have nothing below them
            return address && address_of_host && address_of_host->begins_like(*address, bits);
        bool const is_below = host.size() > name.size() + 1 &&
                              host[host.size() - name.size() - 1] == '.' && host.ends_with(name);
        return is_below || (!below_only && host == name);
    }
};

/** Reads a range of addresses, such as `2001:db8::/32`. */
RESTBIND_COLD constexpr std::optional<bypass_rule> read_range(
    std::string_view base, std::string_view length)
{
    if (base.starts_with('[') && base.ends_with(']'))
        base = base.substr(1, base.size() - 2);
    bypass_rule rule{.address = parse_address(base)};
    bool const is_short = base.find(':') == std::string_view::npos; // of 32 bits
    auto const bits = read_digits(length, is_short ? 2 : 3);
    if (!rule.address || !bits)
        return std::nullopt;
    rule.bits = static_cast<std::size_t>(*bits) + (is_short ? 96 : 0);
    if (rule.bits > 128)
        return std::nullopt;
    if (rule.address->is_v4 && rule.bits < 96)
        rule.address->is_v4 = false; // a range of IPv6 that holds all of IPv4
    return rule;
}

/** Reads a rule. @param text In lower case; must outlive the rule. @returns None if it is none. */
RESTBIND_COLD inline std::optional<bypass_rule> read_bypass_rule(std::string_view text)
{
    if (text == "*")
        return bypass_rule{.everything = true};
    if (auto const slash = text.find('/'); slash != std::string_view::npos)
        return read_range(text.substr(0, slash), text.substr(slash + 1));
    // More than one colon and no bracket is an IPv6 address without a port.
    if (!text.starts_with('[') && text.find(':') != text.rfind(':'))
        return read_range(text, "128");
    bypass_rule rule;
    if (text.starts_with("*."))
        text.remove_prefix(1);
    rule.below_only = text.starts_with('.');
    if (rule.below_only)
        text.remove_prefix(1);
    auto const parts = split_authority(text);
    if (!parts || parts->host.empty())
        return std::nullopt;
    rule.name = parts->host;
    rule.address = parse_address(parts->host);
    if (parts->port)
        rule.port = parse_port(*parts->port);
    if ((parts->port && !rule.port) || (text.starts_with('[') && !rule.address) ||
        (rule.below_only && rule.address))
        return std::nullopt;
    return rule;
}

/** Calls a function with each rule of a list, as text, until it returns true. @returns Whether it
    has. */
template <class Function>
bool any_bypass_rule(std::string_view list, Function const& function)
{
    constexpr std::string_view separators = ", \t";
    while (!list.empty())
    {
        auto const end = (std::min)(list.find_first_of(separators), list.size());
        if (end != 0 && function(list.substr(0, end)))
            return true;
        list.remove_prefix((std::min)(end + 1, list.size()));
    }
    return false;
}

} // namespace restbind::http::detail
