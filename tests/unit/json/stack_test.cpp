// SPDX-License-Identifier: BSL-1.0
// How much stack readers and writers take, at the deepest nesting that may be asked for.
#include "support/raw.hpp"
#include "unit/json/models.hpp"

#include <restbind/json/boost_json.hpp>
#include <restbind/json/detail/optionals.hpp>
#include <restbind/json/schema/schema.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#if __has_include(<pthread.h>)
#include <pthread.h>
#endif

namespace nested
{

struct left;
struct right;

/** Each level can be read in two ways. */
struct left
{
    std::vector<std::variant<left, right>> next;
    std::int64_t number = 0;
};
struct right
{
    std::vector<std::variant<left, right>> next;
    std::int64_t number = 0;
};
BOOST_DESCRIBE_STRUCT(left, (), (next, number))
BOOST_DESCRIBE_STRUCT(right, (), (next, number))

constexpr std::array<restbind::member, 2> restbind_members(left const*) noexcept
{
    return {{{"next", restbind::presence::required}, {"number", restbind::presence::required}}};
}
constexpr std::array<restbind::member, 2> restbind_members(right const*) noexcept
{
    return {{{"next", restbind::presence::required}, {"number", restbind::presence::required}}};
}

struct any
{
    std::variant<bool, double, std::string, std::vector<any>, std::map<std::string, any>> value;
};
constexpr restbind::wrapper restbind_wrapper(any const*) noexcept
{
    return {};
}

/** A text with levels in each other; `levels` that one opening adds. */
struct shape
{
    std::string_view open, inside, close;
    unsigned levels;

    std::string text(unsigned depth) const
    {
        std::string out;
        for (unsigned i = 0; i < depth; i += levels)
            out += open;
        out += inside;
        for (unsigned i = 0; i < depth; i += levels)
            out += close;
        return out;
    }
};

constexpr shape nodes{R"({"children":[)", "", "]}", 2};
constexpr shape choices{R"({"next":[)", "", R"(],"number":1})", 2};
constexpr shape lists{"[", "1", "]", 1};
constexpr shape objects{R"({"a":)", "1", "}", 1};

/**
 * Runs `what` in a thread with a stack of so many bytes: overflowing it ends the program. The
 * address sanitizer puts space around every variable: for it the stack is four times as large. On
 * s390x a function's frame has 160 bytes for the functions that it calls: twice as large.
 */
void on_stack(std::size_t size, std::function<void()> what)
{
#ifdef RESTBIND_SANITIZED
    size *= 4;
#elif defined(__s390x__)
    size *= 2;
#endif
#if __has_include(<pthread.h>)
    auto const run = [](void* function) -> void*
    {
        (*static_cast<std::function<void()>*>(function))();
        return nullptr;
    };
    pthread_attr_t settings;
    pthread_t thread;
    pthread_attr_init(&settings);
    BOOST_TEST_REQUIRE(pthread_attr_setstacksize(&settings, size) == 0);
    BOOST_TEST_REQUIRE(pthread_create(&thread, &settings, run, &what) == 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&settings);
#else
    static_cast<void>(size); // that of the main thread has to do
    what();
#endif
}

template <class T>
std::string read(shape const& one, unsigned depth, restbind::json::limits const& bounds)
{
    std::string const text = one.text(depth);
    auto const found = restbind::json::decode<T>(text, bounds);
    // Leniently, too, which may be deeper in functions.
    restbind::json::deviations unread;
    T lenient;
    auto const again = restbind::json::detail::read_on(
        restbind::error(restbind::error_kind::invalid_response), text, bounds,
        restbind::json::reading::lenient, &unread, restbind::json::detail::read_into<T>, &lenient);
    BOOST_TEST(again.has_value() == found.has_value());
    BOOST_TEST(unread.count == 0u);
    if (!found)
        return found.error().detail();
    return restbind::json::encode(*found) ? "" : "not written";
}

template <class T>
void check(shape const& one, unsigned depth, restbind::json::limits const& bounds)
{
    BOOST_TEST(read<T>(one, depth, bounds) == "");
    std::string const why = "nested deeper than " + std::to_string(depth) + " levels";
    BOOST_TEST(read<T>(one, depth + 1, bounds) == why);
    BOOST_TEST(read<T>(one, 1'000'000, bounds) == why);
}

void check_all(unsigned depth, restbind::json::limits const& bounds)
{
    check<json_test::node>(nodes, depth, bounds);
    check<left>(choices, depth, bounds);
    check<any>(lists, depth, bounds);
    check<any>(objects, depth, bounds);
    check<boost::json::value>(lists, depth, bounds);
    check<boost::json::value>(objects, depth, bounds);
}

} // namespace nested

BOOST_AUTO_TEST_SUITE(json_stack)

BOOST_AUTO_TEST_CASE(
    no_depth_that_is_asked_for_overflows_a_stack_of_8_megabytes, *boost::unit_test::label("slow"))
{
    nested::on_stack(std::size_t{8} << 20,
        []
        {
            nested::check_all(restbind::json::limits::deepest,
                {.max_depth = (std::numeric_limits<unsigned>::max)()});
            nested::check_all(
                restbind::json::limits::deepest, {.max_depth = restbind::json::limits::deepest});
        });
}

BOOST_AUTO_TEST_CASE(the_depth_of_the_default_fits_a_stack_of_256_kilobytes)
{
    nested::on_stack(std::size_t{256} << 10, [] { nested::check_all(32, {}); });
}

BOOST_AUTO_TEST_CASE(a_value_that_is_skipped_may_be_as_deep)
{
    restbind::json::limits const bounds{.max_depth = (std::numeric_limits<unsigned>::max)()};
    BOOST_TEST(nested::read<json_test::raw>(nested::lists, 1'001, bounds) ==
               "nested deeper than 1000 levels");
    BOOST_TEST(
        restbind::json::decode<json_test::raw>(nested::lists.text(1'000), bounds).has_value());
}

BOOST_AUTO_TEST_CASE(a_schema_that_leads_deep_fits_a_stack_of_a_megabyte)
{
    nested::on_stack(std::size_t{1} << 20,
        []
        {
            restbind::json::schema const rules(
                R"({"items":{"$ref":"#"},"properties":{"a":{"anyOf":[{"$ref":"#"}]}},
                "unevaluatedProperties":true})");
            for (auto const& shape : {nested::lists, nested::objects})
            {
                auto const value = restbind::json::decode<boost::json::value>(
                    shape.text(1'000), {.max_depth = 1'000});
                BOOST_TEST(!rules.accepts(value.value()));
            }
            BOOST_TEST(!restbind::json::schema(R"({"$ref":"#"})").accepts(1));
            auto const deep = restbind::json::schema::read(nested::lists.text(100'000));
            BOOST_TEST(deep.has_error());
        });
}

BOOST_AUTO_TEST_SUITE_END()
