#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::net
{

/** Values by name. */
using named_values = std::map<std::string, std::string, std::less<>>;

/** What differs between the environments of a service, such as staging and production. */
struct environment_addresses
{
    /** Base address of the service. */
    std::string base_url{};

    /** Values for `client_options::token_variables`, such as the address of an authorization
        server. Others that are set there stay as they are. */
    named_values token_variables{};
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
        for (auto const& [name, addresses] : known)
            if (!find(name))
                set(name, addresses);
    }

    /** Adds an environment or replaces the one of that name. */
    void set(std::string_view name, environment_addresses const& addresses)
    {
        for (auto& [known, present] : known_)
            if (known == name)
                return void(present = addresses);
        known_.emplace_back(name, addresses);
    }

    /** The addresses of an environment; `invalid_argument`, naming the known ones in the order in
        which they were added, if there is none of that name. */
    result<environment_addresses> find(std::string_view name) const
    {
        std::string detail("there is no environment \"");
        detail.append(name).append("\"; known are:");
        for (auto const& [known, addresses] : known_)
        {
            if (known == name)
                return addresses;
            detail.append(" ").append(known);
        }
        if (known_.empty())
            detail.append(" none");
        return error(error_kind::invalid_argument, std::move(detail));
    }

private:
    std::vector<std::pair<std::string, environment_addresses>> known_;
};

} // namespace restbind::net
