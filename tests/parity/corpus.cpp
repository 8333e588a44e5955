// SPDX-License-Identifier: BSL-1.0
#include "parity/corpus.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>

namespace parity {
namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// Draws values that lie on and beside the limits much more often than anywhere else.
class draw
{
public:
    explicit draw(std::uint32_t seed)
        : engine_(seed)
    {}

    /// A number from 0 to `limit` - 1. The engine's output is the same everywhere; std's distributions are not.
    std::size_t below(std::size_t limit) { return engine_() % limit; }

    bool chance(std::size_t percent) { return below(100) < percent; }

    std::int64_t id()
    {
        constexpr std::array<std::int64_t, 12> edges{
            smallest, -4'000'000'000, -1, 0, 0, 1, 1, 2, 4711, 4'294'967'296, 9'007'199'254'740'993, largest};
        return chance(50) ? positive() : edges[below(edges.size())];
    }

    std::int64_t positive() { return static_cast<std::int64_t>(1 + below(100'000)); }

    double zoom()
    {
        double const inside = 0.2 + 4.8 * static_cast<double>(below(4801)) / 4800.0;
        std::array<double, 12> const edges{-1.0, -0.0, 0.0, 0.1999999, 0.2, std::nextafter(0.2, 0.0),
            std::nextafter(0.2, 1.0), 5.0, std::nextafter(5.0, 0.0), std::nextafter(5.0, 6.0), 1e300, -1e300};
        return chance(40) ? inside : edges[below(edges.size())];
    }

    std::optional<std::int64_t> maybe_id() { return chance(50) ? std::optional(id()) : std::nullopt; }

private:
    std::mt19937 engine_;
};

template <class Request, class Make>
std::vector<Request> filled_up(std::vector<Request> requests, std::size_t count, std::uint32_t seed, Make make)
{
    draw random(seed);
    while (requests.size() < count)
        requests.push_back(make(random));
    return requests;
}

} // namespace

std::vector<api::AllocateManualSeatsRequest> manual_seats(std::size_t count)
{
    std::vector<api::AllocateManualSeatsRequest> const by_hand{
        {},
        {.event_session_id = 1, .detail = {{.seat_id = 1, .rate_id = 1, .action_select = true}}},
        {.event_session_id = 1, .detail = {{.seat_id = 1, .rate_id = 1, .action_select = false}}},
        {.cart_item_id = 1, .event_session_id = 1, .detail = {{.seat_id = 1, .rate_id = 0, .action_select = false}}},
        {.cart_id = -1, .cart_item_id = -1, .event_session_id = -1, .detail = {}},
        {.cart_id = -1, .cart_item_id = 0, .event_session_id = 0,
            .detail = {{.seat_id = 0, .rate_id = 0, .action_select = false},
                {.seat_id = -1, .rate_id = 1, .action_select = true}}},
        {.cart_id = largest, .cart_item_id = largest, .event_session_id = largest,
            .detail = {{.seat_id = largest, .rate_id = largest, .action_select = true}}},
        {.cart_id = smallest, .cart_item_id = smallest, .event_session_id = smallest,
            .detail = {{.seat_id = smallest, .rate_id = smallest, .action_select = false}}},
    };
    return filled_up(by_hand, count, 1, [](draw& random) {
        api::AllocateManualSeatsRequest request;
        bool const careful = random.chance(25);
        request.cart_id = careful ? 0 : random.id();
        request.cart_item_id = careful ? 0 : random.id();
        request.event_session_id = careful ? random.positive() : random.id();
        for (std::size_t i = random.below(6); i > 0; --i)
        {
            bool const select = careful || random.chance(50);
            request.detail.push_back({.seat_id = careful ? random.positive() : random.id(),
                .rate_id = careful ? random.positive() : random.id(), .action_select = select});
        }
        return request;
    });
}

std::vector<api::VenuePictureRequest> pictures(std::size_t count)
{
    using option = api::VenuePictureRequestOption;
    std::vector<api::VenuePictureRequest> const by_hand{
        {},
        {.venue_id = 1},
        {.venue_id = 1, .option = option{799}},
        {.venue_id = 1, .option = option{800}},
        {.venue_id = 1, .option = option{801}},
        {.venue_id = 1, .option = option{802}},
        {.venue_id = 0, .option = option{-1}, .zoom = 0.0},
        {.venue_id = 1, .zoom = 0.2},
        {.venue_id = 1, .zoom = 5.0},
        {.venue_id = 1, .zoom = 5.0000001},
    };
    return filled_up(by_hand, count, 2, [](draw& random) {
        constexpr std::array<std::int64_t, 8> options{799, 800, 800, 801, 801, 802, 0, -800};
        api::VenuePictureRequest request{.venue_id = random.id()};
        if (random.chance(70))
            request.option = option{options[random.below(options.size())]};
        if (random.chance(70))
            request.zoom = random.zoom();
        return request;
    });
}

std::vector<api::AllocateProductsRequest> products(std::size_t count)
{
    std::vector<api::AllocateProductsRequest> const by_hand{
        {},
        {.cart_id = 1, .product_id = 1, .quantity = 1},
        {.cart_id = 1, .product_id = 1, .quantity = 0},
        {.cart_id = 1, .product_id = 0, .quantity = 0},
        {.cart_id = 1, .product_id = 1, .quantity = 1, .event_id = 1},
        {.cart_id = 1, .product_id = 1, .quantity = 1, .event_session_id = 1},
        {.cart_id = 1, .product_id = 1, .quantity = 1, .event_id = 1, .event_session_id = 1},
        {.cart_id = 0, .product_id = -1, .quantity = smallest, .event_id = 0},
    };
    return filled_up(by_hand, count, 3, [](draw& random) {
        bool const careful = random.chance(40);
        return api::AllocateProductsRequest{
            .cart_id = careful ? random.positive() : random.id(),
            .product_id = careful ? random.positive() : random.id(),
            .quantity = careful ? random.positive() : random.id(),
            .event_id = random.maybe_id(),
            .event_session_id = random.maybe_id()};
    });
}

std::vector<api::AllocateBestSeatsRequest> best_seats(std::size_t count)
{
    std::vector<api::AllocateBestSeatsRequest> const by_hand{
        {.price_category = 0}, // without one there is nothing that could be sent
        {.session_id = 1, .catalog_id = 1, .quantity = 1, .price_category = 1},
        {.session_id = 1, .catalog_id = 1, .quantity = 10, .price_category = "A"},
        {.session_id = 1, .catalog_id = 1, .quantity = 11, .price_category = "\xC3\xA9\"\\\n"},
        {.session_id = -1, .catalog_id = smallest, .quantity = largest, .price_category = ""},
    };
    return filled_up(by_hand, count, 4, [](draw& random) {
        api::AllocateBestSeatsRequest request;
        request.session_id = random.id();
        request.catalog_id = random.id();
        request.quantity = random.chance(60) ? static_cast<std::int64_t>(random.below(13)) : random.id();
        if (random.chance(50))
            request.price_category = std::to_string(random.below(1000));
        else
            request.price_category = random.id();
        return request;
    });
}

} // namespace parity
