// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/secret.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

using restbind::secret;

namespace
{

constexpr std::string_view canary = "canary-0123456789-abcdefghijklmnopqrstuvwxyz";

// Hands out memory from a block that stays readable after it is given back.
struct visible_memory
{
    static inline std::array<char, 1024> block{};
    static inline std::size_t used = 0;
    static inline std::size_t given_back = 0;

    static void start()
    {
        block.fill('?');
        used = 0;
        given_back = 0;
    }
    static std::size_t copies_of(std::string_view text)
    {
        std::size_t count = 0;
        std::string_view const all(block.data(), block.size());
        for (auto at = all.find(text); at != std::string_view::npos; at = all.find(text, at + 1))
            ++count;
        return count;
    }
};

template <class T>
struct visible_allocator
{
    using value_type = T;

    T* allocate(std::size_t size)
    {
        T* const place = visible_memory::block.data() + visible_memory::used;
        visible_memory::used += size;
        BOOST_REQUIRE(visible_memory::used <= visible_memory::block.size());
        return place;
    }
    void deallocate(T*, std::size_t) { ++visible_memory::given_back; }
};

// What a string owns, also behind its end.
std::string_view owned_bytes(char const* memory, std::size_t size)
{
    return {memory, size};
}

using visible_bytes =
    std::vector<char, restbind::wiping_allocator<char, visible_allocator<char>>>;

visible_bytes bytes_of(std::string_view text)
{
    return {text.begin(), text.end()};
}

std::string_view view(visible_bytes const& bytes)
{
    return {bytes.data(), bytes.size()};
}

} // namespace

BOOST_AUTO_TEST_SUITE(core_secret)

BOOST_AUTO_TEST_CASE(a_variable_that_is_not_set_is_an_empty_secret)
{
    char const* const unset = std::getenv("RESTBIND_A_VARIABLE_THAT_NOBODY_SETS");
    BOOST_TEST_REQUIRE(unset == nullptr);
    BOOST_TEST(secret(unset).empty());
    BOOST_TEST(secret(nullptr).empty());
    BOOST_TEST(secret("").empty());
    BOOST_TEST(secret("x").reveal() == "x");
}

// proves: R5-5
BOOST_AUTO_TEST_CASE(memory_is_wiped_before_it_is_given_back)
{
    visible_memory::start();
    {
        visible_bytes const bytes = bytes_of(canary);
        BOOST_TEST(visible_memory::copies_of(canary) == 1u);
        BOOST_TEST(visible_memory::used == canary.size());
        BOOST_TEST(view(bytes) == canary);
    }
    BOOST_TEST(visible_memory::given_back == 1u);
    BOOST_TEST(visible_memory::copies_of(canary.substr(0, 4)) == 0u);
    BOOST_CHECK(std::all_of(visible_memory::block.begin(),
        visible_memory::block.begin() + std::ptrdiff_t(canary.size()),
        [](char c) { return c == '\0'; }));
}

// proves: R5-5
BOOST_AUTO_TEST_CASE(growing_leaves_no_second_copy)
{
    visible_memory::start();
    visible_bytes bytes = bytes_of(canary);
    bytes.push_back('!');
    BOOST_TEST(visible_memory::given_back == 1u);
    BOOST_TEST(visible_memory::copies_of(canary) == 1u);
    BOOST_TEST(visible_memory::copies_of(canary.substr(0, 4)) == 1u);
}

// proves: R5-5
BOOST_AUTO_TEST_CASE(moving_leaves_no_second_copy)
{
    visible_memory::start();
    {
        visible_bytes first = bytes_of(canary);
        visible_bytes second(std::move(first));
        visible_bytes third;
        third = std::move(second);
        BOOST_TEST(visible_memory::copies_of(canary) == 1u);
        BOOST_TEST(view(third) == canary);
    }
    BOOST_TEST(visible_memory::copies_of(canary) == 0u);
    BOOST_TEST(visible_memory::given_back == 1u);
}

// proves: R5-5
BOOST_AUTO_TEST_CASE(reassigning_wipes_what_was_there)
{
    visible_memory::start();
    visible_bytes bytes = bytes_of(canary);
    bytes = bytes_of("other");
    BOOST_TEST(visible_memory::copies_of(canary) == 0u);
    BOOST_TEST(view(bytes) == "other");
}

