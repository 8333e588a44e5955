// SPDX-License-Identifier: BSL-1.0
#include "requests.hpp"

#include "dates.hpp"
#include "form.hpp"
#include "json_reader.hpp"

#include <boost/json/array.hpp>

namespace sandbox {
namespace {

namespace json = boost::json;

problem bad_request(std::string detail)
{
    return {.status = 400, .detail = std::move(detail)};
}

/// Reads members of one object and keeps the first complaint.
class member_reader
{
public:
    member_reader(json::object const& object, std::string prefix, std::string& complaint)
        : object_(object), prefix_(std::move(prefix)), complaint_(complaint)
    {
    }

    id integer(std::string_view name) { return optional_integer(name).value_or(0); }

    std::optional<id> optional_integer(std::string_view name)
    {
        auto const* const value = find(name);
        if (value == nullptr)
            return std::nullopt;

        if (value->is_uint64())
            complain(name, "is out of the range of a 64-bit integer");
        else if (!value->is_int64())
            complain(name, "must be an integer");

        return value->is_int64() ? value->get_int64() : 0;
    }

    double number(std::string_view name, double otherwise)
    {
        auto const* const value = find(name);
        if (value == nullptr)
            return otherwise;

        if (!value->is_number())
        {
            complain(name, "must be a number");
            return otherwise;
        }

        return value->to_number<double>();
    }

    /// Has no default, so an absent member is a complaint.
    bool flag(std::string_view name)
    {
        auto const* const value = find(name);
        if (value == nullptr)
            complain(name, "is missing");
        else if (!value->is_bool())
            complain(name, "must be true or false");

        return value != nullptr && value->is_bool() && value->get_bool();
    }

    std::variant<id, std::string> integer_or_text(std::string_view name)
    {
        auto const* const value = find(name);
        if (value == nullptr)
            complain(name, "is missing");
        else if (value->is_int64())
            return value->get_int64();
        else if (value->is_string())
            return std::string(value->get_string().data(), value->get_string().size());
        else
            complain(name, "must be an integer or a string");

        return id{0};
    }

    /// Null when absent or no array.
    json::array const* array(std::string_view name)
    {
        auto const* const value = find(name);
        if (value != nullptr && !value->is_array())
            complain(name, "must be an array");

        return value == nullptr ? nullptr : value->if_array();
    }

    void complain(std::string_view name, std::string_view what)
    {
        if (complaint_.empty())
            complaint_ = "The member '" + prefix_ + std::string(name) + "' " + std::string(what);
    }

private:
    json::value const* find(std::string_view name)
    {
        auto const* const value = object_.if_contains(json::string_view(name.data(), name.size()));
        return value == nullptr || value->is_null() ? nullptr : value;
    }

    json::object const& object_;
    std::string prefix_;
    std::string& complaint_;
};

template <class Request>
outcome<Request> finish(Request&& result, std::string const& complaint)
{
    if (!complaint.empty())
        return bad_request(complaint);

    return std::forward<Request>(result);
}

/// JSON is UTF-8; another charset parameter would be a promise that the body breaks.
bool has_foreign_charset(request const& r)
{
    auto const value = to_lower(r.header("Content-Type"));
    auto const at = value.find("charset=");
    if (at == std::string::npos)
        return false;

    auto charset = std::string_view(value).substr(at + 8);
    charset = charset.substr(0, charset.find_first_of("; \t"));

    return charset != "utf-8" && charset != "\"utf-8\"";
}

} // namespace

outcome<json::object> read_body(request const& r)
{
    if (r.media_type() != "application/json" || has_foreign_charset(r))
        return bad_request("The Content-Type must be application/json");

    if (r.body_too_large)
        return bad_request("The request body is larger than 1 MiB");

    if (r.body.empty())
        return bad_request("The request body is empty");

    auto parsed = read_json(r.body);
    if (auto const* const error = std::get_if<json_error>(&parsed))
    {
        return bad_request("The request body is not valid JSON at byte " + std::to_string(error->offset) + ": " +
                           error->reason);
    }

    auto* const object = std::get<json::value>(parsed).if_object();
    if (object == nullptr)
        return bad_request("The request body must be a JSON object");

    return std::move(*object);
}

outcome<manual_seats_request> read_manual_seats(json::object const& body)
{
    std::string complaint;
    member_reader in(body, "", complaint);

    manual_seats_request result;
    result.cart_id = in.integer("cartId");
    result.cart_item_id = in.integer("cartItemId");
    result.event_session_id = in.integer("eventSessionId");
    if (auto const* const detail = in.array("detail"))
    {
        for (auto const& element : *detail)
        {
            auto const name = "detail[" + std::to_string(result.detail.size()) + "]";
            if (!element.is_object())
            {
                in.complain(name, "must be an object");
                break;
            }

            member_reader inner(element.get_object(), name + ".", complaint);
            seat_action action;
            action.seat_id = inner.integer("seatId");
            action.rate_id = inner.integer("rateId");
            action.select = inner.flag("actionSelect");
            result.detail.push_back(action);
        }
    }

    return finish(std::move(result), complaint);
}

outcome<best_seats_request> read_best_seats(json::object const& body)
{
    std::string complaint;
    member_reader in(body, "", complaint);

    best_seats_request result;
    result.session_id = in.integer("sessionId");
    result.catalog_id = in.integer("catalogId");
    result.quantity = in.integer("quantity");
    result.price_category = in.integer_or_text("priceCategory");

    return finish(std::move(result), complaint);
}

outcome<products_request> read_products(json::object const& body)
{
    std::string complaint;
    member_reader in(body, "", complaint);

    products_request result;
    result.cart_id = in.integer("cartId");
    result.event_id = in.optional_integer("eventId");
    result.event_session_id = in.optional_integer("eventSessionId");
    result.product_id = in.integer("productId");
    result.quantity = in.integer("quantity");

    return finish(std::move(result), complaint);
}

outcome<picture_request> read_picture(json::object const& body)
{
    std::string complaint;
    member_reader in(body, "", complaint);

    picture_request result;
    result.venue_id = in.integer("venueId");
    result.option = in.optional_integer("option").value_or(result.option);
    result.zoom = in.number("zoom", result.zoom);

    return finish(std::move(result), complaint);
}

outcome<confirm_request> read_confirm(json::object const& body)
{
    std::string complaint;
    member_reader in(body, "", complaint);

    confirm_request result;
    result.cart_id = in.integer("cartId");

    return finish(std::move(result), complaint);
}

outcome<events_request> read_events(std::string_view query)
{
    auto const fields = parse_form(query);
    if (!fields)
        return bad_request("The query cannot be read");

    events_request result;
    for (auto const& [name, target] : {std::pair("startDate", &result.start_date), {"endDate", &result.end_date}})
    {
        auto const count = count_field(*fields, name);
        if (count > 1)
            return bad_request("The query parameter '" + std::string(name) + "' appears twice");

        *target = field(*fields, name);
        if (count == 1 && !is_date(*target))
            return bad_request("The query parameter '" + std::string(name) + "' must be a date (YYYY-MM-DD)");
    }

    if (!result.start_date.empty() && !result.end_date.empty() && result.start_date > result.end_date)
        return bad_request("The query parameter 'startDate' must not be after 'endDate'");

    return result;
}

} // namespace sandbox
