// SPDX-License-Identifier: BSL-1.0
// What visitors do at the kiosk, one after the other, without a screen.
#pragma once

#include "../kiosk/sales.hpp"
#include "installation.hpp"

#include <ticketing/v1/client.hpp>

#include <boost/asio/cancellation_signal.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kiosk
{

/// What a rate costs in a category of seats.
struct price
{
    std::int64_t category_id = 0;
    std::string category;
    restbind::decimal amount;
    restbind::decimal fees;
};

struct rate
{
    std::int64_t id = 0;
    std::string label;
    std::vector<price> prices;
};

/** A session of an event.

    The service's document leaves the shape of events open. These are the members of the sandbox's;
    an event without them is not shown.
*/
struct session
{
    std::int64_t id = 0;
    std::int64_t catalog_id = 0;
    std::int64_t event_id = 0;
    std::int64_t venue_id = 0;
    std::string event;
    std::string venue;
    std::string starts_at; ///< ISO 8601, UTC
    std::optional<std::int64_t> available_seats;
    std::vector<rate> rates;
};

/// The sessions of a list of events, the earliest first.
std::vector<session> sessions_of(api::EventList const& list);

/// What a message means for the visitor.
enum class situation
{
    info,        ///< the visitor can go on
    offline,     ///< the service does not respond; nothing was changed
    start_again, ///< this basket cannot be used any more
    unknown,     ///< nobody knows what became of the request
    out_of_order ///< staff must come
};

/// What is said to the visitor.
struct notice
{
    situation kind = situation::info;
    std::string title;
    std::string text;
    std::string detail{};       ///< for the staff
    bool may_try_again = false; ///< the same request may be sent again
};

/// What a visitor is told of an error.
/// @param when_unknown What the document says to show when the outcome is unknown.
notice notice_of(restbind::error const& error, std::string_view when_unknown);

/// What the visitor sees.
enum class page
{
    events,
    seats,
    basket,
    sold,    ///< the order is confirmed
    unknown, ///< the visitor has paid, and nobody knows whether the order is confirmed
    staff    ///< the open sales
};

enum class seat_state
{
    open, ///< not known to be taken: no operation of the service says which seats are free
    mine,
    not_available
};

/** The kiosk, from one visitor to the next.

    One call is under way at a time. A function that begins one returns at once; `changed` is called
    when something is to be shown anew. A function that is not allowed now does nothing and returns
    false: so a second click does no harm.

    All belongs to the thread of the client's executor. It may be destroyed at any time, except
    within `changed`. What is then under way stands in the journal.
*/
class visit
{
public:
    /** @param service Its options have the same journal, and `retry_policy::only_unapplied`. */
    visit(api::client service, std::shared_ptr<restbind::journal::file> journal, installation what,
        std::function<void()> changed);
    ~visit();
    visit(visit const&) = delete;
    visit& operator=(visit const&) = delete;

    // --- what is shown ---

    kiosk::page at() const { return at_; }
    /// What the visitor waits for, in words; empty when nothing is under way.
    std::string_view waiting_for() const { return waiting_for_; }
    std::optional<notice> const& message() const { return message_; }
    /// Which of the fields of the last form are wrong.
    std::vector<restbind::violation> const& violations() const { return violations_; }

    std::vector<kiosk::session> const& sessions() const { return sessions_; }
    kiosk::session const* chosen() const { return chosen_ ? &*chosen_ : nullptr; }
    kiosk::rate const* chosen_rate() const;

    /// The picture of a venue's plan, a PNG at `zoom`; null before it is there, or if the service
    /// has none.
    std::vector<unsigned char> const* picture(std::int64_t venue_id) const;
    static constexpr double zoom = 2.5;

    /// The seats that are known of the session's venue.
    std::map<std::int64_t, plan_seat> const& seats() const { return seats_; }
    double seat_size() const { return seat_size_; }
    seat_state state_of(std::int64_t seat_id) const;

    std::vector<product> const& shelf() const { return installation_.products; }
    std::string label_of(std::int64_t product_id) const;
    std::string rate_label(std::int64_t rate_id) const;

    std::int64_t cart_id() const { return cart_id_; }
    std::vector<api::SeatCartItemDetail> const& held() const { return held_; }
    std::vector<api::ProductCartItemDetail> const& products() const { return products_; }
    /// What the basket costs, exactly.
    restbind::decimal total() const;

    /// The service's number of the order; empty if it has told none.
    std::string const& order_number() const { return order_number_; }
    std::vector<open_sale> const& unresolved() const { return unresolved_; }

    // --- what is allowed ---

    bool may_act() const { return waiting_for_.empty(); }
    /// Whether the visitor may give up waiting. Not while an order is on its way.
    bool may_stop() const { return !may_act() && !is_paying_; }
    /// A call for the best seats makes a cart of its own: only while there is none.
    bool may_take_best() const;
    bool may_change_seats() const;
    bool may_add_product() const;
    bool may_pay() const;

    // --- what the visitor does ---

    bool show_events();
    bool choose(std::size_t index); ///< a session
    bool choose_rate(std::size_t index);
    bool pick(std::int64_t seat_id); ///< holds a seat, or gives it back
    bool take_best(std::int64_t quantity, std::int64_t category_id);
    bool add_product(std::size_t index, std::int64_t quantity);
    bool go_to(kiosk::page page); ///< between seats and basket
    /** The visitor has paid the total.
        @param contact How to reach the visitor if nobody knows what became of the order. */
    bool pay(std::string_view contact);
    bool stop();      ///< gives up waiting
    bool dismiss();   ///< has read the message
    bool try_again(); ///< where the message allows it
    bool start_over();

    // --- what the staff does ---

    bool show_staff();
    bool settle(std::int64_t number, std::string_view found_out);
    bool leave_staff();

    /// Something has thrown. The kiosk says that it is out of order.
    void fail(std::exception_ptr what);

private:
    template <class Operation, class Then>
    void call(std::string_view waiting_for, typename Operation::request_type request, Then then,
        restbind::net::call_options const& options = restbind::net::no_call_options);
    void fetch_pictures();
    void show_error(restbind::error const& error, std::string_view when_unknown);
    void change_seats(api::AllocateManualSeatsRequest const& change);
    void take(
        std::int64_t cart_id, std::int64_t item_id, std::vector<api::SeatCartItemDetail> seats);
    void reset();
    bool say(notice what);
    bool list_unresolved();

    api::client service_;
    kiosk::open_sales open_sales_;
    installation installation_;
    std::function<void()> changed_;

    kiosk::page at_ = page::events;
    kiosk::page before_staff_ = page::events;
    std::string waiting_for_;
    bool is_paying_ = false;
    std::optional<notice> message_;
    std::function<void()> again_;
    std::vector<restbind::violation> violations_;

    std::vector<kiosk::session> sessions_;
    std::map<std::int64_t, std::optional<std::vector<unsigned char>>>
        pictures_; ///< empty: not there
    std::optional<kiosk::session> chosen_;
    std::size_t rate_ = 0;
    std::map<std::int64_t, plan_seat> seats_;
    double seat_size_ = 0;
    std::map<std::int64_t, seat_state> states_;

    std::int64_t cart_id_ = 0; ///< 0: none yet
    std::int64_t item_id_ = 0; ///< of the seats
    std::vector<api::SeatCartItemDetail> held_;
    std::vector<api::ProductCartItemDetail> products_;
    bool seats_unsure_ = false;    ///< nobody knows what the last request has changed
    bool products_unsure_ = false; ///< the same; no operation shows a cart, so it stays so
    bool is_closed_ = false;       ///< the service takes no more changes
    int receipts_ = 0;
    std::string order_number_;
    std::vector<open_sale> unresolved_;

    std::shared_ptr<boost::asio::cancellation_signal> stop_; ///< of the call that is under way
    std::shared_ptr<void> alive_ = std::make_shared<int>(); ///< handlers that come later do nothing
};

} // namespace kiosk
