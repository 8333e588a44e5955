// Models, validation and JSON without the network: the whole program.
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <ticketing/v1/validation.hpp>

#include <cstdio>
#include <string>
#include <string_view>

namespace api = ticketing::v1;

int main(int, char** argv)
{
    auto const request = restbind::json::decode<api::AllocateManualSeatsRequest>(argv[1]);
    if (!request)
        return 1;
    restbind::violations found;
    validate(*request, found);
    auto const text = restbind::json::encode(*request);
    auto const answer = restbind::json::decode<api::AllocateManualSeatsResponse>(argv[2]);
    if (!text || !answer || !found.empty())
        return 2;
    std::puts(text->c_str());
    return 0;
}
