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

namespace restbind::inline RESTBIND_ABI
{

/** Overwrites memory with zeros in a way that the optimiser must keep. */
inline void wipe(void* memory, std::size_t size) noexcept
{
    if (size == 0)
        return;
#ifdef __GNUC__
    std::memset(memory, 0, size);
    // The stores must not be seen as dead because the memory is freed right after.
    __asm__ __volatile__("" : : "r"(memory) : "memory");
#else
    for (auto volatile* at = static_cast<char volatile*>(memory); size != 0; --size)
        *at++ = 0;
#endif
}

/** Overwrites all that a string owns, also beyond its size, and empties it. Its capacity stays. */
inline void wipe(std::string& text) noexcept
{
    text.resize(text.capacity()); // never allocates
    wipe(text.data(), text.size());
    text.clear();
}

namespace detail
{

/** Wipes a block of bytes and gives its memory back. */
template <class Allocator>
struct wiping_deleter
{
    void operator()(char* block) const noexcept
    {
        wipe(block, size);
        Allocator().deallocate(block, size);
    }

    std::size_t size = 0;
};

/** A block of bytes of fixed size that is wiped before its memory is given back. */
template <class Allocator = std::string::allocator_type>
class wiped_block
{
public:
    wiped_block() noexcept = default;
    explicit wiped_block(std::string_view bytes)
    {
        if (bytes.empty())
            return;
        bytes_ = {Allocator().allocate(bytes.size()), {bytes.size()}};
        bytes.copy(bytes_.get(), bytes.size());
    }

    std::string_view view() const noexcept
    {
        // What was moved from still has its deleter, and nothing to delete.
        return {bytes_.get(), bytes_ ? bytes_.get_deleter().size : 0};
    }

private:
    std::unique_ptr<char, wiping_deleter<Allocator>> bytes_;
};

} // namespace detail

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
        : block_(text)
    {
    }
    /** Copies the bytes; the caller's own copy is the caller's to wipe. Empty for null: what
        std::getenv() gives for a variable that is not set. */
    explicit secret(char const* text)
        : block_(text ? std::string_view(text) : std::string_view())
    {
    }
    /** Takes over the text: `text` is wiped and empty afterwards. */
    explicit secret(std::string&& text)
        : block_(text)
    {
        wipe(text);
    }

    secret(secret&&) noexcept = default;
    secret& operator=(secret&&) noexcept = default;
    secret(secret const&) RESTBIND_DELETED("a secret is copied on purpose only: call clone()");
    secret& operator=(secret const&)
        RESTBIND_DELETED("a secret is copied on purpose only: call clone()");
    ~secret() = default;

    /** A second copy, made on purpose. */
    secret clone() const { return secret(block_.view()); }
    /** The bytes, for the one place that sends them. Valid until this secret is changed, moved or
        destroyed. */
    std::string_view reveal() const noexcept { return block_.view(); }
    /** True when there are no bytes. */
    bool empty() const noexcept { return block_.view().empty(); }
    /** The number of bytes. */
    std::size_t size() const noexcept { return block_.view().size(); }

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
    detail::wiped_block<> block_;
};

} // namespace restbind
