// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_STORE_HPP
#define SANDBOX_STORE_HPP

#include "problem.hpp"
#include "world.hpp"

#include <map>
#include <mutex>
#include <unordered_map>

namespace sandbox {

/// A cart item is either of the two for its whole life.
enum class item_kind
{
    session,
    product
};

struct cart_item
{
    id cart_item_id = 0;
    id cart_id = 0;
    item_kind kind = item_kind::session;
    bool disabled = false;

    /// 0 for a global product.
    id event_session_id = 0;

    /// In the order they were taken.
    std::vector<seat_and_rate> seats;

    id product_id = 0;
    std::int64_t quantity = 0;
};

struct cart
{
    id cart_id = 0;
    std::string tenant;
    std::string client_id;
    std::vector<id> items;
    bool confirmed = false;
};

/// The values of `seatProperties.status`; the service lists none, so these are the sandbox's own.
enum class seat_status
{
    free = 0,
    held = 1,
    sold = 2
};

/** Everything that changes: carts, who holds which seat, what is left of a product.

    The operations of seats.hpp, products.hpp, orders.hpp and events.hpp take the store's lock for their whole
    run, so that "look whether it is free" and "take it" are one step. The members below need that lock.
*/
class store
{
public:
    /// `content` must outlive the store.
    explicit store(world const& content);

    [[nodiscard]] std::unique_lock<std::mutex> lock() const { return std::unique_lock(mutex_); }

    /// Null when there is none, or it belongs to another client or tenant.
    cart* find_cart(caller const& who, id cart_id);
    cart_item* find_item(caller const& who, id cart_item_id);

    /// The items of a cart, in the order they were added.
    std::vector<cart_item*> items_of(cart const& c);

    cart& add_cart(caller const& who);
    cart_item& add_item(cart& c, item_kind kind);

    /// A fresh identifier, never given before and above all of the scenario.
    id next_id() { return ++last_id_; }

    [[nodiscard]] seat_status status(id event_session_id, id seat_id) const;

    /// Nobody or the item that holds the seat.
    [[nodiscard]] std::optional<id> holder(id event_session_id, id seat_id) const;

    /// The seat is free.
    void hold(cart_item& item, seat_and_rate const& what);

    /// The item holds the seat.
    void release(cart_item& item, id seat_id);
    void mark_sold(cart_item const& item);

    /// How many seats of a session are held or were confirmed since the start.
    [[nodiscard]] std::size_t taken_seats(id event_session_id) const;

    /** Units left of a product; the session is 0 for a global one.

        @returns Null when the product is not sold there; an empty optional when there is no limit.
    */
    std::optional<std::int64_t>* stock(id product_id, id event_session_id);

private:
    /// No item: sold from the start.
    struct taken_seat
    {
        std::optional<id> item;
        bool sold = false;
    };

    mutable std::mutex mutex_;
    std::unordered_map<id, cart> carts_;
    std::unordered_map<id, cart_item> items_;
    std::map<std::pair<id, id>, taken_seat> taken_;
    std::map<std::pair<id, id>, std::optional<std::int64_t>> stock_;
    id last_id_ = 9'000'000'000;
};

} // namespace sandbox

#endif
