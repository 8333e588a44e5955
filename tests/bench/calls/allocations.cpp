// SPDX-License-Identifier: BSL-1.0
#include "allocations.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>

// The C functions are replaced instead of operator new, which ends in malloc: so every allocation
// counts once, whether C++ or a C library makes it. The memory still comes from glibc, whose free
// needs no replacement.
extern "C"
{
    void* __libc_malloc(std::size_t size);
    void* __libc_calloc(std::size_t count, std::size_t size);
    void* __libc_realloc(void* old, std::size_t size);
    void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace bench
{

namespace
{

constinit std::atomic<bool> counting{false};
constinit std::atomic<std::size_t> counted{0};

void count() noexcept
{
    if (counting.load(std::memory_order_relaxed)) [[unlikely]]
        counted.fetch_add(1, std::memory_order_relaxed);
}

} // namespace

void start_counting_allocations() noexcept
{
    counted.store(0);
    counting.store(true);
}

std::size_t stop_counting_allocations() noexcept
{
    counting.store(false);
    return counted.load();
}

} // namespace bench

extern "C"
{

    void* malloc(std::size_t size) noexcept
    {
        bench::count();
        return __libc_malloc(size);
    }

    void* calloc(std::size_t count, std::size_t size) noexcept
    {
        bench::count();
        return __libc_calloc(count, size);
    }

    void* realloc(void* old, std::size_t size) noexcept
    {
        bench::count();
        return __libc_realloc(old, size);
    }

    void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept
    {
        bench::count();
        return __libc_memalign(alignment, size);
    }

    int posix_memalign(void** result, std::size_t alignment, std::size_t size) noexcept
    {
        bench::count();
        void* const memory = __libc_memalign(alignment, size);
        if (!memory)
            return ENOMEM;
        *result = memory;
        return 0;
    }
}
