// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_SERVICE_HPP
#define SANDBOX_SERVICE_HPP

#include "authorization.hpp"
#include "controls.hpp"
#include "handler.hpp"
#include "store.hpp"

namespace sandbox {

/** The whole service without a network: request in, response out. Every function may be called from any thread.

    A request passes, in this order: path and method, faults that a test asked for, authorization, shape of the
    body, validation, business rules. The first that refuses it gives the response.
*/
class service : public handler
{
public:
    /// @throws scenario_error The scenario contradicts itself.
    explicit service(scenario content);

    /// Never throws for what is in the request; an unexpected failure is answered with 500.
    response handle(request const& r) override;

    /// A problem for a request that could not even be read.
    [[nodiscard]] reply refuse(unsigned status, std::string_view detail, std::string_view path) const override;

    controls& control() { return control_; }
    authorization_server& tokens() { return tokens_; }
    store& state() { return state_; }

private:
    struct route;

    response handle_token(request const& r, std::string_view directory);
    response handle_api(request const& r, route const& where);
    outcome<std::string> perform(request const& r, operation what);
    outcome<std::string> run(request const& r, caller const& who, operation what);

    scenario const content_;
    world const world_;
    authorization_server tokens_;
    store state_;
    controls control_;
};

} // namespace sandbox

#endif
