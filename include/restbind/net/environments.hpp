#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>

#include <initializer_list>
#include <map>
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
        : known_(known)
    {
    }

    /** Adds an environment or replaces the one of that name. */
    void set(std::string name, environment_addresses addresses)
    {
        known_.insert_or_assign(std::move(name), std::move(addresses));
    }

    /** The addresses of an environment; `invalid_argument`, naming the known ones, if there is none
        of that name. */
    result<environment_addresses> find(std::string_view name) const
    {
        auto const found = known_.find(name);
        if (found != known_.end())
            return found->second;
        std::string detail = "there is no environment \"" + std::string(name) + "\"; known are:";
        for (auto const& entry : known_)
            detail += " " + entry.first;
        if (known_.empty())
            detail += " none";
        return error(error_kind::invalid_argument, std::move(detail));
    }

private:
    std::map<std::string, environment_addresses, std::less<>> known_;
};

} // namespace restbind::net
