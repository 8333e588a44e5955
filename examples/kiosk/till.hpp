// SPDX-License-Identifier: BSL-1.0
// What a till does, without a screen: it sells, and it forgets no sale of which nobody knows what became.
#pragma once

#include <restbind/journal.hpp>
#include <ticketing/v1.hpp>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <iomanip>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kiosk {

namespace api = ticketing::v1;

/// A sale that needs attention, as an operator sees it.
struct open_sale
{
    std::int64_t number = 0;
    std::string operation; ///< what was asked of the service
    std::string request;   ///< in which words
    std::string when;      ///< UTC
    std::string paid;      ///< what the customer has paid, and for what
    std::string key;       ///< with which the same request may be sent again; empty: it must not be
    std::string ask;       ///< who can tell what became of it
    std::string show;      ///< what the customer sees meanwhile
};

/// How a sale has ended for the customer.
enum class outcome
{
    sold,           ///< print the tickets
    not_sold,       ///< give the money back
    needs_attention ///< nobody knows: the money stays, and an operator finds out
};

/// Seats that a customer may pay for.
struct offer
{
    std::int64_t cart_id = 0;
    restbind::decimal price;
};

/// The till. Its journal is that of the client's options, too.
class till
{
public:
    till(api::blocking_client service, std::shared_ptr<restbind::journal::file> journal)
        : service_(std::move(service))
        , journal_(std::move(journal))
    {
    }

    /// The sales of which nobody knows what became: of a run that was killed, or of a call just now.
    restbind::result<std::vector<open_sale>> open_sales() const
    {
        auto const records = journal_->unresolved();
        if (!records)
            return records.error();
        std::vector<open_sale> found;
        for (restbind::journal::record const& record : *records)
        {
            auto const advice = restbind::http::after_loss_of(api::all_operations(), record.operation);
            found.push_back({.number = record.id, .operation = record.operation, .request = record.body,
                .when = words_of(record.begun), .paid = record.memo, .key = record.key,
                .ask = std::string(advice.ask), .show = std::string(advice.show)});
        }
        return found;
    }

    /// An operator has found out what became of a sale.
    restbind::result<void> settle(open_sale const& sale, std::string_view what) const
    {
        return journal_->settle(sale.number, what);
    }

    /// Holds the best seats. A response that is lost here costs nobody money, but the seats may be held: it is an open sale, too.
    restbind::result<offer> hold(api::AllocateBestSeatsRequest const& wanted) const
    {
        auto const held = service_.allocate_best_seats(wanted);
        if (!held)
            return held.error();
        offer made{.cart_id = held->cart_id, .price = {}};
        for (auto const& seat : held->cart_item_detail)
            made.price = made.price + seat.amount + seat.fees;
        return made;
    }

    /// The customer has paid: confirms the order. The journal has it on the disk before it is sent.
    outcome confirm(offer const& paid_for, std::string_view receipt) const
    {
        std::ostringstream memo;
        memo << paid_for.price << ", " << receipt;
        auto const order = service_.confirm_order({{"cartId", paid_for.cart_id}}, {.memo = memo.str()});
        if (order)
            return outcome::sold;
        return order.error().outcome_unknown() ? outcome::needs_attention : outcome::not_sold;
    }

private:
    static std::string words_of(std::chrono::system_clock::time_point time)
    {
        std::time_t const seconds = std::chrono::system_clock::to_time_t(time);
        std::ostringstream words;
        words << std::put_time(std::gmtime(&seconds), "%Y-%m-%d %H:%M:%S UTC");
        return words.str();
    }

    api::blocking_client service_;
    std::shared_ptr<restbind::journal::file> journal_;
};

} // namespace kiosk
