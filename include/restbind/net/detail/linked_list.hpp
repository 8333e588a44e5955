// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/config.hpp>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Base of what can be in a `linked_list`: its neighbours there. */
template <class Node>
struct list_node
{
    Node* prev = nullptr;
    Node* next = nullptr;
};

/** Objects in a row, without memory of its own: the links are in the objects, each of which is in
    one list at most. Owns none of them.

    @tparam Node Derives from `list_node<Node>`.
*/
template <class Node>
class linked_list
{
public:
    /** The first one, or null. */
    Node* front() const noexcept { return first_; }

    /** @pre It is in no list. */
    void push_back(Node& added) noexcept
    {
        added.prev = last_;
        (last_ ? last_->next : first_) = &added;
        last_ = &added;
    }

    /** @pre It is in this list. */
    void remove(Node& one) noexcept
    {
        (one.prev ? one.prev->next : first_) = one.next;
        (one.next ? one.next->prev : last_) = one.prev;
        one.prev = one.next = nullptr;
    }

private:
    Node* first_ = nullptr;
    Node* last_ = nullptr;
};

} // namespace restbind::net::detail
