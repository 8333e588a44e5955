#pragma once

#include <restbind/net/connection.hpp>

#include <cstddef>

namespace restbind::net::detail
{

/** Connections in a row, without memory of its own: the links are in the connections, each of which
    is in one list at most. Owns none of them. */
class connection_list
{
public:
    /** The first one, or null. */
    connection* front() const noexcept { return first_; }

    /** The last one, or null. */
    connection* back() const noexcept { return last_; }

    std::size_t size() const noexcept { return size_; }

    /** @pre It is in no list. */
    void push_back(connection& added) noexcept
    {
        added.before = last_;
        (last_ ? last_->behind : first_) = &added;
        last_ = &added;
        ++size_;
    }

    /** @pre It is in this list. */
    [[gnu::noinline]] void remove(connection& one) noexcept
    {
        (one.before ? one.before->behind : first_) = one.behind;
        (one.behind ? one.behind->before : last_) = one.before;
        one.before = one.behind = nullptr;
        --size_;
    }

private:
    connection* first_ = nullptr;
    connection* last_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace restbind::net::detail
