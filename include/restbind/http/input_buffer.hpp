// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/secret.hpp>

// Beast 1.81 declares operators of std::ostream without including it.
#include <ostream>

#include <boost/beast/core/flat_buffer.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

/** Bytes received and not yet understood, in one piece: secrets may be among them, so its memory is
    overwritten before it is given back. */
using input_buffer = boost::beast::basic_flat_buffer<wiping_allocator<char>>;

/** What is there. */
inline std::string_view view(input_buffer const& buffer) noexcept
{
    return {static_cast<char const*>(buffer.data().data()), buffer.size()};
}

/** Space for `count` further bytes behind those that are there. */
inline std::span<char> prepare_span(input_buffer& buffer, std::size_t count)
{
    auto const space = buffer.prepare(count);
    return {static_cast<char*>(space.data()), space.size()};
}

/** Overwrites all of the memory and empties the buffer. Its capacity stays. */
inline void wipe_buffer(input_buffer& buffer) noexcept
{
    buffer.clear();
    auto const all = buffer.prepare(buffer.capacity()); // never allocates
    restbind::wipe(all.data(), all.size());
}

} // namespace restbind::http
