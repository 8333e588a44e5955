#pragma once

#include <restbind/core/secret.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

namespace restbind::net::detail
{

/** Bytes received and not yet understood, in one piece. */
class input_buffer
{
public:
    input_buffer() = default;
    input_buffer(input_buffer const&) = delete;
    input_buffer& operator=(input_buffer const&) = delete;

    /** What is there. */
    std::string_view view() const noexcept { return {memory_.get() + begin_, end_ - begin_}; }

    /** Number of bytes that are there. */
    std::size_t size() const noexcept { return end_ - begin_; }

    /** Room for `count` further bytes behind those that are there. */
    std::span<char> prepare(std::size_t count)
    {
        if (capacity_ - end_ < count)
            make_room(count);
        return {memory_.get() + end_, count};
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
        restbind::wipe(memory_.get(), capacity_);
        begin_ = end_ = 0;
    }

private:
    void make_room(std::size_t count)
    {
        std::size_t const kept = size();
        if (capacity_ - kept < count)
        {
            auto larger = std::make_unique_for_overwrite<char[]>(kept + count);
            if (kept != 0)
                std::memcpy(larger.get(), memory_.get() + begin_, kept);
            if (memory_)
                restbind::wipe(memory_.get(), capacity_);
            memory_ = std::move(larger);
            capacity_ = kept + count;
        }
        else
        {
            std::memmove(memory_.get(), memory_.get() + begin_, kept);
        }
        begin_ = 0;
        end_ = kept;
    }

    std::unique_ptr<char[]> memory_;
    std::size_t capacity_ = 0;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

} // namespace restbind::net::detail
