// SPDX-License-Identifier: BSL-1.0
// Calls over TLS as a program on Windows makes them. The exit status is 0 only if each call ends as it should.
//   encrypted ADDRESS CA_FILE    the authority is named, left out, and named by a path with letters of other alphabets
//   encrypted ADDRESS            Windows itself trusts the authority

#include <restbind/tls.hpp>
#include <ticketing/v1.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace api = ticketing::v1;

namespace {

void expect(bool condition, std::string const& what)
{
    if (!condition)
        throw std::runtime_error("not as expected: " + what);
    std::cout << what << '\n';
}

/// Asks for the events over connections of its own.
restbind::result<void> call(std::string const& address, restbind::tls::options tls)
{
    auto factory = restbind::tls::make_factory(std::move(tls));
    if (!factory)
        return factory.error();
    auto options = api::default_options({.auth_url = address,
        .directory_id = "d1ec7081-0000-4000-8000-000000000001",
        .api_app_guid = "a9100000-0000-4000-8000-000000000002"});
    options.base_url = address;
    options.tokens.credentials = {.client_id = "c11e0000-0000-4000-8000-00000000000a",
        .client_secret = restbind::secret("kiosk-secret-for-the-sandbox-only")};
    options.tls = *factory;
    auto client = api::blocking_client::make(std::move(options), {.tenant = "arena"});
    if (!client)
        return client.error();
    auto const events = client->list_events({.start_date = restbind::date{std::chrono::year{2027} / 1 / 1},
        .end_date = restbind::date{std::chrono::year{2027} / 12 / 31}});
    if (!events)
        return events.error();
    expect(events->events.size() == 2, "  two events came");
    return {};
}

void run(std::string const& address, std::filesystem::path const& authority)
{
    std::cout << "An authority that is named:\n";
    call(address, {.ca_file = authority.string()}).value();

    std::cout << "An authority that nobody trusts:\n";
    auto const refused = call(address, {});
    expect(refused.has_error() && refused.error() == restbind::tls::errc::self_signed, "  it is refused");
    std::cout << "  " << refused.error() << '\n';

    std::cout << "A path of letters that no code page has together:\n";
    std::ifstream file(authority, std::ios::binary);
    std::string const pem{std::istreambuf_iterator<char>(file), {}};
    std::filesystem::path const renamed(u8"Kasse Ω Ж 券.pem");
    std::ofstream(renamed, std::ios::binary) << pem;
    std::u8string const utf8 = renamed.u8string();
    call(address, {.ca_file = std::string(utf8.begin(), utf8.end())}).value();
    std::filesystem::remove(renamed);
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 2 && count != 3)
    {
        std::cerr << "usage: encrypted ADDRESS [CA_FILE]\n";
        return 2;
    }
    try
    {
        if (count == 3)
            run(arguments[1], arguments[2]);
        else
            call(arguments[1], {}).value();
        return 0;
    }
    catch (std::exception const& e)
    {
        std::cerr << e.what() << '\n';
        return 1;
    }
}
