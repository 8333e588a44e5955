// Bodies of <restbind/json/encode.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/json/encode.hpp>

namespace restbind::json::detail
{

RESTBIND_NOINLINE RESTBIND_DECL result<void> append(
    std::string& out, void const* value, write_plan const& plan)
{
    size_estimate likely;
    plan.estimate(likely, value);
    std::size_t const size = out.size();
    writer to(out, likely.total());
    if (plan.write(to, value)) [[likely]]
        return {};
    to.at = to.from(size);
    return std::move(to.why).to_error();
}

} // namespace restbind::json::detail
