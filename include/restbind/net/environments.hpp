#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/net/named_addresses.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::net
{

/** Addresses of one environment of a service, such as staging or production. */
struct environment_addresses
{
    /** Base address of the service. */
    std::string base_url{};

    /** Address of the identity provider. */
    std::string auth_url{};
};

/** Environments by name. Holds whatever the application's configuration says: no address is built
    in. */
class environments
{
public:
    environments() = default;

    /** Starts with these environments; of two with one name the first counts. */
    environments(std::initializer_list<std::pair<std::string const, environment_addresses>> known)
    {
        for (auto const& one : known)
            if (!base_urls_.contains(one.first))
                set(one.first, one.second);
    }

    /** Adds an environment or replaces the one of that name. */
    void set(std::string_view name, environment_addresses const& addresses)
    {
        auth_urls_.insert_or_assign(name, addresses.auth_url);
        base_urls_.insert_or_assign(name, addresses.base_url);
    }

    /** The addresses of an environment; `invalid_argument`, naming the known ones, if there is none
        of that name. */
    result<environment_addresses> find(std::string_view name) const
    {
        if (std::string const* const base_url = base_urls_.find(name))
            return environment_addresses{*base_url, *auth_urls_.find(name)};
        std::string detail = "there is no environment \"" + std::string(name) + "\"; known are:";
        for (auto const& entry : base_urls_)
            detail.append(" ").append(entry.first);
        if (base_urls_.empty())
            detail.append(" none");
        return error(error_kind::invalid_argument, std::move(detail));
    }

private:
    // Each name of the first is in the second, too.
    named_addresses base_urls_;
    named_addresses auth_urls_;
};

} // namespace restbind::net
