// SPDX-License-Identifier: BSL-1.0
#include "crypto.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

namespace sandbox {
namespace {

constexpr std::string_view url_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

unsigned char const* bytes_of(std::string_view text)
{
    return reinterpret_cast<unsigned char const*>(text.data());
}

} // namespace

std::string random_bytes(std::size_t count)
{
    std::string bytes(count, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count)) != 1)
        throw std::runtime_error("OpenSSL has no random bytes");

    return bytes;
}

std::string random_hex(std::size_t count)
{
    constexpr std::string_view digits = "0123456789abcdef";

    std::string text;
    text.reserve(2 * count);
    for (char const c : random_bytes(count))
    {
        auto const byte = static_cast<unsigned char>(c);
        text += digits[byte >> 4U];
        text += digits[byte & 0xFU];
    }

    return text;
}

std::string random_guid()
{
    auto text = random_hex(16);
    for (std::size_t const position : {20U, 16U, 12U, 8U})
        text.insert(position, 1, '-');

    return text;
}

std::string hmac_sha256(std::string_view key, std::string_view data)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    auto const* const done = HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes_of(data), data.size(),
                                  digest.data(), &size);
    if (done == nullptr)
        throw std::runtime_error("OpenSSL cannot compute an HMAC");

    return {reinterpret_cast<char const*>(digest.data()), size};
}

bool equal_in_constant_time(std::string_view left, std::string_view right)
{
    return left.size() == right.size() && CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

std::string base64(std::string_view bytes)
{
    // EVP_EncodeBlock ends its output with a NUL, hence the one byte more.
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
    auto const size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), bytes_of(bytes),
                                      static_cast<int>(bytes.size()));
    text.resize(static_cast<std::size_t>(size));

    return text;
}

std::string base64url(std::string_view bytes)
{
    auto text = base64(bytes);
    while (!text.empty() && text.back() == '=')
        text.pop_back();

    std::replace(text.begin(), text.end(), '+', '-');
    std::replace(text.begin(), text.end(), '/', '_');

    return text;
}

std::optional<std::string> from_base64url(std::string_view text)
{
    std::string bytes;
    std::uint32_t bits = 0;
    unsigned held = 0;

    for (char const c : text)
    {
        auto const digit = url_alphabet.find(c);
        if (digit == std::string_view::npos)
            return std::nullopt;

        bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
        held += 6;
        if (held >= 8)
        {
            held -= 8;
            bytes += static_cast<char>(static_cast<unsigned char>((bits >> held) & 0xFFU));
            bits &= (1U << held) - 1U;
        }
    }

    if (held == 6 || bits != 0)
        return std::nullopt;

    return bytes;
}

} // namespace sandbox
