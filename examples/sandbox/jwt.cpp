// SPDX-License-Identifier: BSL-1.0
#include "jwt.hpp"

#include "crypto.hpp"
#include "json_reader.hpp"
#include "json_writer.hpp"

#include <boost/json/object.hpp>

namespace sandbox {
namespace {

namespace json = boost::json;

struct jwt_parts
{
    std::string_view header;
    std::string_view payload;
    std::string_view signature;

    /// What the signature is computed over.
    std::string_view signed_text;
};

std::optional<jwt_parts> split(std::string_view token)
{
    auto const first = token.find('.');
    auto const second = first == std::string_view::npos ? first : token.find('.', first + 1);
    if (second == std::string_view::npos || token.find('.', second + 1) != std::string_view::npos)
        return std::nullopt;

    return jwt_parts{token.substr(0, first), token.substr(first + 1, second - first - 1), token.substr(second + 1),
                     token.substr(0, second)};
}

std::optional<json::object> decode_object(std::string_view part)
{
    auto const text = from_base64url(part);
    if (!text)
        return std::nullopt;

    auto const parsed = read_json(*text);
    auto const* const value = std::get_if<json::value>(&parsed);
    if (value == nullptr || !value->is_object())
        return std::nullopt;

    return value->get_object();
}

std::string text_claim(json::object const& claims, std::string_view name)
{
    auto const* const value = claims.if_contains(json::string_view(name.data(), name.size()));
    if (value == nullptr || !value->is_string())
        return {};

    auto const& text = value->get_string();
    return {text.data(), text.size()};
}

std::int64_t integer_claim(json::object const& claims, std::string_view name)
{
    auto const* const value = claims.if_contains(json::string_view(name.data(), name.size()));
    return value != nullptr && value->is_int64() ? value->get_int64() : 0;
}

} // namespace

std::string sign_jwt(jwt_claims const& claims, std::string_view key)
{
    json_writer payload;
    payload.begin_object();
    payload.key("iss").string(claims.issuer);
    payload.key("aud").string(claims.audience);
    payload.key("client_id").string(claims.client_id);
    payload.key("iat").integer(claims.issued_at);
    payload.key("nbf").integer(claims.issued_at);
    payload.key("exp").integer(claims.expires_at);
    payload.key("serial").integer(claims.serial);
    payload.end_object();

    auto token = base64url(R"({"alg":"HS256","typ":"JWT"})") + '.' + base64url(payload.take());
    auto const signature = base64url(hmac_sha256(key, token));

    return token + '.' + signature;
}

std::optional<jwt_claims> unverified_claims(std::string_view token)
{
    auto const parts = split(token);
    if (!parts)
        return std::nullopt;

    auto const payload = decode_object(parts->payload);
    if (!payload)
        return std::nullopt;

    jwt_claims claims;
    claims.issuer = text_claim(*payload, "iss");
    claims.audience = text_claim(*payload, "aud");
    claims.client_id = text_claim(*payload, "client_id");
    claims.issued_at = integer_claim(*payload, "iat");
    claims.expires_at = integer_claim(*payload, "exp");
    claims.serial = integer_claim(*payload, "serial");
    if (claims.client_id.empty())
        return std::nullopt;

    return claims;
}

std::optional<jwt_claims> verify_jwt(std::string_view token, std::string_view key, std::int64_t now)
{
    auto const parts = split(token);
    if (!parts)
        return std::nullopt;

    // Only our own algorithm: "none" and a public-key algorithm with our key as its input are classic forgeries.
    auto const header = decode_object(parts->header);
    if (!header || text_claim(*header, "alg") != "HS256")
        return std::nullopt;

    auto const signature = from_base64url(parts->signature);
    if (!signature || !equal_in_constant_time(*signature, hmac_sha256(key, parts->signed_text)))
        return std::nullopt;

    auto claims = unverified_claims(token);
    if (!claims || now < claims->issued_at || now >= claims->expires_at)
        return std::nullopt;

    return claims;
}

} // namespace sandbox
