#pragma once

#include <restbind/http/detail/text.hpp>
#include <restbind/http/headers.hpp>

#include <cstddef>
#include <string_view>

namespace restbind::http
{

/** Where services usually say how they call a request: by custom, and by W3C Trace Context. */
inline constexpr std::string_view usual_trace_headers =
    "X-Request-Id, Request-Id, X-Correlation-Id, traceparent";

/** The service's own name for a request, from the headers of its response.

    @param names Where it may stand, with `, ` between them.
    @returns The value of the first of them that is there and not empty; of a `traceparent` (W3C
    Trace Context) only the trace's identifier. Otherwise an empty text. Points into the list.
*/
RESTBIND_COLD inline std::string_view find_trace_id(
    header_list const& headers, std::string_view names = usual_trace_headers) noexcept
{
    // version "-" trace-id "-" parent-id "-" flags
    constexpr std::size_t at = 3;
    constexpr std::size_t size = 32;
    while (!names.empty())
    {
        std::string_view const name = take_element(names);
        std::string_view found = headers.find(name).value_or(std::string_view());
        if (iequals(name, "traceparent"))
            found = found.size() > at + size && found[at - 1] == '-' && found[at + size] == '-'
                        ? found.substr(at, size)
                        : std::string_view();
        if (!found.empty())
            return found;
    }
    return {};
}

} // namespace restbind::http
