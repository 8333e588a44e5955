// SPDX-License-Identifier: BSL-1.0
// How secrets are written, wiped, and kept out of what others see.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/secret.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

/** Replaces each occurrence of a secret in a text that came from outside by `***`.

    A secret of fewer than four bytes is left alone: it would turn up in any text.
*/
inline void redact(std::string& text, std::string_view secret)
{
    constexpr std::size_t shortest = 4;
    if (secret.size() < shortest)
        return;
    for (auto at = text.find(secret); at != std::string::npos; at = text.find(secret, at))
        text.replace(at, secret.size(), "***");
}

/** Overwrites a text with zeros when it goes out of scope. */
class wipe_guard
{
public:
    /** @param text Must outlive this object. */
    explicit wipe_guard(std::string& text) noexcept
        : text_(text)
    {
    }
    ~wipe_guard() { restbind::wipe(text_); }
    wipe_guard(wipe_guard const&) = delete;
    wipe_guard& operator=(wipe_guard const&) = delete;

private:
    std::string& text_;
};

/** The header line that shows a token (RFC 6750), with its end. */
RESTBIND_COLD inline secret bearer_line(std::string_view token)
{
    constexpr std::string_view begin = "Authorization: Bearer ";
    std::string line;
    // In one piece from the start: growing would leave copies behind.
    line.reserve(begin.size() + token.size() + 2);
    line.append(begin).append(token).append("\r\n");
    return secret(std::move(line));
}

/** What stands behind the word `Basic` (RFC 7617): name and password with a colon between them, in
    base64. */
RESTBIND_COLD inline secret basic_text(std::string_view name, std::string_view password)
{
    std::string pair;
    wipe_guard const wiped(pair);
    // In one piece from the start: growing would leave copies behind.
    pair.reserve(name.size() + 1 + password.size());
    pair.append(name).append(":").append(password);
    auto const* const bytes = reinterpret_cast<unsigned char const*>(pair.data());
    return secret(base64_encode(std::span(bytes, pair.size())));
}

} // namespace restbind::http
