#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace restbind::http
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

} // namespace restbind::http
