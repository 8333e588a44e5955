// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_ADMIN_HPP
#define SANDBOX_ADMIN_HPP

#include "handler.hpp"
#include "service.hpp"

namespace sandbox {

/** Answers the administration's port: what happened, which faults are due, what becomes of tokens. It asks for no
    token and is for tests alone.
*/
class admin : public handler
{
public:
    /// `target` must outlive the object.
    explicit admin(service& target) : target_(target) {}

    response handle(request const& r) override;
    [[nodiscard]] reply refuse(unsigned status, std::string_view detail, std::string_view path) const override;

private:
    /// The response to a known path and method, or nothing.
    std::optional<reply> answer(request const& r);
    reply add_faults(request const& r);

    service& target_;
};

} // namespace sandbox

#endif
