#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/secret.hpp>

#include <span>
#include <string>
#include <string_view>

namespace restbind::http::detail
{

/** What stands behind the word `Basic` (RFC 7617): name and password with a colon between them, in
    base64. */
RESTBIND_COLD inline secret basic_text(std::string_view name, std::string_view password)
{
    std::string pair;
    // In one piece from the start: growing would leave copies behind.
    pair.reserve(name.size() + 1 + password.size());
    pair.append(name).append(":").append(password);
    auto const* const bytes = reinterpret_cast<unsigned char const*>(pair.data());
    secret coded(base64_encode(std::span(bytes, pair.size())));
    wipe(pair);
    return coded;
}

} // namespace restbind::http::detail
