// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"

#include "products.hpp"
#include "seats.hpp"
#include "store.hpp"

#include <atomic>
#include <thread>

namespace sandbox_tests {
namespace {

constexpr int workers = 8;

/// Calls `work(worker)` on all workers at about the same time and waits for them.
template <class Work>
void at_once(Work const& work)
{
    std::atomic<int> ready{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < workers; ++i)
    {
        threads.emplace_back([&, i] {
            ++ready;
            for (int spin = 0; spin < 1000 && ready < workers; ++spin)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            work(i);
        });
    }
    for (auto& thread : threads)
        thread.join();
}

} // namespace

BOOST_AUTO_TEST_SUITE(sandbox_races)

// proves: R4.3-5, R4.1-3
BOOST_AUTO_TEST_CASE(without_a_network_in_between_the_store_holds_too)
{
    // The network spreads requests out so far that a missing lock is hardly ever seen; here nothing does.
    auto content = default_scenario();
    for (auto& p : content.products)
    {
        if (p.product_id == world::photo)
            p.stock = 20000;
    }
    sandbox::world const known(content);
    sandbox::store state(known);
    sandbox::caller const who{world::kiosk, "arena", known.configuration(world::kiosk, "arena")};

    sandbox::products_request product;
    product.cart_id = world::cart;
    product.product_id = world::photo;
    product.quantity = 1;

    std::atomic<int> sold{0};
    std::atomic<int> held{0};
    at_once([&](int) {
        for (int i = 0; i < 4000; ++i)
        {
            sold += allocate_products(known, state, who, product).index() == 0 ? 1 : 0;

            sandbox::manual_seats_request seats;
            seats.event_session_id = world::session_2;
            seats.detail = {{5100000101 + i % 12, 4600000001, true}};
            auto const response = allocate_manual_seats(known, state, who, seats, false);
            held += std::get<std::string>(response).find("\"errors\":[]") != std::string::npos ? 1 : 0;
        }
    });

    auto const lock = state.lock();
    BOOST_TEST(state.items_of(*state.find_cart(who, world::cart)).size() == 20003U);
    BOOST_TEST(sold == 20000);
    BOOST_TEST(state.stock(world::photo, 0)->value() == 0);
    BOOST_TEST(held == 12);
    BOOST_TEST(state.taken_seats(world::session_2) == 12U);
}

// proves: R4.3-5
BOOST_AUTO_TEST_CASE(a_stock_is_sold_exactly_once)
{
    auto content = default_scenario();
    for (auto& p : content.products)
    {
        if (p.product_id == world::photo)
            p.stock = 100;
    }
    sandbox_fixture const service(std::move(content));
    auto const fields = service.as();
    std::string const body = R"({"cartId":4800000001,"productId":4700000005,"quantity":3})";

    std::atomic<int> sold{0};
    std::atomic<int> refused{0};
    std::atomic<int> other{0};
    at_once([&](int) {
        raw_client client(service.server.port());
        for (int i = 0; i < 10; ++i)
        {
            auto const r = client.send("POST", products_path, fields, body);
            sold += r.status == 200 ? 3 : 0;
            refused += r.status == 409 ? 1 : 0;
            other += r.status != 200 && r.status != 409 ? 1 : 0;
        }
    });

    // 33 times 3; the last one that is left is too few for anybody.
    BOOST_TEST(sold == 99);
    BOOST_TEST(refused == workers * 10 - 33);
    BOOST_TEST(other == 0);
    BOOST_TEST(service.server.stock(world::photo).value() == 1);
    BOOST_TEST(service.server.effects(sandbox::operation::allocate_products) == 33U);
}

// proves: R4.1-3
BOOST_AUTO_TEST_CASE(a_seat_is_held_by_exactly_one)
{
    sandbox_fixture const service;
    auto const fields = service.as();

    std::atomic<int> held{0};
    std::atomic<int> taken{0};
    at_once([&](int) {
        raw_client client(service.server.port());
        for (int i = 1; i <= 10; ++i)
        {
            auto const seat = std::to_string(5100000100 + i);
            auto const r = client.send("POST", manual_path, fields,
                                       R"({"eventSessionId":4500000002,"detail":[{"seatId":)" + seat +
                                           R"(,"rateId":4600000001,"actionSelect":true}]})");
            held += r.body.find("\"cartItemDetail\":[{") != std::string::npos ? 1 : 0;
            taken += r.body.find("\"error\":102") != std::string::npos ? 1 : 0;
        }
    });

    BOOST_TEST(held == 10);
    BOOST_TEST(taken == (workers - 1) * 10);
    BOOST_TEST(service.server.taken_seats(world::session_2) == 10U);
}

// proves: R4.4-2, R4.4-3
BOOST_AUTO_TEST_CASE(best_seats_never_overlap_and_a_cart_is_confirmed_once)
{
    sandbox_fixture const service;
    auto const fields = service.as();

    std::atomic<int> held{0};
    std::atomic<int> confirmed{0};
    at_once([&](int) {
        raw_client client(service.server.port());
        for (int i = 0; i < 2; ++i)
        {
            auto const r = client.send(
                "POST", best_path, fields,
                R"({"sessionId":4500000002,"catalogId":4550000001,"quantity":2,"priceCategory":"Premium"})");
            held += r.status == 200 ? 2 : 0;
        }
        confirmed += client.send("POST", confirm_path, fields, R"({"cartId":4800000001})").status == 200 ? 1 : 0;
    });

    BOOST_TEST(held == 24);
    BOOST_TEST(service.server.taken_seats(world::session_2) == 24U);
    BOOST_TEST(confirmed == 1);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace sandbox_tests
