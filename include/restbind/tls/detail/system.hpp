// SPDX-License-Identifier: BSL-1.0
// What systems do differently: how a file is opened, and which authorities the system trusts.
#pragma once

#include <restbind/tls/detail/openssl.hpp>

#include <openssl/ssl.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#ifdef _WIN32
#include <winsock2.h> // without it the next one brings an older one, which Asio refuses

#include <windows.h>

#include <wincrypt.h>

// Macros with names of types of OpenSSL.
#undef X509_NAME
#undef X509_EXTENSIONS
#undef PKCS7_ISSUER_AND_SERIAL
#undef PKCS7_SIGNER_INFO
#undef OCSP_REQUEST
#undef OCSP_RESPONSE
#endif

namespace restbind::inline RESTBIND_ABI::tls::detail
{

/// A path of the options, which is UTF-8 whatever the system.
inline std::filesystem::path path_of(std::string_view utf8)
{
    return std::filesystem::path(std::u8string(utf8.begin(), utf8.end()));
}

/// Closes a file.
struct file_closer
{
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

/// Opens a file to read its bytes; programs that are started meanwhile do not inherit it. @returns
/// Nothing, and `errno`, if that fails.
inline std::unique_ptr<std::FILE, file_closer> open_to_read(
    std::filesystem::path const& path) noexcept
{
#ifdef _WIN32
    return std::unique_ptr<std::FILE, file_closer>(::_wfopen(path.c_str(), L"rbN"));
#else
    return std::unique_ptr<std::FILE, file_closer>(std::fopen(path.c_str(), "rbe"));
#endif
}

#ifdef _WIN32

/// Gives a store of certificates back.
struct store_closer
{
    void operator()(void* store) const noexcept { ::CertCloseStore(store, 0); }
};

/** Whether Windows takes a certificate for one of an authority of servers. A certificate without a
    list of purposes is good for all. */
inline bool is_for_servers(CERT_CONTEXT const* certificate)
{
    DWORD size = 0;
    if (!::CertGetEnhancedKeyUsage(certificate, 0, nullptr, &size))
        return false;
    std::vector<unsigned char> space(size);
    auto* const purposes = reinterpret_cast<CERT_ENHKEY_USAGE*>(space.data());
    if (!::CertGetEnhancedKeyUsage(certificate, 0, purposes, &size))
        return false;
    if (purposes->cUsageIdentifier == 0)
        return ::GetLastError() == static_cast<DWORD>(CRYPT_E_NOT_FOUND);
    for (DWORD i = 0; i != purposes->cUsageIdentifier; ++i)
        if (std::strcmp(purposes->rgpszUsageIdentifier[i], szOID_PKIX_KP_SERVER_AUTH) == 0)
            return true;
    return false;
}

/// Adds the authorities of servers that are in Windows' root store. @returns Whether it was opened.
inline bool add_root_store(X509_STORE* to)
{
    std::unique_ptr<void, store_closer> const roots(::CertOpenSystemStoreW(0, L"ROOT"));
    if (!roots)
        return false;
    CERT_CONTEXT const* next = nullptr;
    while ((next = ::CertEnumCertificatesInStore(roots.get(), next)) != nullptr)
    {
        unsigned char const* der = next->pbCertEncoded;
        openssl_ptr<X509> const certificate(
            is_for_servers(next) ? d2i_X509(nullptr, &der, static_cast<long>(next->cbCertEncoded))
                                 : nullptr);
        if (certificate) // what OpenSSL cannot read signs nothing that it could check
            X509_STORE_add_cert(to, certificate.get());
    }
    return true;
}

#endif

/** Adds the authorities that the system trusts: OpenSSL's default file and directory, and on
    Windows its root store, which OpenSSL does not know. @returns Whether they can be read. */
inline bool trust_system(SSL_CTX* context)
{
    bool done = SSL_CTX_set_default_verify_paths(context) == 1;
#ifdef _WIN32
    done = add_root_store(SSL_CTX_get_cert_store(context)) && done;
#endif
    return done;
}

/** Whether a directory holds a file that OpenSSL would look at, named by hash.

    @param failure Why the directory cannot be read.
*/
inline bool holds_hashed_file(std::filesystem::path const& directory, std::error_code& failure)
{
    for (std::filesystem::directory_iterator at(directory, failure), end; !failure && at != end;
         at.increment(failure))
    {
        std::u8string const name = at->path().filename().u8string();
        if (name.size() > 9 && name[8] == '.' &&
            name.find_first_not_of(u8"0123456789abcdef") == 8 &&
            name.find_first_not_of(u8"0123456789", 9) == name.npos)
            return true;
    }
    return false;
}

/** What an environment variable of OpenSSL's says, else its default. */
inline std::string_view setting_of(char const* variable, char const* otherwise)
{
    char const* const given = std::getenv(variable);
    return given ? given : otherwise;
}

/** Whether there is any authority after `trust_system`. OpenSSL has read the default file, and
    looks into the default directories when it has to find an authority. */
inline bool trusts_anybody(SSL_CTX* context)
{
    if (sk_X509_OBJECT_num(X509_STORE_get0_objects(SSL_CTX_get_cert_store(context))) > 0)
        return true;
#ifdef _WIN32
    constexpr char separator = ';';
#else
    constexpr char separator = ':';
#endif
    std::string_view left =
        setting_of(X509_get_default_cert_dir_env(), X509_get_default_cert_dir());
    while (!left.empty())
    {
        std::size_t const size = (std::min)(left.find(separator), left.size());
        std::error_code unreadable;
        if (holds_hashed_file(path_of(left.substr(0, size)), unreadable))
            return true;
        left.remove_prefix((std::min)(size + 1, left.size()));
    }
    return false;
}

/** The error where the system has no authorities. */
inline std::string no_authorities()
{
    std::string text("no authority is known: neither the system's file ");
    text.append(setting_of(X509_get_default_cert_file_env(), X509_get_default_cert_file()))
        .append(" nor its directory ")
        .append(setting_of(X509_get_default_cert_dir_env(), X509_get_default_cert_dir()))
        .append(" holds one; install them (Debian: ca-certificates), or set ca_file");
    return text;
}

} // namespace restbind::tls::detail
