#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace restbind::http
{

// Texts one after the other. What a program does once is written shortest with this: a chain of
// `+` makes code at every link.
using restbind::detail::invalid_argument;
using restbind::detail::joined;

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
