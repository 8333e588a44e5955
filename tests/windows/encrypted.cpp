// SPDX-License-Identifier: BSL-1.0
// encrypted ADDRESS CA_FILE: calls over TLS as a program on Windows makes them. The authority is named, left out, named by a path with
// letters of other alphabets, and trusted by Windows itself. The exit status is 0 only if each call ends as it should.

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

#include <windows.h>

#include <wincrypt.h>

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
    options.credentials = {.client_id = "c11e0000-0000-4000-8000-00000000000a",
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

/// A certificate in the root store of this user, as long as this lives.
class trusted_by_windows
{
public:
    explicit trusted_by_windows(std::string const& pem) : store_(::CertOpenSystemStoreW(0, L"ROOT"))
    {
        BYTE der[4096];
        DWORD size = sizeof der;
        expect(::CryptStringToBinaryA(pem.data(), static_cast<DWORD>(pem.size()), CRYPT_STRING_BASE64HEADER, der, &size, nullptr,
                   nullptr) &&
                   ::CertAddEncodedCertificateToStore(
                       store_, X509_ASN_ENCODING, der, size, CERT_STORE_ADD_ALWAYS, &certificate_),
            "  the authority is in the root store");
    }

    trusted_by_windows(trusted_by_windows const&) = delete;
    trusted_by_windows& operator=(trusted_by_windows const&) = delete;

    ~trusted_by_windows()
    {
        if (certificate_)
            ::CertDeleteCertificateFromStore(certificate_);
        ::CertCloseStore(store_, 0);
    }

private:
    HCERTSTORE store_;
    CERT_CONTEXT const* certificate_ = nullptr;
};

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

    std::cout << "An authority that Windows trusts:\n";
    {
        trusted_by_windows const trusted(pem);
        call(address, {}).value();
    }
    expect(call(address, {}).has_error(), "  without it the server is refused again");
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 3)
    {
        std::cerr << "usage: encrypted ADDRESS CA_FILE\n";
        return 2;
    }
    try
    {
        run(arguments[1], arguments[2]);
        return 0;
    }
    catch (std::exception const& e)
    {
        std::cerr << e.what() << '\n';
        return 1;
    }
}
