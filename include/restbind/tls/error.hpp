// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>

#include <boost/system/errc.hpp>
#include <boost/system/error_category.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/error_condition.hpp>
#include <boost/system/is_error_code_enum.hpp>

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>

namespace restbind::inline RESTBIND_ABI::tls
{

/** Why an encrypted connection failed: the code of errors with kind `connect` (phase `handshake`)
    or `read`. The error's detail names the peer, the certificate and OpenSSL's own reason.

    Compare with it directly: `error == tls::errc::certificate_expired`.
*/
enum class errc : int
{
    certificate_expired = 1,   ///< a certificate of the chain is past its last day
    certificate_not_yet_valid, ///< a certificate of the chain is before its first day
    untrusted,                 ///< the chain ends at no trusted authority, or a link is missing
    self_signed,               ///< the peer's certificate is signed by itself and not trusted
    invalid_authority,         ///< a certificate signs another and may not
    name_constraint,           ///< an authority may not sign for this name
    wrong_purpose,             ///< the certificate is not one for servers
    weak_certificate,          ///< a key or a signature is too weak: below 112 bits, or SHA-1
    certificate_revoked,       ///< a certificate was withdrawn
    wrong_host,       ///< the certificate does not name the host; common names are not looked at
    bad_certificate,  ///< any other defect of the peer's certificates
    protocol_version, ///< no version that both sides accept
    not_tls,          ///< the peer does not speak TLS, for example plain HTTP
    client_certificate_refused, ///< the peer wants a client certificate, or does not accept the one
                                ///< sent
    alert,                      ///< the peer has ended the connection with any other alert
    truncated,                  ///< the connection was cut without the peer's close_notify
    handshake_failed,           ///< the handshake failed for any other reason
    broken_stream               ///< what came after the handshake cannot be decrypted
};

namespace detail
{

/** The reasons in words, in their order, from 1 on. */
inline constexpr char reason_texts[][66] = {
    "the server's certificate has expired", "the server's certificate is not yet valid",
    "the server's certificate leads to no trusted authority",
    "the server's certificate is signed by itself",
    "the server's certificate is signed by one that may not sign",
    "the server's authority may not sign for this name",
    "the server's certificate is not one for servers",
    "a key or signature of the server's certificates is too weak",
    "the server's certificate was revoked", "the server's certificate is for another host",
    "the server's certificate cannot be used",
    "the server offers no TLS version that is safe enough", "the server does not speak TLS",
    "the server does not accept the client's certificate, or wants one",
    "the server has ended the connection with an alert", "the encrypted connection was cut off",
    "the TLS handshake failed", "the encrypted data are damaged"};
static_assert(std::size(reason_texts) == static_cast<std::size_t>(errc::broken_stream));

} // namespace detail

/** A reason in words. Lives as long as the program. */
constexpr std::string_view to_string(errc reason) noexcept
{
    auto const index = static_cast<std::size_t>(reason);
    return index - 1 < std::size(detail::reason_texts) ? detail::reason_texts[index - 1]
                                                       : "unknown TLS error";
}

namespace detail
{

class tls_category final : public boost::system::error_category
{
public:
    constexpr tls_category() noexcept
        : error_category(0x51C6A8E20D7B43F5U)
    {
    }

    char const* name() const noexcept override { return "restbind.tls"; }
    std::string message(int value) const override
    {
        return std::string(to_string(static_cast<errc>(value)));
    }

    /// What another attempt cannot change is equivalent to a code that says so; see
    /// `http::secure_channel::failure`.
    boost::system::error_condition default_error_condition(int value) const noexcept override
    {
        switch (static_cast<errc>(value))
        {
        case errc::protocol_version:
        case errc::not_tls:
            return make_error_condition(boost::system::errc::protocol_not_supported);
        case errc::client_certificate_refused:
            return make_error_condition(boost::system::errc::permission_denied);
        default:
            return {value, *this};
        }
    }
};

inline constexpr tls_category category_instance{};

} // namespace detail

/** The error category "restbind.tls"; its values are those of `errc`. */
inline boost::system::error_category const& category() noexcept
{
    return detail::category_instance;
}

/** A reason as an error code of `category()`. */
inline boost::system::error_code make_error_code(errc reason) noexcept
{
    return {static_cast<int>(reason), category()};
}

} // namespace restbind::tls

namespace boost::system
{
template <>
struct is_error_code_enum<restbind::tls::errc> : std::true_type
{
};
} // namespace boost::system
