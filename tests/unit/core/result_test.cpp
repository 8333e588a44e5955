// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/result.hpp>

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using restbind::error;
using restbind::error_kind;
using restbind::result;

namespace
{

// Counts how many of its kind exist.
struct counted
{
    explicit counted(int* live)
        : live_(live)
    {
        ++*live_;
    }
    counted(counted const& other) noexcept
        : live_(other.live_)
    {
        ++*live_;
    }
    counted& operator=(counted const&) = delete;
    ~counted() { --*live_; }

    int* live_;
};

// Stays where it was made.
struct immovable
{
    immovable() = default;
    immovable(immovable&&) = delete;
};

// May throw when it is moved.
struct restless
{
    restless() = default;
    restless(restless&&) noexcept(false) {}
    restless& operator=(restless&&) noexcept(false) { return *this; }
};

error const cancelled(error_kind::cancelled);

} // namespace

BOOST_AUTO_TEST_SUITE(core_result)

BOOST_AUTO_TEST_CASE(it_holds_a_value_to_begin_with)
{
    result<int> const r;
    BOOST_TEST(r.has_value());
    BOOST_TEST(!r.has_error());
    BOOST_TEST(*r == 0);
    static_assert(!std::is_default_constructible_v<result<counted>>);
}

BOOST_AUTO_TEST_CASE(it_is_made_of_what_converts_to_its_value)
{
    result<std::string> const text = "text";
    BOOST_TEST(text.value() == "text");
    result<std::shared_ptr<int const>> const shared = std::make_shared<int>(7);
    BOOST_TEST(**shared == 7);
    static_assert(!std::is_convertible_v<std::size_t, result<std::string>>);
}

BOOST_AUTO_TEST_CASE(it_makes_its_value_in_place)
{
    result<std::string> const dashes(std::in_place, 3u, '-');
    BOOST_TEST(*dashes == "---");
    result<std::string> const nothing(std::in_place);
    BOOST_TEST(nothing->empty());
}

BOOST_AUTO_TEST_CASE(its_error_is_of_no_kind_when_there_is_a_value)
{
    result<int> const r = 7;
    BOOST_CHECK(r.error() == error_kind::none);
    BOOST_CHECK(result<void>().error() == error_kind::none);
}

BOOST_AUTO_TEST_CASE(its_error_is_a_reference_while_the_result_lives_and_a_value_when_it_ends)
{
    using text = result<std::string>;
    using nothing = result<void>;
    static_assert(std::is_same_v<decltype(std::declval<text&>().error()), error const&>);
    static_assert(std::is_same_v<decltype(std::declval<text const&>().error()), error const&>);
    static_assert(std::is_same_v<decltype(std::declval<text>().error()), error>);
    static_assert(std::is_same_v<decltype(std::declval<text const>().error()), error>);
    static_assert(std::is_same_v<decltype(std::declval<nothing&>().error()), error const&>);
    static_assert(std::is_same_v<decltype(std::declval<nothing const&>().error()), error const&>);
    static_assert(std::is_same_v<decltype(std::declval<nothing>().error()), error>);
    static_assert(std::is_same_v<decltype(std::declval<nothing const>().error()), error>);

    text const refused = error(error_kind::cancelled, "said so");
    auto const& detail = refused.error().detail();
    BOOST_TEST(detail == "said so");
    BOOST_TEST(&detail == &refused.error().detail());
    error const& kept = text(refused).error();
    BOOST_TEST(kept.detail() == "said so");
    BOOST_CHECK(text("a value").error() == error_kind::none);
    BOOST_TEST(nothing(refused.error()).error().detail() == "said so");
}

BOOST_AUTO_TEST_CASE(there_is_no_address_of_a_value_beside_an_error)
{
    result<std::string> r = cancelled;
    BOOST_TEST(r.operator->() == nullptr);
    BOOST_TEST(std::as_const(r).operator->() == nullptr);
    BOOST_TEST(!r);
    BOOST_CHECK(r.error() == error_kind::cancelled);
}

