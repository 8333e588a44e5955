// Bodies of <restbind/core/detail/violations.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/violations.hpp>

#include <cstdint>

namespace restbind
{

RESTBIND_NOINLINE RESTBIND_DECL void violations::add(
    std::string_view member, std::string_view message)
{
    validation_error& broken = detail::add_error(found_);
    broken.field = path_to(member);
    broken.message.append(message);
}
RESTBIND_DECL void violations::append(std::string& path, step const* at)
{
    if (!at)
        return;
    append(path, at->outer);
    if (at->index == step::name)
        append_name(path, at->text);
    else
        path.append(1, '[')
            .append(detail::number_text(static_cast<std::int64_t>(at->index)))
            .append(1, ']');
}
RESTBIND_DECL void violations::append_name(std::string& path, std::string_view name)
{
    if (!path.empty() && !name.empty() && name.front() != '[')
        path.push_back('.');
    path.append(name);
}
RESTBIND_DECL std::string violations::path_to(std::string_view member) const
{
    std::string path;
    append(path, where_);
    append_name(path, member);
    return path;
}

} // namespace restbind
