#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace restbind::http
{

/** Appends texts one after the other. The memory grows at most once. */
template <class... Texts>
void append_all(std::string& out, Texts const&... texts)
{
    std::size_t const size = out.size();
    out.resize(size + (std::string_view(texts).size() + ...));
    char* to = out.data() + size;
    auto const put = [&to](std::string_view text) { to += text.copy(to, text.size()); };
    (put(texts), ...);
}

} // namespace restbind::http
