// SPDX-License-Identifier: BSL-1.0
// A script without coroutines: blocking BASE_ADDRESS FILE.png
// Saves the seating plan of a venue to a file.

#include <ticketing/v1.hpp>

#include <fstream>
#include <iostream>

namespace api = ticketing::v1;

int main(int count, char** arguments)
{
    if (count != 3)
    {
        std::cerr << "usage: blocking BASE_ADDRESS FILE.png\n";
        return 2;
    }
    auto options = api::default_options({.auth_url = arguments[1], // the sandbox is its own authorization server
        .directory_id = "d1ec7081-0000-4000-8000-000000000001",
        .api_app_guid = "a9100000-0000-4000-8000-000000000002"});
    options.base_url = arguments[1];
    options.tokens.credentials = {.client_id = "c11e0000-0000-4000-8000-00000000000a",
        .client_secret = restbind::secret("kiosk-secret-for-the-sandbox-only")};

    auto client = api::blocking_client::make(std::move(options), {.tenant = "arena"});
    if (!client)
    {
        std::cerr << client.error() << '\n';
        return 1;
    }

    auto const plan = client->venue_picture({.venue_id = 4300000001, .zoom = 1.5});
    if (!plan)
    {
        std::cerr << plan.error() << '\n';
        return 1;
    }

    std::ofstream file(arguments[2], std::ios::binary);
    file.write(reinterpret_cast<char const*>(plan->picture.bytes.data()),
        static_cast<std::streamsize>(plan->picture.bytes.size()));
    file.close();
    if (!file)
    {
        std::cerr << "cannot write " << arguments[2] << '\n';
        return 1;
    }
    std::cout << "The seating plan is in " << arguments[2] << ", " << plan->picture.bytes.size() << " bytes.\n";
    return 0;
}
