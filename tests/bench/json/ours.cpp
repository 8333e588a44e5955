// SPDX-License-Identifier: BSL-1.0
// The generated models of the ticketing service, read and written by this project.
#include "contestant.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <ticketing/v1/models.hpp>
#include <ticketing/v1/operations.hpp>
#include <ticketing/v1/validation.hpp>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

namespace bench
{

namespace
{

using ticketing::v1::AllocateManualSeatsRequest;
using ticketing::v1::AllocateManualSeatsResponse;

plain::seat_properties to_plain(ticketing::v1::SeatProperties const& from)
{
    return {from.seat_id, from.category_id, from.contingent_id, from.designation_id, from.floor_id,
        from.block_id, from.access_id, from.tribune_id, from.door_id, from.category_label,
        from.designation_label, from.floor_label, from.block_label, from.access_label,
        from.tribune_label, from.door_label, from.rank, from.seat, from.coord_x, from.coord_y,
        from.status, from.type, from.is_numbered, from.rotation};
}

plain::response to_plain(AllocateManualSeatsResponse const& from)
{
    plain::response to{from.cart_id, from.cart_item_id, {}, {}};
    for (auto const& each : from.cart_item_detail)
        to.cartItemDetail.push_back({each.rate_id, each.amount.to_double(), each.fees.to_double(),
            to_plain(each.seat_properties)});
    for (auto const& each : from.errors)
        to.errors.push_back({each.seat_id, std::get<std::string>(each.error)});
    return to;
}

plain::request to_plain(AllocateManualSeatsRequest const& from)
{
    plain::request to{from.cart_id, from.cart_item_id, from.event_session_id, {}};
    for (auto const& each : from.detail)
        to.detail.push_back({each.seat_id, each.rate_id, each.action_select});
    return to;
}

template <class T>
T read(std::string_view text)
{
    auto value = restbind::json::decode<T>(text);
    require(value.has_value(), "decode/ours");
    return std::move(*value);
}

} // namespace

void require(bool right, std::string_view task_name)
{
    if (right)
        return;
    std::fprintf(stderr, "json: %.*s gives a wrong result\n", static_cast<int>(task_name.size()),
        task_name.data());
    std::exit(1);
}

bool reads_as(std::string_view text, plain::response const& expected)
{
    auto const value = restbind::json::decode<AllocateManualSeatsResponse>(text);
    return value && to_plain(*value) == expected;
}

bool reads_as(std::string_view text, plain::request const& expected)
{
    auto const value = restbind::json::decode<AllocateManualSeatsRequest>(text);
    return value && to_plain(*value) == expected;
}

samples make_samples()
{
    samples all;
    auto const add = [&](std::string name, std::size_t seats, layout style)
    {
        std::string text = make_response(seats, style);
        plain::response expected = to_plain(read<AllocateManualSeatsResponse>(text));
        all.responses.push_back({std::move(name), std::move(text), std::move(expected)});
    };
    add("response_1", 1, layout::compact);
    add("response_10", 10, layout::compact);
    add("response_200", 200, layout::compact);
    add("response_5000", 5000, layout::compact);
    add("response_200_indented", 200, layout::indented);
    add("response_200_shuffled", 200, layout::shuffled);
    add("response_200_unknown", 200, layout::unknown);
    add("response_200_null_rich", 200, layout::null_rich);
    add("response_200_null_poor", 200, layout::null_poor);
    for (std::size_t const seats : {1u, 10u, 200u})
    {
        std::string text = make_request(seats);
        plain::request expected = to_plain(read<AllocateManualSeatsRequest>(text));
        all.requests.push_back(
            {"request_" + std::to_string(seats), std::move(text), std::move(expected)});
    }
    return all;
}

void add_ours(std::vector<task>& to, samples const& from)
{
    for (sample const& each : from.responses)
    {
        add_decode(
            to, "ours", each.name, each.text,
            [](std::string const& text)
            { return restbind::json::decode<AllocateManualSeatsResponse>(text); },
            [&](auto const& value) { return value && to_plain(*value) == each.expected; });
        auto const value = std::make_shared<AllocateManualSeatsResponse>(
            read<AllocateManualSeatsResponse>(each.text));
        add_encode(
            to, "ours", each.name, [value] { return std::move(*restbind::json::encode(*value)); },
            [&](std::string const& text) { return reads_as(text, each.expected); });
    }
    for (request_sample const& each : from.requests)
    {
        add_decode(
            to, "ours", each.name, each.text,
            [](std::string const& text)
            { return restbind::json::decode<AllocateManualSeatsRequest>(text); },
            [&](auto const& value) { return value && to_plain(*value) == each.expected; });
        auto const value = std::make_shared<AllocateManualSeatsRequest>(
            read<AllocateManualSeatsRequest>(each.text));
        add_encode(
            to, "ours", each.name, [value] { return std::move(*restbind::json::encode(*value)); },
            [&](std::string const& text) { return reads_as(text, each.expected); });
        to.push_back({"validate/" + each.name + "/ours", each.text.size(),
            [value]
            {
                restbind::violations found;
                validate(*value, found);
                require(found.empty(), "validate");
                keep(found);
            },
            {}});
    }
    static std::string const problem(problem_text());
    add_decode(
        to, "ours", "problem", problem,
        [](std::string const& text)
        { return restbind::json::decode_problem(text, ticketing::v1::problem_members); },
        [](auto const& value) { return value && value->errors.size() == 2; });
}

} // namespace bench
