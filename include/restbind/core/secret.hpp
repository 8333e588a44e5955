// SPDX-License-Identifier: BSL-1.0
// Text that must not outlive its use: client secrets and access tokens.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI
{

namespace detail
{

/// As `wipe`, for compilers without GNU's assembler statements.
inline void wipe_by_volatile_stores(void* memory, std::size_t size) noexcept
{
    for (auto volatile* at = static_cast<char volatile*>(memory); size != 0; --size)
        *at++ = 0;
}

} // namespace detail

/** Overwrites memory with zeros in a way that the optimiser must keep. */
inline void wipe(void* memory, std::size_t size) noexcept
{
#ifdef __GNUC__
    if (size == 0)
        return;
    std::memset(memory, 0, size);
    // The stores must not be seen as dead because the memory is freed right after.
    __asm__ __volatile__("" : : "r"(memory) : "memory");
#else
    detail::wipe_by_volatile_stores(memory, size);
#endif
}

/** Overwrites all that a string owns, also beyond its size, and empties it. Its capacity stays. */
inline void wipe(std::string& text) noexcept
{
    text.resize(text.capacity()); // never allocates
    wipe(text.data(), text.size());
    text.clear();
}

/** Allocates memory that is wiped before it is given back. Containers that grow leave no copies of
    their elements behind.

    @tparam Upstream Where the memory comes from.
*/
template <class T, class Upstream = std::allocator<T>>
struct wiping_allocator
{
    /** Type of the elements. */
    using value_type = T;

    /** The allocator of elements of type `U`, as containers ask for it. */
    template <class U>
    struct rebind
    {
        /** Where its memory comes from. */
        using upstream = typename std::allocator_traits<Upstream>::template rebind_alloc<U>;
        /** The allocator. */
        using other = wiping_allocator<U, upstream>;
    };

    wiping_allocator() = default;

    /** The allocator of another type of elements. */
    template <class U, class Other>
    wiping_allocator(wiping_allocator<U, Other> const&) noexcept
    {
    }

    /** Memory for `count` elements. Throws what `Upstream` throws. */
    T* allocate(std::size_t count) { return Upstream().allocate(count); }

    /** Overwrites the memory with zeros, and gives it back. */
    void deallocate(T* memory, std::size_t count) noexcept
    {
        wipe(memory, count * sizeof(T));
        Upstream().deallocate(memory, count);
    }

    friend bool operator==(wiping_allocator const&, wiping_allocator const&) = default;
};

/** A client secret, an access token, or anything else that belongs in no log.

    Owns its bytes and overwrites them with zeros when it is destroyed or reassigned. It is moved,
    never copied by accident: a copy is made with clone(), and a moved-from secret is empty.
    Printing it prints `***`.
*/
class secret
{
public:
    /** Empty. */
    secret() noexcept = default;
    /** Copies the bytes; the caller's own copy is the caller's to wipe. */
    explicit secret(std::string_view text)
        : bytes_(text.begin(), text.end())
    {
    }
    /** Copies the bytes; the caller's own copy is the caller's to wipe. Empty for null: what
        std::getenv() gives for a variable that is not set. */
    explicit secret(char const* text)
        : secret(text ? std::string_view(text) : std::string_view())
    {
    }
    /** Takes over the text: `text` is wiped and empty afterwards. */
    explicit secret(std::string&& text)
        : secret(std::string_view(text))
    {
        wipe(text);
    }

    secret(secret&&) noexcept = default;
    /** Takes over the bytes, and overwrites its own. `other` is empty afterwards. */
    secret& operator=(secret&& other) noexcept
    {
        auto taken = std::move(other.bytes_); // a secret that is assigned to itself keeps its bytes
        bytes_.swap(taken);
        return *this;
    }
    secret(secret const&) RESTBIND_DELETED("a secret is copied on purpose only: call clone()");
    secret& operator=(secret const&)
        RESTBIND_DELETED("a secret is copied on purpose only: call clone()");
    ~secret() = default;

    /** A second copy, made on purpose. */
    secret clone() const { return secret(reveal()); }
    /** The bytes, for the one place that sends them. Valid until this secret is changed, moved or
        destroyed. */
    std::string_view reveal() const noexcept { return {bytes_.data(), bytes_.size()}; }
    /** True when there are no bytes. */
    bool empty() const noexcept { return bytes_.empty(); }
    /** The number of bytes. */
    std::size_t size() const noexcept { return bytes_.size(); }

    /** Compares in a time that depends on the sizes only. */
    friend bool operator==(secret const& a, secret const& b) noexcept
    {
        std::string_view const x = a.reveal();
        std::string_view const y = b.reveal();
        if (x.size() != y.size())
            return false;
        int volatile difference = 0; // volatile: the loop must not end at the first difference
        for (std::size_t i = 0; i < x.size(); ++i)
            difference = difference | (x[i] ^ y[i]);
        return difference == 0;
    }
    /** Prints `***`, also for an empty secret. */
    template <class Traits> // compiled where it is used
    friend std::basic_ostream<char, Traits>& operator<<(
        std::basic_ostream<char, Traits>& out, secret const&)
    {
        return out << "***";
    }

private:
    std::vector<char, wiping_allocator<char>> bytes_;
};

} // namespace restbind
