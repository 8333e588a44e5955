// SPDX-License-Identifier: BSL-1.0
// The tuned loop with fixed bodies: no JSON.

#include "tuned_loop.hpp"

namespace bench
{

namespace
{

struct fixed_bodies
{
    std::string_view request() const noexcept { return payload::request_body; }
    void response(int status, std::string const& body) const
    {
        payload::check(status, body.size());
    }
};

std::unique_ptr<contestant> make(service_address const& service, conditions const& under)
{
    return std::make_unique<tuned_loop<fixed_bodies>>(service, under);
}

registration const one_at_a_time(client_kind::tuned_beast, {transport::plain, 1}, make);
registration const many_at_a_time(client_kind::tuned_beast, {transport::plain, many}, make);

} // namespace

} // namespace bench
