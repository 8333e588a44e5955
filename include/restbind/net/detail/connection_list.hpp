#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/net/detail/connection.hpp>

namespace restbind::net::detail
{

/** Connections in a row, without memory of its own: the links are in the connections, each of which
    is in one list at most. Owns none of them. */
class connection_list
{
public:
    /** The first one, or null. */
    connection* front() const noexcept { return first_; }

    /** @pre It is in no list. */
    void push_back(connection& added) noexcept
    {
        added.before = last_;
        (last_ ? last_->behind : first_) = &added;
        last_ = &added;
    }

    /** @pre It is in this list. */
    RESTBIND_NOINLINE void remove(connection& one) noexcept
    {
        (one.before ? one.before->behind : first_) = one.behind;
        (one.behind ? one.behind->before : last_) = one.before;
        one.before = one.behind = nullptr;
    }

private:
    connection* first_ = nullptr;
    connection* last_ = nullptr;
};

} // namespace restbind::net::detail
