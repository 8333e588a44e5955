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

} // namespace restbind::http
