// SPDX-License-Identifier: BSL-1.0
#include "allocations.hpp"

#include <malloc.h>
#include <openssl/crypto.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace restbind::test
{

namespace
{

thread_local std::size_t until_failure = 0; // 0: none
thread_local bool failed = false;
thread_local std::ptrdiff_t in_use = 0;
thread_local freed_memory_watch* innermost = nullptr;

void* take(std::size_t size) noexcept
{
    if (until_failure != 0 && --until_failure == 0)
    {
        failed = true;
        return nullptr;
    }
    // What an earlier user has left in it must not be found.
    void* const block = std::calloc(1, size != 0 ? size : 1);
    in_use += block ? 1 : 0;
    return block;
}

void give_back(void* block) noexcept
{
    if (!block)
        return;
    --in_use;
    if (innermost)
        innermost->look_at(block, ::malloc_usable_size(block));
    std::free(block);
}

void* take_for_openssl(std::size_t size, char const*, int)
{
    return size != 0 ? take(size) : nullptr;
}

void give_back_from_openssl(void* block, char const*, int)
{
    give_back(block);
}

void* resize_for_openssl(void* block, std::size_t size, char const*, int)
{
    // Never in place: what moves leaves a block behind that is looked at.
    void* const larger = size != 0 ? take(size) : nullptr;
    if (larger && block)
    {
        std::size_t const old = ::malloc_usable_size(block);
        std::memcpy(larger, block, old < size ? old : size);
    }
    if (larger || size == 0)
        give_back(block);
    return larger;
}

} // namespace

failing_allocation::failing_allocation(std::size_t number) noexcept
{
    failed = false;
    until_failure = number;
}

failing_allocation::~failing_allocation()
{
    until_failure = 0;
}

bool failing_allocation::has_failed() noexcept
{
    return failed;
}

std::ptrdiff_t blocks_in_use() noexcept
{
    return in_use;
}

freed_memory_watch::freed_memory_watch(std::string_view text) noexcept
    : text_(text)
    , outer_(innermost)
{
    innermost = this;
}

freed_memory_watch::~freed_memory_watch()
{
    innermost = outer_;
}

void freed_memory_watch::look_at(void const* block, std::size_t size) noexcept
{
    constexpr std::size_t piece = 8;
    ++searched_;
    bool here = false;
    for (std::size_t at = 0; at + piece <= text_.size() && !here; at += piece)
        here = ::memmem(block, size, text_.data() + at, piece) != nullptr;
    found_ += here ? 1 : 0;
    if (outer_)
        outer_->look_at(block, size);
}

bool watch_openssl() noexcept
{
    return CRYPTO_set_mem_functions(
               &take_for_openssl, &resize_for_openssl, &give_back_from_openssl) == 1;
}

} // namespace restbind::test

void* operator new(std::size_t size)
{
    if (void* const block = restbind::test::take(size))
        return block;
    throw std::bad_alloc();
}

void* operator new(std::size_t size, std::nothrow_t const&) noexcept
{
    return restbind::test::take(size);
}

void operator delete(void* block) noexcept
{
    restbind::test::give_back(block);
}

void operator delete(void* block, std::size_t) noexcept
{
    restbind::test::give_back(block);
}
