#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace restbind::http
{

/** Texts one after the other. What a program does once is written shortest with this: a chain of
    `+` makes code at every link. */
RESTBIND_COLD inline std::string concat(std::initializer_list<std::string_view> texts)
{
    std::size_t size = 0;
    for (std::string_view const text : texts)
        size += text.size();
    std::string whole;
    whole.reserve(size);
    for (std::string_view const text : texts)
        whole.append(text);
    return whole;
}

/** Appends texts one after the other. The memory grows at most once. */
template <class... Texts>
void concat_to(std::string& out, Texts const&... texts)
{
    std::size_t const size = out.size();
    out.resize(size + (std::string_view(texts).size() + ...));
    char* to = out.data() + size;
    auto const put = [&to](std::string_view text) { to += text.copy(to, text.size()); };
    (put(texts), ...);
}

} // namespace restbind::http
