// Bodies of <restbind/json/decode.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/json/decode.hpp>

namespace restbind::json::detail
{

RESTBIND_NOINLINE RESTBIND_DECL result<void> decode_into(
    std::string_view text, limits const& bounds, read_function& read, void* out)
{
    cursor in(text, bounds);
    if (in.start() && read(in, out) && in.finish()) [[likely]]
        return {};
    return std::move(in.why).to_error();
}

} // namespace restbind::json::detail
