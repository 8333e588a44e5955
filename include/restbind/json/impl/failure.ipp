// Bodies of <restbind/json/failure.hpp>.
#pragma once

#include <restbind/core/utf8.hpp>
#include <restbind/json/failure.hpp>

#include <cstdint>
#include <utility>

namespace restbind::json
{

[[gnu::noinline]] RESTBIND_DECL void failure::put_in_front(std::string_view name)
{
    std::string longer(name);
    if (!path.empty() && path.front() != '[')
        longer.push_back('.');
    longer.append(path);
    path = std::move(longer);
}
[[gnu::noinline]] RESTBIND_DECL void failure::put_key_in_front(std::string_view name)
{
    put_in_front(printable(name, 64));
}
[[gnu::noinline]] RESTBIND_DECL void failure::put_index_in_front(std::size_t index)
{
    std::string place("[");
    place.append(restbind::detail::number_text(static_cast<std::int64_t>(index))).push_back(']');
    put_in_front(place);
}
[[gnu::noinline]] RESTBIND_DECL error failure::to_error() &&
{
    error result(kind, std::move(text));
    result.with_json_location(std::move(path), offset);
    return result;
}
} // namespace restbind::json