BOOST_AUTO_TEST_CASE(every_way_to_ask_an_error_for_its_value_throws)
{
    auto const tells = [](restbind::exception const& e)
    { return e.error() == error_kind::cancelled; };
    result<std::string> r = cancelled;
    BOOST_CHECK_EXCEPTION((void)r.value(), restbind::exception, tells);
    BOOST_CHECK_EXCEPTION((void)std::as_const(r).value(), restbind::exception, tells);
    BOOST_CHECK_EXCEPTION((void)std::move(r).value(), restbind::exception, tells);
    BOOST_CHECK_EXCEPTION(result<void>(cancelled).value(), restbind::exception, tells);
}

BOOST_AUTO_TEST_CASE(a_value_is_moved_out_of_a_result_that_ends)
{
    result<std::unique_ptr<int>> r = std::make_unique<int>(7);
    std::unique_ptr<int> const taken = *std::move(r);
    BOOST_TEST(*taken == 7);
    BOOST_TEST(!*r);
    r = result<std::unique_ptr<int>>(std::make_unique<int>(8));
    BOOST_TEST(*std::move(r).value() == 8);
}

BOOST_AUTO_TEST_CASE(a_moved_error_keeps_its_kind)
{
    result<std::unique_ptr<int>> from = cancelled;
    result<std::unique_ptr<int>> const to = std::move(from);
    BOOST_TEST(to.has_error());
    BOOST_CHECK(to.error() == error_kind::cancelled);
}

BOOST_AUTO_TEST_CASE(assigning_ends_what_was_there)
{
    int live = 0;
    {
        result<counted> r(std::in_place, &live);
        result<counted> const other(r);
        BOOST_TEST(live == 2);
        r = cancelled;
        BOOST_TEST(live == 1);
        BOOST_CHECK(r.error() == error_kind::cancelled);
        r = other;
        BOOST_TEST(live == 2);
        BOOST_TEST(r.has_value());
        r = result<counted>(cancelled);
        BOOST_TEST(live == 1);
        result<counted> const failed = r;
        BOOST_CHECK(failed.error() == error_kind::cancelled);
    }
    BOOST_TEST(live == 0);
}

BOOST_AUTO_TEST_CASE(assigning_it_to_itself_changes_nothing)
{
    result<std::string> r = "text";
    auto& same = r;
    r = same;
    BOOST_TEST(*r == "text");
    r = std::move(same);
    BOOST_TEST(*r == "text");
}

// A value that holds a result of its own kind.
struct link
{
    std::string name;
    std::vector<result<link>> next;
};

BOOST_AUTO_TEST_CASE(a_part_of_its_own_value_can_be_assigned)
{
    std::string const name(50, 'n');
    for (bool const moved : {false, true})
    {
        result<link> r = link{"first", {link{name, {}}}};
        if (moved)
            r = std::move(r->next.front());
        else
            r = r->next.front();
        BOOST_TEST(r->name == name);
        BOOST_TEST(r->next.empty());
    }
    result<link> failed = link{"first", {error(error_kind::cancelled, name)}};
    failed = failed->next.front().error();
    BOOST_TEST(failed.error().detail() == name);
}

BOOST_AUTO_TEST_CASE(braces_bring_it_back_to_what_it_holds_to_begin_with)
{
    result<std::string> r = error(error_kind::cancelled);
    r = {};
    BOOST_TEST_REQUIRE(r.has_value());
    BOOST_TEST(r->empty());
}

BOOST_AUTO_TEST_CASE(it_copies_and_assigns_only_what_can_be)
{
    static_assert(std::is_copy_constructible_v<result<std::string>>);
    static_assert(!std::is_copy_constructible_v<result<std::unique_ptr<int>>>);
    static_assert(std::is_nothrow_move_constructible_v<result<std::string>>);
    static_assert(std::is_nothrow_move_assignable_v<result<std::string>>);
    static_assert(!std::is_nothrow_move_constructible_v<result<restless>>);
    static_assert(!std::is_move_constructible_v<result<immovable>>);
    // An assignment that fails half-way would leave neither a value nor an error.
    static_assert(!std::is_move_assignable_v<result<restless>>);
    static_assert(std::is_assignable_v<result<restless>&, error>);
    static_assert(std::is_copy_assignable_v<result<void>>);
    BOOST_TEST(result<restless>().has_value());
}

BOOST_AUTO_TEST_SUITE_END()
