// SPDX-License-Identifier: BSL-1.0
// What every till remembers: the sales of which nobody knows what became, and how a sale has ended.
#pragma once

#include <restbind/journal.hpp>
#include <ticketing/v1/models.hpp>
#include <ticketing/v1/operations.hpp>

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

/// How a sale has ended whose order was confirmed with this result.
template <class Response>
outcome outcome_of(restbind::result<Response> const& order)
{
    if (order)
        return outcome::sold;
    return order.error().outcome_unknown() ? outcome::needs_attention : outcome::not_sold;
}

/// What the customer pays for seats: their prices and fees.
inline restbind::decimal price_of(std::vector<api::SeatCartItemDetail> const& seats)
{
    restbind::decimal sum;
    for (auto const& seat : seats)
        sum = sum + seat.amount + seat.fees;
    return sum;
}

/// What the journal keeps with an order: what was paid, and how to reach the customer.
inline std::string memo_of(restbind::decimal paid, std::string_view receipt)
{
    return paid.to_string().append(", ").append(receipt);
}

/// The open sales of a journal.
class open_sales
{
public:
    explicit open_sales(std::shared_ptr<restbind::journal::file> journal)
        : journal_(std::move(journal))
    {
    }

    /// The sales of which nobody knows what became: of a run that was killed, or of a call just now.
    restbind::result<std::vector<open_sale>> list() const
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

private:
    static std::string words_of(std::chrono::system_clock::time_point time)
    {
        std::time_t const seconds = std::chrono::system_clock::to_time_t(time);
        std::ostringstream words;
        words << std::put_time(std::gmtime(&seconds), "%Y-%m-%d %H:%M:%S UTC");
        return words.str();
    }

    std::shared_ptr<restbind::journal::file> journal_;
};

} // namespace kiosk
