// SPDX-License-Identifier: BSL-1.0
// What a caller gets of the generated operation, by hand: the tuned loop, whose bodies are a request
// that is validated and encoded, and a response that is decoded into the same type.

#include "request.hpp"
#include "tuned_loop.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <ticketing/v1/validation.hpp>

#include <stdexcept>

namespace bench
{

namespace
{

namespace api = ticketing::v1;

class json_bodies
{
public:
    std::string request() const
    {
        restbind::violations found;
        validate(request_, found);
        if (!found.empty())
            throw std::runtime_error("the request breaks a rule");
        return restbind::json::encode(request_).value();
    }

    void response(int status, std::string const& body) const
    {
        payload::check(status, body.size());
        auto const held = restbind::json::decode<api::AllocateManualSeatsResponse>(body);
        if (!held)
            throw std::runtime_error(held.error().message());
        if (held->cart_item_detail.size() != 1)
            throw std::runtime_error("a response with one seat was expected");
    }

private:
    api::AllocateManualSeatsRequest const request_ = make_request();
};

std::unique_ptr<contestant> make(service_address const& service, conditions const& under)
{
    return std::make_unique<tuned_loop<json_bodies>>(service, under);
}

registration const one_at_a_time(client_kind::same_work, {transport::plain, 1}, make);
registration const many_at_a_time(client_kind::same_work, {transport::plain, many}, make);

} // namespace

} // namespace bench
