#pragma once

#include <restbind/http/ascii.hpp>
#include <restbind/http/headers.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace restbind::http
{

/** The service's own name for a request, from the headers of its answer.

    @returns The value of `X-Request-Id`, `Request-Id`, `X-Correlation-Id` or, of a `traceparent`,
    the trace's identifier: the first of them in this order that is there. Otherwise an empty text.
    Points into the list.
*/
inline std::string_view find_trace_id(header_list const& headers) noexcept
{
    constexpr std::array<std::string_view, 3> plain{
        "X-Request-Id", "Request-Id", "X-Correlation-Id"};
    for (std::string_view const name : plain)
        if (auto const value = headers.find(name); value && !value->empty())
            return *value;
    // version "-" trace-id "-" parent-id "-" flags
    constexpr std::size_t at = 3;
    constexpr std::size_t size = 32;
    auto const parent = headers.find("traceparent");
    if (!parent || parent->size() <= at + size || (*parent)[at - 1] != '-' ||
        (*parent)[at + size] != '-')
        return {};
    return parent->substr(at, size);
}

} // namespace restbind::http
