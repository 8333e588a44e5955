// SPDX-License-Identifier: BSL-1.0
#include "checks.hpp"
#include "finding.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <ticketing/v1/models.hpp>

#include <boost/json/parse.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <variant>
#include <vector>

namespace fuzz
{

namespace
{

// Takes values from bytes; zeros when there are no more.
class byte_source
{
public:
    explicit byte_source(std::string_view bytes)
        : left_(bytes)
    {
    }
    template <class T>
    T number()
    {
        T value{};
        std::size_t const size = std::min(sizeof value, left_.size());
        if (size != 0)
            std::memcpy(&value, left_.data(), size);
        left_.remove_prefix(size);
        return value;
    }
    bool flag() { return (number<unsigned char>() & 1u) != 0; }
    std::string text()
    {
        std::size_t const wanted = number<unsigned char>();
        std::size_t const size = std::min(wanted, left_.size());
        std::string made(left_.substr(0, size));
        left_.remove_prefix(size);
        return made;
    }
    std::size_t count() { return left_.empty() ? 0 : number<unsigned char>() % 5u; }
    restbind::decimal price()
    {
        return restbind::decimal(number<std::int64_t>(), number<unsigned char>() % 19);
    }
    double real()
    {
        // Every bit pattern, and numbers with few digits, which are written in another way.
        if (flag())
            return number<double>();
        return static_cast<double>(number<std::int64_t>() >> (number<unsigned char>() % 64u)) / 1e4;
    }
    template <class T>
    std::optional<T> maybe(T value)
    {
        return flag() ? std::optional<T>(std::move(value)) : std::nullopt;
    }

private:
    std::string_view left_;
};

ticketing::v1::SeatProperties make_seat(byte_source& from)
{
    ticketing::v1::SeatProperties made;
    made.seat_id = from.number<std::int64_t>();
    made.floor_id = from.number<std::int32_t>();
    made.access_id = from.maybe(from.number<std::int64_t>());
    made.category_label = from.text();
    made.floor_label = from.text();
    made.door_label = from.maybe(from.text());
    made.coord_x = from.real();
    made.coord_y = from.real();
    made.is_numbered = from.flag();
    return made;
}

ticketing::v1::AllocateManualSeatsResponse make_response(byte_source& from)
{
    ticketing::v1::AllocateManualSeatsResponse made;
    made.cart_id = from.number<std::int64_t>();
    for (std::size_t n = from.count(); n != 0; --n)
        made.cart_item_detail.push_back(
            {from.number<std::int16_t>(), from.price(), from.price(), make_seat(from)});
    for (std::size_t n = from.count(); n != 0; --n)
    {
        ticketing::v1::SeatError error;
        error.seat_id = from.number<std::int64_t>();
        if (from.flag())
            error.error = from.text();
        else
            error.error = from.number<std::int64_t>();
        made.errors.push_back(std::move(error));
    }
    return made;
}

template <class T>
void check(T const& value, std::string_view bytes)
{
    std::string written = "before";
    auto const done = restbind::json::encode_to(written, value);
    if (!done)
    {
        require(written == "before", "a refused value left something behind", bytes);
        std::string_view const why = done.error().detail();
        require(why == "a string is not valid UTF-8" || why == "NaN has no form in JSON" ||
                    why == "an infinity has no form in JSON",
            "refused for no known reason", why);
        return;
    }
    require(written.starts_with("before"), "what stood before is lost", written);
    std::string_view const text = std::string_view(written).substr(6);
    auto const again = restbind::json::decode<T>(text);
    require(again.has_value(), "what was written is not read", text);
    require(*again == value, "reads back as another value", text);
    require(*restbind::json::encode(*again) == text, "written differently the second time", text);
    boost::system::error_code ec;
    boost::json::parse(boost::json::string_view(text.data(), text.size()), ec);
    require(
        !ec || ec == boost::json::error::exponent_overflow, "Boost.JSON does not take it", text);
}

} // namespace

void check_writing(std::string_view bytes)
{
    byte_source from(bytes);
    check(make_response(from), bytes);
    check(std::vector<double>{from.real(), from.real(), from.real()}, bytes);
    check(std::vector<float>{from.number<float>(), from.number<float>()}, bytes);
    check(std::map<std::string, std::optional<std::string>>{{from.text(), from.text()},
              {from.text(), std::nullopt}},
        bytes);
    ticketing::v1::AllocateProductsRequest request;
    request.product_id = from.number<std::int64_t>();
    request.event_id = from.maybe(from.number<std::int64_t>());
    request.event_session_id = from.maybe(from.number<std::int64_t>());
    check(request, bytes);
}

} // namespace fuzz
