#pragma once

#include <restbind/core/detail/config.hpp>

#include <string>
#include <string_view>

namespace restbind::http
{

/** A value that every call of one client sends, by name. Generated.

    @tparam Parameters The structure that holds all such values of an API.
*/
template <class Parameters>
struct client_parameter
{
    /** Its name (`x-restbind-client-parameter`); a literal. */
    std::string_view name{};

    /** Where it is. */
    std::string Parameters::* value = nullptr;
};

} // namespace restbind::http
