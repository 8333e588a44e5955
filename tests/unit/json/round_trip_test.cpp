// SPDX-License-Identifier: BSL-1.0
#include "unit/json/models.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using json_test::all_types;
using json_test::allocated_seats;
using json_test::why;
using restbind::json::decode;
using restbind::json::encode;

namespace
{

constexpr std::string_view seats_text =
    R"({"cartId":12,"cartItemId":34,"cartItemDetail":[{"rateId":7,"amount":19.90,"fees":0.00,"seatProperties":)"
    R"({"seatId":101,"categoryId":1,"contingentId":2,"designationId":3,"floorId":4,"blockId":5,"accessId":null,)"
    R"("tribuneId":6,"doorId":null,"categoryLabel":"A","designationLabel":"B","floorLabel":"C","blockLabel":"D",)"
    R"("accessLabel":null,"tribuneLabel":"T","doorLabel":null,"rank":"12","seat":"7b","coordX":1.5,"coordY":-2.25,)"
    R"("status":99,"type":-1,"isNumbered":true,"rotation":0.1}}],"errors":[{"seatId":102,"error":17},)"
    R"({"seatId":103,"error":"E17"}]})";

class maker
{
public:
    std::int64_t integer() { return static_cast<std::int64_t>(random_()) >> (random_() % 64); }
    std::size_t below(std::size_t most) { return static_cast<std::size_t>(random_() % most); }
    bool coin() { return random_() % 2 == 0; }
    double floating()
    {
        return static_cast<double>(integer()) / static_cast<double>(1 + below(1000));
    }
    std::string text()
    {
        std::string out;
        for (std::size_t n = below(40); n != 0; --n)
        {
            static constexpr std::uint32_t ends[] = {0x20, 0x80, 0x800, 0xD800};
            restbind::detail::append_utf8(out, static_cast<std::uint32_t>(below(ends[below(4)])));
        }
        return out;
    }
    all_types value()
    {
        all_types v;
        v.flag = coin();
        v.i8 = static_cast<std::int8_t>(integer());
        v.u8 = static_cast<std::uint8_t>(integer());
        v.i16 = static_cast<std::int16_t>(integer());
        v.u16 = static_cast<std::uint16_t>(integer());
        v.i32 = static_cast<std::int32_t>(integer());
        v.u32 = static_cast<std::uint32_t>(integer());
        v.i64 = integer();
        v.u64 = static_cast<std::uint64_t>(integer());
        v.single = static_cast<float>(floating());
        v.twice = floating();
        v.text = text();
        v.price = restbind::decimal(integer(), static_cast<int>(below(19)));
        v.day = std::chrono::sys_days(std::chrono::days(below(40000)));
        v.moment = std::chrono::sys_time<std::chrono::nanoseconds>(std::chrono::nanoseconds(integer()));
        v.bytes.bytes.resize(below(50), static_cast<unsigned char>(below(256)));
        v.colour = static_cast<json_test::colour>(integer());
        for (std::size_t n = below(20); n != 0; --n)
            v.flags.push_back(coin());
        for (std::size_t n = below(5); n != 0; --n)
            v.counts[text()] = static_cast<int>(below(1000));
        for (std::size_t n = below(5); n != 0; --n)
            v.labels.push_back(coin() ? std::optional<std::string>(text()) : std::nullopt);
        return v;
    }

private:
    std::mt19937_64 random_{20250115};
};

} // namespace

BOOST_AUTO_TEST_SUITE(json_round_trip)

// proves: R4.1-3, A-8, A-9, A-10
BOOST_AUTO_TEST_CASE(the_response_of_allocate_manual_seats_is_read_as_tabled)
{
    auto const response = decode<allocated_seats>(seats_text);
    BOOST_REQUIRE_EQUAL(why(response), "read");
    BOOST_TEST(response->cart_id == 12);
    BOOST_TEST(response->cart_item_id == 34);
    BOOST_REQUIRE(response->cart_item_detail.size() == 1u);
    auto const& detail = response->cart_item_detail[0];
    BOOST_TEST(detail.amount.to_string() == "19.90");
    BOOST_TEST(detail.fees.to_string() == "0.00");
    auto const& seat = detail.seat_properties;
    BOOST_TEST(!seat.access_id.has_value());
    BOOST_TEST(seat.tribune_id.value() == 6);
    BOOST_TEST(!seat.door_label.has_value());
    BOOST_TEST(seat.tribune_label.value() == "T");
    BOOST_TEST(seat.rank == "12");
    BOOST_TEST(seat.coord_y == -2.25);
    BOOST_TEST(seat.status == 99);
    BOOST_TEST(seat.type == -1);
    BOOST_REQUIRE(response->errors.size() == 2u);
    BOOST_TEST(std::get<std::int64_t>(response->errors[0].error) == 17);
    BOOST_TEST(std::get<std::string>(response->errors[1].error) == "E17");
    BOOST_TEST(*encode(*response) == seats_text);
}