BOOST_AUTO_TEST_CASE(the_allocator_serves_other_elements)
{
    using numbers = std::vector<std::uint32_t, restbind::wiping_allocator<std::uint32_t>>;
    restbind::wiping_allocator<char> const of_bytes;
    numbers const made({1, 2}, of_bytes);
    BOOST_TEST(made.size() == 2u);
    using rebound = std::allocator_traits<restbind::wiping_allocator<char>>::rebind_alloc<std::uint32_t>;
    static_assert(std::is_same_v<rebound, restbind::wiping_allocator<std::uint32_t>>);
}

// proves: R5-5
BOOST_AUTO_TEST_CASE(memory_is_wiped_without_an_assembler_too)
{
    std::array<char, 8> memory{'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'};
    restbind::detail::wipe_by_volatile_stores(memory.data() + 1, 6);
    BOOST_TEST(std::string_view(memory.data(), memory.size()) == std::string_view("a\0\0\0\0\0\0h", 8));
    restbind::detail::wipe_by_volatile_stores(nullptr, 0);
}

BOOST_AUTO_TEST_CASE(a_secret_that_is_assigned_to_itself_keeps_its_bytes)
{
    secret one("text");
    auto& self = one;
    one = std::move(self);
    BOOST_TEST(one.reveal() == "text");
}

// proves: R5-5
BOOST_AUTO_TEST_CASE(wiping_a_string_clears_all_that_it_owns)
{
    std::string text(canary);
    text.resize(3); // the rest still stands behind the end
    char const* const memory = text.data();
    std::size_t const size = text.capacity();
    BOOST_REQUIRE(owned_bytes(memory, size).find(canary.substr(4)) != std::string_view::npos);
    restbind::wipe(text);
    BOOST_TEST(text.empty());
    BOOST_CHECK(text.data() == memory);
    BOOST_TEST(owned_bytes(memory, size) == std::string(size, '\0'));
}

// proves: R5-5
BOOST_AUTO_TEST_CASE(a_string_that_is_taken_over_is_wiped)
{
    for (std::string_view const text : {canary, std::string_view("short")})
    {
        std::string source(text);
        char const* const memory = source.data();
        std::size_t const size = source.size();
        secret const taken(std::move(source));
        BOOST_TEST(taken.reveal() == text);
        BOOST_TEST(source.empty());
        BOOST_CHECK(source.data() == memory);
        BOOST_TEST(owned_bytes(memory, size) == std::string(size, '\0'));
    }
}

BOOST_AUTO_TEST_CASE(a_secret_is_never_copied_by_accident)
{
    static_assert(!std::is_copy_constructible_v<secret>);
    static_assert(!std::is_copy_assignable_v<secret>);
    static_assert(std::is_nothrow_move_constructible_v<secret>);
    static_assert(!std::is_convertible_v<secret, std::string_view>);
    static_assert(!std::is_convertible_v<std::string, secret>);
    secret const one("text");
    secret const two = one.clone();
    BOOST_TEST(two.reveal() == "text");
    BOOST_CHECK(two.reveal().data() != one.reveal().data());
}

BOOST_AUTO_TEST_CASE(a_moved_from_secret_is_empty)
{
    secret one("text");
    secret const two = std::move(one);
    BOOST_TEST(one.empty());
    BOOST_TEST(two.size() == 4u);
}

// proves: R5-5
// survives: X6
BOOST_AUTO_TEST_CASE(printing_shows_stars_only)
{
    std::ostringstream out;
    out << secret(canary) << secret();
    BOOST_TEST(out.str() == "******");
}

BOOST_AUTO_TEST_CASE(secrets_compare_by_all_their_bytes)
{
    BOOST_CHECK(secret("text") == secret("text"));
    BOOST_CHECK(!(secret("text") == secret("tex")));
    BOOST_CHECK(!(secret("text") == secret("Text")));
    BOOST_CHECK(!(secret("text") == secret("texT")));
    BOOST_CHECK(secret() == secret(""));
}

BOOST_AUTO_TEST_SUITE_END()
