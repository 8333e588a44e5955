// SPDX-License-Identifier: BSL-1.0
// Allocations of this thread: they can fail, and what is freed can be looked at.
#pragma once

#include <cstddef>
#include <string_view>

namespace restbind::test
{

/// While one exists, one allocation of this thread fails.
class failing_allocation
{
public:
    /// @param number Number of the allocation that fails, from 1 on.
    explicit failing_allocation(std::size_t number) noexcept;
    ~failing_allocation();
    failing_allocation(failing_allocation const&) = delete;
    failing_allocation& operator=(failing_allocation const&) = delete;

    /// Whether it has failed.
    static bool has_failed() noexcept;
};

/// Blocks of memory that this thread has got and not yet given back; those that other threads have
/// given back count as well.
std::ptrdiff_t blocks_in_use() noexcept;

/// While one exists, each block that this thread gives back is searched for a text.
class freed_memory_watch
{
public:
    /// @param text At least 16 bytes; lives as long as this object, and not in memory from `new`.
    explicit freed_memory_watch(std::string_view text) noexcept;
    ~freed_memory_watch();
    freed_memory_watch(freed_memory_watch const&) = delete;
    freed_memory_watch& operator=(freed_memory_watch const&) = delete;

    /// Blocks in which 8 bytes of the text or more stood when they were given back.
    std::size_t found() const noexcept { return found_; }

    /// Blocks that were searched.
    std::size_t searched() const noexcept { return searched_; }

    /// Searches a block.
    void look_at(void const* block, std::size_t size) noexcept;

private:
    std::string_view text_;
    std::size_t found_ = 0;
    std::size_t searched_ = 0;
    freed_memory_watch* outer_;
};

/// Sends the allocations of OpenSSL the same way. Before anything else uses OpenSSL.
/// @returns Whether it was early enough.
bool watch_openssl() noexcept;

} // namespace restbind::test
