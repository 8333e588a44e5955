#pragma once

#include <restbind/core/secret.hpp>

#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

namespace restbind::net::detail
{

/** Bytes received and not yet understood, in one piece. */
class input_buffer
{
public:
    input_buffer() = default;
    ~input_buffer() { delete[] memory_; }
    input_buffer(input_buffer const&) = delete;
    input_buffer& operator=(input_buffer const&) = delete;

    /** What is there. */
    std::string_view view() const noexcept { return {memory_ + begin_, end_ - begin_}; }

    /** Number of bytes that are there. */
    std::size_t size() const noexcept { return end_ - begin_; }

    /** Room for `count` further bytes behind those that are there. */
    std::span<char> prepare(std::size_t count)
    {
        if (capacity_ - end_ < count)
            make_room(count);
        return {memory_ + end_, count};
    }

    /** The first `count` bytes of the prepared room were filled. */
    void commit(std::size_t count) noexcept { end_ += count; }

    /** The first `count` bytes are understood. */
    void consume(std::size_t count) noexcept
    {
        begin_ += count;
        if (begin_ == end_)
            begin_ = end_ = 0;
    }

    /** Overwrites the memory with zeros and empties the buffer. */
    void wipe() noexcept
    {
        restbind::wipe(memory_, capacity_);
        begin_ = end_ = 0;
    }

private:
    void make_room(std::size_t count)
    {
        std::size_t const kept = size();
        if (capacity_ - kept < count)
        {
            char* const larger = new char[kept + count];
            if (kept != 0)
                std::memcpy(larger, memory_ + begin_, kept);
            if (memory_)
                restbind::wipe(memory_, capacity_);
            delete[] memory_;
            memory_ = larger;
            capacity_ = kept + count;
        }
        else
        {
            std::memmove(memory_, memory_ + begin_, kept);
        }
        begin_ = 0;
        end_ = kept;
    }

    char* memory_ = nullptr; ///< its own
    std::size_t capacity_ = 0;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

} // namespace restbind::net::detail
