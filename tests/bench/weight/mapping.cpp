// SPDX-License-Identifier: BSL-1.0
// Models, validation and JSON without the network: what a client of all operations maps, apart from
// those with open values, which need Boost.JSON.
// The generated description of problems stands among the operations, which this file does without.
#include "../../support/problem_format.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <ticketing/v1/validation.hpp>

#include <cstdio>
#include <string_view>
#include <utility>

namespace api = ticketing::v1;

namespace
{

void say(std::string_view text)
{
    std::printf("%.*s\n", static_cast<int>(text.size()), text.data());
}

// A request as a client sends it: checked, then written.
template <class Request>
bool send(Request const& request)
{
    restbind::violations found;
    validate(request, found);
    auto const body = restbind::json::encode(request);
    say(body ? *body : body.error().message());
    return body && found.empty();
}

// A response as a client takes it: read, or the problem that came instead.
template <class Response>
bool receive(std::string_view body, Response& response)
{
    auto read = restbind::json::decode<Response>(body);
    if (read)
    {
        response = std::move(*read);
        return true;
    }
    auto const problem = restbind::json::decode_problem(body, restbind::test::problem_members);
    say(problem ? problem->title : read.error().message());
    return false;
}

} // namespace

int main(int count, char** texts)
{
    if (count != 5)
        return 2;

    api::AllocateManualSeatsRequest seats{.event_session_id = count};
    seats.detail.push_back({.seat_id = count, .rate_id = 7, .action_select = true});
    api::AllocateManualSeatsResponse held;
    bool done = send(seats) && receive(texts[1], held);

    api::AllocateBestSeatsRequest const best{.session_id = count, .quantity = 2};
    api::AllocateBestSeatsResponse found;
    done = send(best) && receive(texts[2], found) && done;

    api::VenuePictureRequest const plan{.venue_id = count, .zoom = 0.5};
    api::VenuePictureResponse picture;
    done = send(plan) && receive(texts[3], picture) && done;

    api::AllocateProductsRequest const product{.cart_id = count, .product_id = 2, .quantity = 3};
    api::AllocateProductsResponse added;
    done = send(product) && receive(texts[4], added) && done;

    std::printf("%zu %zu\n", held.cart_item_detail.size(), picture.picture.bytes.size());
    return done ? 0 : 1;
}
