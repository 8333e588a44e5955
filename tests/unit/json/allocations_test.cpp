// SPDX-License-Identifier: BSL-1.0
// What is allocated: nothing without need.
#include "unit/json/models.hpp"

#include <restbind/core/validation.hpp>

#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <ticketing/v1/models.hpp>
#include <ticketing/v1/validation.hpp>

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

using namespace std::string_literals;

namespace
{

std::atomic<std::size_t> allocations{0};

template <class F>
std::size_t allocations_of(F&& f)
{
    std::size_t const before = allocations.load();
    f();
    return allocations.load() - before;
}

ticketing::v1::AllocateManualSeatsRequest valid_request(std::size_t seats)
{
    ticketing::v1::AllocateManualSeatsRequest request{
        .cart_id = 1, .cart_item_id = 2, .event_session_id = 3, .detail = {}};
    for (std::size_t i = 0; i != seats; ++i)
        request.detail.push_back({static_cast<std::int64_t>(i) + 1, 7, i % 2 == 0});
    return request;
}

json_test::allocated_seats response(std::size_t seats)
{
    json_test::allocated_seats made;
    for (std::size_t i = 0; i != seats; ++i)
    {
        json_test::cart_item_detail one;
        one.rate_id = static_cast<std::int64_t>(i);
        one.amount = restbind::decimal(1990, 2);
        one.seat_properties.category_label =
            "Cat\xC3\xA9gorie \"" + std::to_string(i) + "\" long enough";
        one.seat_properties.tribune_label = "Tribune pr\xC3\xA9sidentielle, gauche";
        made.cart_item_detail.push_back(one);
    }
    return made;
}

} // namespace

// The whole test program counts.
// Not inlined: the compiler would take free() for a mistake where it sees it but not malloc().
[[gnu::noinline]] void* operator new(std::size_t size)
{
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* const memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept
{
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

BOOST_AUTO_TEST_SUITE(json_allocations)

BOOST_AUTO_TEST_CASE(validating_a_valid_request_allocates_nothing)
{
    for (std::size_t const seats : {1u, 10u, 200u})
    {
        auto const request = valid_request(seats);
        bool empty = false;
        BOOST_TEST(allocations_of(
                       [&]
                       {
                           restbind::violations found;
                           validate(request, found);
                           empty = found.empty();
                       }) == 0u);
        BOOST_TEST(empty);
    }
    // A broken rule does allocate, or the counter would not count.
    auto request = valid_request(1);
    request.event_session_id = 0;
    BOOST_TEST(allocations_of(
                   [&]
                   {
                       restbind::violations found;
                       validate(request, found);
                   }) != 0u);
}

BOOST_AUTO_TEST_CASE(writing_allocates_once)
{
    for (std::size_t const seats : {1u, 10u, 200u, 1000u})
    {
        auto const request = valid_request(seats);
        auto const value = response(seats);
        BOOST_TEST(allocations_of([&] { (void)restbind::json::encode(request); }) == 1u);
        BOOST_TEST(allocations_of([&] { (void)restbind::json::encode(value); }) == 1u);
    }
}

BOOST_AUTO_TEST_CASE(writing_into_space_that_is_there_allocates_nothing)
{
    std::string out;
    out.reserve(1000);
    auto const request = valid_request(3);
    BOOST_TEST(allocations_of([&] { (void)restbind::json::encode_to(out, request); }) == 0u);
    BOOST_TEST(out.size() > 100u);
}

BOOST_AUTO_TEST_CASE(reading_allocates_little_more_than_the_value)
{
    auto const value = response(200);
    std::string const text = *restbind::json::encode(value);
    std::size_t const own = allocations_of([&] { auto const copy = value; });
    std::size_t const read =
        allocations_of([&] { (void)restbind::json::decode<json_test::allocated_seats>(text); });
    BOOST_TEST(own >= 400u);
    BOOST_TEST(read <= own + 5);
}

BOOST_AUTO_TEST_CASE(an_array_takes_its_space_early_whatever_its_first_element_says)
{
    using numbers = std::vector<std::int64_t>;
    std::string rest;
    for (int i = 0; i != 2000; ++i)
        rest += ",12345,4,123456";
    rest += "]";
    for (std::string const& first : {"[1"s, "[12345678"s, "[1." + std::string(100, '0')})
    {
        std::string const text = first + rest;
        numbers read;
        std::size_t const count =
            allocations_of([&] { read = restbind::json::decode<numbers>(text).value(); });
        BOOST_TEST(read.size() == 6001u);
        // For the first element, and at most after 1, 8, 64 and 512.
        BOOST_TEST(count <= 5u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
