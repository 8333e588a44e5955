// Addresses of servers as an API description gives them: with variables, and relative ones.
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/concat.hpp>
#include <restbind/http/url.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace restbind::http
{

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