// proves: R4.1-3
BOOST_AUTO_TEST_CASE(null_in_a_seat_is_taken_exactly_where_the_table_says)
{
    for (restbind::member const& member :
        restbind_members(static_cast<json_test::seat_properties const*>(nullptr)))
    {
        std::string text(seats_text);
        std::string const name = "\"" + std::string(member.name) + "\":";
        // In the seat's own object: seatId also stands in the errors behind it.
        std::size_t const at = text.find(name, text.find("seatProperties")) + name.size();
        text.replace(at, text.find_first_of(",}", at) - at, "null");
        auto const response = decode<allocated_seats>(text);
        BOOST_TEST(
            response.has_value() == (member.presence == restbind::presence::nullable), member.name);
        if (!response)
            BOOST_TEST(response.error().json_path() ==
                       "cartItemDetail[0].seatProperties." + std::string(member.name));
    }
}

// proves: R4.1-3
BOOST_AUTO_TEST_CASE(a_missing_member_of_a_seat_is_named_with_its_path)
{
    for (restbind::member const& member :
        restbind_members(static_cast<json_test::seat_properties const*>(nullptr)))
    {
        std::string text(seats_text);
        std::string const name = "\"" + std::string(member.name) + "\":";
        text.replace(text.find(name, text.find("seatProperties")), name.size(), "\"other\":");
        auto const response = decode<allocated_seats>(text);
        BOOST_REQUIRE(!response.has_value());
        BOOST_TEST(response.error().json_path() ==
                   "cartItemDetail[0].seatProperties." + std::string(member.name));
        BOOST_TEST(response.error().detail() ==
                   "the required member \"" + std::string(member.name) + "\" is missing");
    }
}

BOOST_AUTO_TEST_CASE(space_between_tokens_changes_nothing)
{
    auto const compact = decode<allocated_seats>(seats_text);
    std::string spaced;
    for (char const c : seats_text)
    {
        bool const token = std::string_view("{}[]:,").find(c) != std::string_view::npos;
        spaced.append(token ? "\n\t " : "").append(1, c).append(token ? " \r\n" : "");
    }
    auto const same = decode<allocated_seats>(spaced);
    BOOST_REQUIRE_EQUAL(why(same), "read");
    BOOST_CHECK(*same == *compact);
}

BOOST_AUTO_TEST_CASE(random_values_of_all_types_read_back)
{
    maker make;
    for (int i = 0; i != 500; ++i)
    {
        all_types const value = make.value();
        auto const text = encode(value);
        BOOST_REQUIRE_EQUAL(why(text), "read");
        auto const back = decode<all_types>(*text);
        BOOST_REQUIRE_EQUAL(why(back), "read");
        BOOST_REQUIRE(*back == value);
        BOOST_REQUIRE(*encode(*back) == *text);
    }
}

BOOST_AUTO_TEST_CASE(damaged_text_is_refused_or_read_but_never_worse)
{
    maker make;
    for (int i = 0; i != 5000; ++i)
    {
        std::string text(seats_text);
        for (std::size_t n = 1 + make.below(3); n != 0; --n)
        {
            std::size_t const at = make.below(text.size());
            switch (make.below(3))
            {
            case 0:
                text[at] = static_cast<char>(static_cast<unsigned char>(make.below(256)));
                break;
            case 1:
                text.erase(at, 1 + make.below(10));
                break;
            default:
                text.insert(at, text.substr(make.below(text.size()), make.below(20)));
                break;
            }
        }
        std::vector<char> const exact(text.begin(), text.end());
        auto const response = decode<allocated_seats>(std::string_view(exact.data(), exact.size()));
        if (!response)
            BOOST_REQUIRE(
                response.error().json_offset() <= text.size() && !response.error().detail().empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()
