// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_CRYPTO_HPP
#define SANDBOX_CRYPTO_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sandbox {

/// `count` bytes from OpenSSL's random generator. Throws `std::runtime_error` when it has none.
std::string random_bytes(std::size_t count);

/// `2 * count` lower-case hexadecimal digits of random bytes.
std::string random_hex(std::size_t count);

/// A random identifier in the form 8-4-4-4-12.
std::string random_guid();

/// The 32 bytes of HMAC-SHA-256. Throws `std::runtime_error` when OpenSSL fails.
std::string hmac_sha256(std::string_view key, std::string_view data);

/// Compares without telling by its duration where the first difference is. Lengths are not secret.
bool equal_in_constant_time(std::string_view left, std::string_view right);

/// Base64 with padding (RFC 4648, section 4).
std::string base64(std::string_view bytes);

/// Base64url without padding (RFC 4648, section 5), as a JWT needs it.
std::string base64url(std::string_view bytes);

/// Nothing when a character is foreign, the length impossible or the unused bits are not zero.
std::optional<std::string> from_base64url(std::string_view text);

} // namespace sandbox

#endif
