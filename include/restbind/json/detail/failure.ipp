// Bodies of <restbind/json/detail/failure.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/detail/failure.hpp>

#include <cstdint>
#include <utility>

namespace restbind::json
{

RESTBIND_NOINLINE RESTBIND_DECL void failure::put_in_front(std::string_view name)
{
    bool const dotted = !path.empty() && path.front() != '[';
    path = restbind::detail::joined({name, dotted ? "." : "", path});
}
RESTBIND_NOINLINE RESTBIND_DECL void failure::put_key_in_front(std::string_view name)
{
    put_in_front(printable(name, 64));
}
RESTBIND_NOINLINE RESTBIND_DECL void failure::put_index_in_front(std::size_t index)
{
    put_in_front(restbind::detail::joined(
        {"[", restbind::detail::number_text(static_cast<std::int64_t>(index)), "]"}));
}
RESTBIND_NOINLINE RESTBIND_DECL error failure::to_error() &&
{
    error result(kind, std::move(text));
    result.with_json_location(std::move(path), offset);
    return result;
}
} // namespace restbind::json
