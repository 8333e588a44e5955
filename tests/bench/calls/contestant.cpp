// SPDX-License-Identifier: BSL-1.0
#include "contestant.hpp"

#include <algorithm>
#include <tuple>

namespace bench
{

namespace
{

std::vector<entrant>& list()
{
    static std::vector<entrant> all;
    return all;
}

} // namespace

registration::registration(client_kind client, conditions under, contestant_factory make)
{
    list().push_back({client, under, make});
}

std::vector<entrant> entrants()
{
    std::vector<entrant> sorted = list();
    std::ranges::sort(sorted, {}, [](entrant const& e) { return std::tuple(e.under, e.client); });
    return sorted;
}

std::string_view title(client_kind client)
{
    switch (client)
    {
    case client_kind::generated:
        return "generated operation";
    case client_kind::same_work:
        return "same work by hand";
    case client_kind::tuned_beast:
        return "tuned Beast loop";
    case client_kind::docs_beast:
        return "Beast as documented";
    case client_kind::libcurl:
        return "libcurl";
    case client_kind::poco:
        return "Poco";
    case client_kind::bare_socket:
        return "bare socket";
    }
    return "unknown client";
}

std::string_view name(client_kind client)
{
    switch (client)
    {
    case client_kind::generated:
        return "generated";
    case client_kind::same_work:
        return "same_work";
    case client_kind::tuned_beast:
        return "tuned_beast";
    case client_kind::docs_beast:
        return "docs_beast";
    case client_kind::libcurl:
        return "libcurl";
    case client_kind::poco:
        return "poco";
    case client_kind::bare_socket:
        return "bare_socket";
    }
    return "unknown";
}

std::string_view name(transport over)
{
    return over == transport::tls ? "tls" : "plain";
}

std::string_view name(connection_use connections)
{
    switch (connections)
    {
    case connection_use::kept:
        return "kept";
    case connection_use::resumed:
        return "resumed";
    case connection_use::full:
        return "full";
    }
    return "unknown";
}

std::string name(entrant const& who)
{
    return std::string(name(who.client)) + "/" + std::string(name(who.under.over)) + "/" +
           std::to_string(who.under.in_flight) + "/" + std::string(name(who.under.connections));
}

} // namespace bench
