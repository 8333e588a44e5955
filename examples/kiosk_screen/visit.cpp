// SPDX-License-Identifier: BSL-1.0
#include "visit.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/json/open_number.hpp>
#include <ticketing/v1.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <tuple>

namespace kiosk
{
namespace
{

namespace ops = api::operations;

std::string text_of(boost::json::object const& from, std::string_view name)
{
    auto const* const value = from.if_contains(name);
    auto const* const text = value ? value->if_string() : nullptr;
    return text ? std::string(*text) : std::string();
}

std::int64_t number_of(boost::json::object const& from, std::string_view name)
{
    auto const* const value = from.if_contains(name);
    auto const* const number = value ? value->if_int64() : nullptr;
    return number ? *number : 0;
}

/// Calls a function for each object of a list; for none if there is no such list.
template <class Function>
void each_object(boost::json::object const& from, std::string_view name, Function function)
{
    auto const* const value = from.if_contains(name);
    auto const* const list = value ? value->if_array() : nullptr;
    if (!list)
        return;
    for (boost::json::value const& element : *list)
        if (auto const* const object = element.if_object())
            function(*object);
}

std::optional<restbind::decimal> money_of(boost::json::object const& from, std::string_view name)
{
    auto const* const value = from.if_contains(name);
    auto const number = value ? restbind::json::to_decimal(*value) : restbind::error();
    return number ? std::optional(*number) : std::nullopt;
}

std::vector<rate> rates_of(boost::json::object const& session)
{
    std::vector<rate> found;
    each_object(session, "rates",
        [&](boost::json::object const& from)
        {
            rate read{
                .id = number_of(from, "rateId"), .label = text_of(from, "label"), .prices = {}};
            each_object(from, "prices",
                [&](boost::json::object const& one)
                {
                    auto const amount = money_of(one, "amount");
                    auto const fees = money_of(one, "fees");
                    if (amount && fees)
                        read.prices.push_back({number_of(one, "categoryId"),
                            text_of(one, "categoryLabel"), *amount, *fees});
                });
            found.push_back(std::move(read));
        });
    return found;
}

std::string name_of(plan_seat const& seat)
{
    if (seat.number.empty())
        return "a place in row " + seat.row;
    return "row " + seat.row + ", seat " + seat.number;
}

} // namespace

restbind::result<installation> read_installation(std::string const& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return restbind::error(restbind::error_kind::invalid_argument, "cannot open " + path);
    auto read =
        restbind::json::decode<installation>(std::string(std::istreambuf_iterator<char>(file), {}));
    for (venue_plan const& one : read ? read->venues : std::vector<venue_plan>())
        if (!(one.seat_size > 0))
            return restbind::error(restbind::error_kind::invalid_argument,
                path + ": seatSize of venue " + std::to_string(one.venue_id) + " is not above 0");
    return read;
}

std::vector<session> sessions_of(api::EventList const& list)
{
    std::vector<session> found;
    for (boost::json::object const& event : list.events)
        each_object(event, "sessions",
            [&](boost::json::object const& one)
            {
                session read{.id = number_of(one, "eventSessionId"),
                    .catalog_id = number_of(one, "catalogId"),
                    .event_id = number_of(event, "eventId"),
                    .venue_id = number_of(event, "venueId"),
                    .event = text_of(event, "name"),
                    .venue = text_of(event, "venueName"),
                    .starts_at = text_of(one, "startsAt"),
                    .available_seats = {},
                    .rates = rates_of(one)};
                if (one.contains("availableSeats"))
                    read.available_seats = number_of(one, "availableSeats");
                if (read.id > 0 && !read.rates.empty())
                    found.push_back(std::move(read));
            });
    std::ranges::sort(
        found, {}, [](session const& one) { return std::tie(one.starts_at, one.id); });
    return found;
}

notice notice_of(restbind::error const& error, std::string_view when_unknown)
{
    using restbind::error_kind;
    using enum situation;
    std::string const detail = error.message();
    if (error.outcome_unknown()) // before all else: a call that was stopped may have been carried
                                 // out
        return {unknown, "We are not sure", std::string(when_unknown), detail};
    if (error == api::error_code::cart_item_disabled)
        return {start_again, "This basket is closed",
            "It cannot be changed any more. Please begin again.", detail};
    if (error == api::error_code::cart_item_not_found || error == api::error_code::cart_mismatch ||
        error == api::error_code::cart_not_found)
        return {start_again, "This basket is gone",
            "The seats are not held for you any more. Please begin again.", detail};
    if (error == api::error_code::product_out_of_stock)
        return {info, "Sold out", "There is none left of it.", detail};
    if (error == api::error_code::quantity_exceeds_stock)
        return {info, "Not so many left", "Please take fewer.", detail};
    switch (error.kind())
    {
    case error_kind::cancelled:
        return {info, "Stopped", "Nothing was changed.", detail};
    case error_kind::resolve:
    case error_kind::connect:
    case error_kind::write:
    case error_kind::read:
    case error_kind::timed_out:
    case error_kind::unavailable:
    case error_kind::server_error:
        return {offline, "No connection to the ticket service",
            "Nothing was changed. Please try again in a moment.", detail, true};
    case error_kind::conflict:
        return {info, "Not available",
            "There are not enough places of this kind. Please choose others.", detail};
    case error_kind::validation_failed:
    case error_kind::client_error:
        return {info, "Please check", "The ticket service does not accept this.", detail};
    default:
        return {out_of_order, "Out of order", "Please ask the staff.", detail};
    }
}

visit::visit(api::client service, std::shared_ptr<restbind::journal::file> journal,
    installation what, std::function<void()> changed)
    : service_(std::move(service))
    , open_sales_(std::move(journal))
    , installation_(std::move(what))
    , changed_(std::move(changed))
{
}

visit::~visit() = default;

template <class Operation, class Then>
void visit::call(std::string_view waiting_for, typename Operation::request_type request, Then then,
    restbind::net::call_options const& options)
{
    waiting_for_ = waiting_for;
    message_.reset();
    violations_.clear();
    again_ = nullptr;
    stop_ =
        std::make_shared<boost::asio::cancellation_signal>(); // which must live as long as the call
    service_.async_call<Operation>(request, options,
        boost::asio::bind_cancellation_slot(stop_->slot(),
            [this, alive = std::weak_ptr(alive_), held = stop_, then = std::move(then)](auto result)
            {
                if (alive.expired())
                    return;
                waiting_for_.clear();
                is_paying_ = false;
                then(std::move(result));
                changed_();
            }));
    changed_();
}

bool visit::say(notice what)
{
    message_ = std::move(what);
    return true;
}

void visit::show_error(restbind::error const& error, std::string_view when_unknown)
{
    violations_ = error.violations();
    if (violations_.empty()) // else the fields say it
        message_ = notice_of(error, when_unknown);
}

kiosk::rate const* visit::chosen_rate() const
{
    return chosen_ && rate_ < chosen_->rates.size() ? &chosen_->rates[rate_] : nullptr;
}

std::vector<unsigned char> const* visit::picture(std::int64_t venue_id) const
{
    auto const found = pictures_.find(venue_id);
    return found != pictures_.end() && found->second ? &*found->second : nullptr;
}

seat_state visit::state_of(std::int64_t seat_id) const
{
    auto const found = states_.find(seat_id);
    return found == states_.end() ? seat_state::open : found->second;
}

std::string visit::label_of(std::int64_t product_id) const
{
    auto const found = std::ranges::find(installation_.products, product_id, &product::product_id);
    return found == installation_.products.end() ? "Product " + std::to_string(product_id)
                                                 : found->label;
}

std::string visit::rate_label(std::int64_t rate_id) const
{
    if (chosen_)
        for (kiosk::rate const& one : chosen_->rates)
            if (one.id == rate_id)
                return one.label;
    return {};
}

restbind::decimal visit::total() const
{
    restbind::decimal sum = price_of(held_);
    for (auto const& one : products_)
        sum += one.amount * one.quantity + one.fees; // the fees are those of all pieces
    return sum;
}

bool visit::may_change_seats() const
{
    return may_act() && at_ == page::seats && chosen_rate() && !is_closed_ && !products_unsure_ &&
           !seats_unsure_;
}

bool visit::may_take_best() const
{
    return may_change_seats() && cart_id_ == 0;
}

bool visit::may_add_product() const
{
    return may_act() && at_ == page::basket && cart_id_ > 0 && !is_closed_ && !products_unsure_;
}

bool visit::may_pay() const
{
    return may_act() && at_ == page::basket && cart_id_ > 0 &&
           (!held_.empty() || !products_.empty()) && !is_closed_ && !seats_unsure_ &&
           !products_unsure_;
}

bool visit::show_events()
{
    if (!may_act() || cart_id_ != 0)
        return false;
    at_ = page::events;
    chosen_.reset();
    call<ops::list_events>("Looking for events", {},
        [this](restbind::result<api::EventList> list)
        {
            if (!list)
            {
                again_ = [this] { show_events(); };
                return show_error(list.error(), {});
            }
            sessions_ = sessions_of(*list);
            fetch_pictures();
        });
    return true;
}

void visit::fetch_pictures()
{
    for (kiosk::session const& one : sessions_)
    {
        if (!pictures_.try_emplace(one.venue_id).second)
            continue;
        api::VenuePictureRequest const wanted{.venue_id = one.venue_id,
            .option = api::VenuePictureRequestOption::numbers_only,
            .zoom = zoom};
        // Nobody waits for it: without a picture the plan has seats alone.
        service_.async_call<ops::venue_picture>(wanted, restbind::net::no_call_options,
            [this, venue = one.venue_id, alive = std::weak_ptr(alive_)](
                restbind::result<api::VenuePictureResponse> response)
            {
                if (alive.expired())
                    return;
                if (!response)
                    return void(pictures_.erase(venue)); // asked for again with the next list
                pictures_[venue] = std::move(response->picture.bytes);
                changed_();
            });
    }
}

bool visit::choose(std::size_t index)
{
    if (!may_act() || at_ != page::events || index >= sessions_.size())
        return false;
    chosen_ = sessions_[index];
    rate_ = 0;
    seats_.clear();
    states_.clear();
    auto const plan =
        std::ranges::find(installation_.venues, chosen_->venue_id, &venue_plan::venue_id);
    seat_size_ = plan == installation_.venues.end() ? 20 : plan->seat_size;
    if (plan != installation_.venues.end())
        for (plan_seat const& seat : plan->seats)
            seats_.emplace(seat.seat_id, seat);
    at_ = page::seats;
    changed_();
    return true;
}

bool visit::choose_rate(std::size_t index)
{
    if (!may_change_seats() || index >= chosen_->rates.size())
        return false;
    rate_ = index;
    changed_();
    return true;
}

/// The service's word on which seats are held takes the place of what was known.
void visit::take(
    std::int64_t cart_id, std::int64_t item_id, std::vector<api::SeatCartItemDetail> seats)
{
    cart_id_ = cart_id;
    item_id_ = item_id;
    held_ = std::move(seats);
    seats_unsure_ = false;
    std::erase_if(states_, [](auto const& one) { return one.second == seat_state::mine; });
    for (auto const& [rate_id, amount, fees, seat] : held_)
    {
        states_[seat.seat_id] = seat_state::mine;
        seats_.insert_or_assign(
            seat.seat_id, plan_seat{.seat_id = seat.seat_id,
                              .category_id = seat.category_id,
                              .row = seat.rank,
                              .number = seat.is_numbered ? seat.seat : std::string(),
                              .x = seat.coord_x,
                              .y = seat.coord_y,
                              .rotation = seat.rotation});
    }
}

bool visit::pick(std::int64_t seat_id)
{
    if (!may_change_seats() || !seats_.contains(seat_id) ||
        state_of(seat_id) == seat_state::not_available)
        return false;
    bool const is_mine = state_of(seat_id) == seat_state::mine;
    std::int64_t rate_id = chosen_rate()->id;
    for (auto const& one : held_)
        if (is_mine && one.seat_properties.seat_id == seat_id)
            rate_id = one.rate_id;
    change_seats({.cart_id = cart_id_,
        .cart_item_id = item_id_,
        .event_session_id = chosen_->id,
        .detail = {{.seat_id = seat_id, .rate_id = rate_id, .action_select = !is_mine}}});
    return true;
}

void visit::change_seats(api::AllocateManualSeatsRequest const& change)
{
    auto const seat = seats_.find(change.detail.front().seat_id);
    std::string const name = seat == seats_.end() ? "the seat" : name_of(seat->second);
    call<ops::allocate_manual_seats>(
        (change.detail.front().action_select ? "Holding " : "Giving back ") + name, change,
        [this, change, name](restbind::result<api::AllocateManualSeatsResponse> response)
        {
            if (!response)
            {
                restbind::error const& why = response.error();
                is_closed_ = is_closed_ || why == api::error_code::cart_item_disabled;
                seats_unsure_ = why.outcome_unknown();
                show_error(why, ops::allocate_manual_seats::after_loss.show);
                // With both numbers the same request may be sent again: it selects or releases the
                // same seats.
                if (message_ && seats_unsure_ && change.cart_id > 0 && change.cart_item_id > 0)
                    message_->may_try_again = true;
                again_ = [this, change] { change_seats(change); };
                return;
            }
            take(response->cart_id, response->cart_item_id, std::move(response->cart_item_detail));
            for (api::SeatError const& one : response->errors)
                if (state_of(one.seat_id) != seat_state::mine)
                    states_[one.seat_id] = seat_state::not_available;
            if (!response->errors.empty())
                say({situation::info, "This seat is not available",
                    "Somebody else may have " + name + ". Please choose another one."});
        });
}

bool visit::take_best(std::int64_t quantity, std::int64_t category_id)
{
    if (!may_take_best())
        return false;
    call<ops::allocate_best_seats>("Looking for the best seats",
        {.session_id = chosen_->id,
            .catalog_id = chosen_->catalog_id,
            .quantity = quantity,
            .price_category = category_id},
        [this, quantity, category_id](restbind::result<api::AllocateBestSeatsResponse> response)
        {
            if (response)
                return take(response->cart_id, response->cart_item_id,
                    std::move(response->cart_item_detail));
            show_error(response.error(), ops::allocate_best_seats::after_loss.show);
            again_ = [this, quantity, category_id] { take_best(quantity, category_id); };
        });
    return true;
}

bool visit::add_product(std::size_t index, std::int64_t quantity)
{
    if (!may_add_product() || index >= installation_.products.size())
        return false;
    product const& wanted = installation_.products[index];
    api::AllocateProductsRequest request{
        .cart_id = cart_id_, .product_id = wanted.product_id, .quantity = quantity};
    if (wanted.of_session)
    {
        request.event_id = chosen_->event_id;
        request.event_session_id = chosen_->id;
    }
    call<ops::allocate_products>("Adding: " + wanted.label, request,
        [this, index, quantity](restbind::result<api::AllocateProductsResponse> response)
        {
            if (response)
                return products_.push_back(std::move(response->cart_item_detail));
            products_unsure_ = response.error().outcome_unknown();
            show_error(response.error(), ops::allocate_products::after_loss.show);
            if (products_unsure_ &&
                message_) // nothing shows the cart, so nobody can say what it costs
                message_->text +=
                    " The kiosk cannot sell this basket any more. Please begin again.";
            again_ = [this, index, quantity] { add_product(index, quantity); };
        });
    return true;
}

bool visit::go_to(kiosk::page to)
{
    bool const between =
        (at_ == page::seats && to == page::basket) || (at_ == page::basket && to == page::seats);
    if (!may_act() || !between || cart_id_ == 0)
        return false;
    at_ = to;
    violations_.clear();
    changed_();
    return true;
}

bool visit::pay(std::string_view contact)
{
    if (!may_pay())
        return false;
    std::string receipt = "receipt " + std::to_string(++receipts_);
    if (!contact.empty())
        receipt.append(", ").append(contact);
    is_paying_ = true;
    call<ops::confirm_order>("Your order is on its way. Please wait", {{"cartId", cart_id_}},
        [this](restbind::result<api::ConfirmOrderResponse> order)
        {
            switch (outcome_of(order))
            {
            case outcome::sold:
                at_ = page::sold;
                if (auto const* const number = order->if_contains("orderId"))
                    order_number_ = number->is_string() ? std::string(number->get_string())
                                                        : boost::json::serialize(*number);
                return;
            case outcome::needs_attention:
                at_ = page::unknown;
                return;
            case outcome::not_sold:
                break;
            }
            notice why = notice_of(order.error(), {});
            why.title = "Not sold. You get your money back";
            why.may_try_again = false; // the visitor pays again instead
            say(std::move(why));
        },
        {.memo = memo_of(total(), receipt)});
    return true;
}

bool visit::stop()
{
    if (!may_stop())
        return false;
    stop_->emit(boost::asio::cancellation_type::terminal);
    return true;
}

bool visit::dismiss()
{
    if (!message_ || !may_act())
        return false;
    bool const begins_again = message_->kind == situation::start_again ||
                              message_->kind == situation::out_of_order || products_unsure_ ||
                              seats_unsure_;
    message_.reset();
    if (!begins_again || !start_over())
        changed_();
    return true;
}

bool visit::try_again()
{
    if (!may_act() || !message_ || !message_->may_try_again || !again_)
        return false;
    seats_unsure_ = false;
    std::exchange(again_, nullptr)();
    return true;
}

bool visit::start_over()
{
    if (!may_act() || at_ == page::staff)
        return false;
    bool const holds_seats =
        (at_ == page::seats || at_ == page::basket) && !held_.empty() && !is_closed_;
    api::AllocateManualSeatsRequest release{.cart_id = cart_id_,
        .cart_item_id = item_id_,
        .event_session_id = chosen_ ? chosen_->id : 0,
        .detail = {}};
    for (auto const& one : held_)
        release.detail.push_back({.seat_id = one.seat_properties.seat_id, .rate_id = one.rate_id});
    reset();
    if (!holds_seats)
        return show_events();
    // The next visitor need not wait for the seats of this one. If it fails, the journal has it.
    call<ops::allocate_manual_seats>("Giving your seats back", release,
        [this](restbind::result<api::AllocateManualSeatsResponse> const&) { show_events(); });
    return true;
}

void visit::reset()
{
    at_ = page::events;
    message_.reset();
    again_ = nullptr;
    violations_.clear();
    chosen_.reset();
    cart_id_ = item_id_ = 0;
    held_.clear();
    products_.clear();
    seats_unsure_ = products_unsure_ = is_closed_ = false;
    order_number_.clear();
}

bool visit::list_unresolved()
{
    auto found = open_sales_.list();
    if (!found)
        return !say({situation::out_of_order, "The journal cannot be read",
            "Call whoever looks after the kiosk.", found.error().message()});
    unresolved_ = std::move(*found);
    return true;
}

bool visit::show_staff()
{
    if (!may_act() || at_ == page::staff)
        return false;
    before_staff_ = at_;
    at_ = page::staff;
    message_.reset();
    list_unresolved();
    changed_();
    return true;
}

bool visit::settle(std::int64_t number, std::string_view found_out)
{
    auto const sale = std::ranges::find(unresolved_, number, &open_sale::number);
    if (!may_act() || at_ != page::staff || sale == unresolved_.end() || found_out.empty())
        return false;
    if (auto const settled = open_sales_.settle(*sale, found_out); !settled)
        say({situation::out_of_order, "This sale cannot be settled", "It stays open.",
            settled.error().message()});
    list_unresolved();
    changed_();
    return true;
}

bool visit::leave_staff()
{
    if (!may_act() || at_ != page::staff)
        return false;
    at_ = before_staff_;
    message_.reset();
    changed_();
    return true;
}

void visit::fail(std::exception_ptr what)
{
    notice said{situation::out_of_order, "Out of order", "Please ask the staff."};
    try
    {
        std::rethrow_exception(what);
    }
    catch (std::exception const& e)
    {
        said.detail = e.what();
    }
    catch (...)
    {
        said.detail = "an exception of an unknown type";
    }
    message_ = std::move(said);
    changed_();
}

} // namespace kiosk
