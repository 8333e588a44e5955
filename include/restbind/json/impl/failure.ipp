// Bodies of <restbind/json/failure.hpp>.
#pragma once

#include <restbind/core/utf8.hpp>
#include <restbind/json/failure.hpp>

#include <utility>

namespace restbind::json
{

[[gnu::noinline]] RESTBIND_DECL bool failure::in_member(std::string_view name)
{
    if (!path.empty() && path.front() != '[')
        path.insert(0, 1, '.');
    path.insert(0, name);
    return false;
}
[[gnu::noinline]] RESTBIND_DECL bool failure::in_key(std::string_view name)
{
    return in_member(printable(name, 64));
}
[[gnu::noinline]] RESTBIND_DECL bool failure::in_element(std::size_t index)
{
    in_member({});
    std::string place = "[";
    place.append(restbind::detail::number_text(static_cast<std::int64_t>(index))).push_back(']');
    path.insert(0, place);
    return false;
}
[[gnu::noinline]] RESTBIND_DECL error failure::to_error() &&
{
    error result(kind, std::move(text));
    result.with_json_location(std::move(path), offset);
    return result;
}
} // namespace restbind::json
