// SPDX-License-Identifier: BSL-1.0
// Generated structures are described as BOOST_DESCRIBE_STRUCT describes them: what is written for
// Boost.Describe works with them.
#include <restbind/core/detail/described.hpp>
#include <ticketing/v1/models.hpp>

#include <boost/describe/bases.hpp>
#include <boost/describe/class.hpp>
#include <boost/describe/members.hpp>
#include <boost/describe/operators.hpp>
#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>
#include <boost/test/unit_test.hpp>

#include <concepts>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace describing
{

RESTBIND_DESCRIBED_NAMESPACE;

struct by_boost
{
    int first = 1;
    std::string second{};
};
BOOST_DESCRIBE_STRUCT(by_boost, (), (first, second))

struct by_us
{
    int first = 1;
    std::string second{};
};
RESTBIND_DESCRIBE_STRUCT(by_us, (), (first, second))

struct empty
{
};
RESTBIND_DESCRIBE_STRUCT(empty, (), ())

struct tree
{
    int value = 0;
    std::vector<tree> children{};
};
RESTBIND_DESCRIBE_STRUCT(tree, (), (value, children))

// Whoever names the member is warned, and nobody else.
RESTBIND_USES_DEPRECATED_BEGIN
struct old
{
    [[deprecated]] int number = 0;
};
RESTBIND_DESCRIBE_STRUCT(old, (), (number))
RESTBIND_USES_DEPRECATED_END

struct plain
{
};

} // namespace describing

namespace
{

namespace describe = boost::describe;
namespace mp11 = boost::mp11;

/// The names of all members, with a space behind each.
template <class T, unsigned Modifiers>
std::string names_of()
{
    std::string names;
    mp11::mp_for_each<describe::describe_members<T, Modifiers>>(
        [&](auto member) { names.append(member.name).append(" "); });
    return names;
}

template <class T>
std::string streamed(T const& value)
{
    using describe::operators::operator<<;
    std::ostringstream out;
    out << value;
    return out.str();
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_descriptions)

BOOST_AUTO_TEST_CASE(the_members_of_a_generated_structure_are_listed)
{
    using ticketing::v1::SeatOperation;
    BOOST_TEST((names_of<SeatOperation, describe::mod_any_access>()) ==
               "seat_id rate_id action_select ");
    BOOST_TEST((names_of<SeatOperation, describe::mod_private>()) == "");
    BOOST_TEST((names_of<SeatOperation, describe::mod_public | describe::mod_inherited>()) ==
               "seat_id rate_id action_select ");
    BOOST_TEST(describe::has_describe_bases<SeatOperation>::value);
    BOOST_TEST(describe::has_describe_members<SeatOperation>::value);
    using bases = describe::describe_bases<SeatOperation, describe::mod_any_access>;
    BOOST_TEST(mp11::mp_empty<bases>::value);
}

BOOST_AUTO_TEST_CASE(a_description_is_that_of_boost)
{
    using describing::by_boost;
    using describing::by_us;
    using describing::empty;
    BOOST_TEST((names_of<by_us, describe::mod_any_access>()) ==
               (names_of<by_boost, describe::mod_any_access>()));
    BOOST_TEST((std::is_same_v<describe::describe_bases<by_us, describe::mod_any_access>,
        describe::describe_bases<by_boost, describe::mod_any_access>>));
    BOOST_TEST((std::is_same_v<describe::describe_members<by_us, describe::mod_protected>,
        describe::describe_members<by_boost, describe::mod_protected>>));
    BOOST_TEST(streamed(by_us{}) == streamed(by_boost{}));
    BOOST_TEST((names_of<empty, describe::mod_any_access>()) == "");
    BOOST_TEST((names_of<describing::old, describe::mod_any_access>()) == "number ");
    BOOST_TEST(describe::has_describe_bases<by_us>::value);
    BOOST_TEST(!describe::has_describe_bases<describing::plain>::value);
}

BOOST_AUTO_TEST_CASE(structures_are_equal_if_all_members_are)
{
    using describing::by_us;
    using describing::tree;
    BOOST_TEST((by_us{1, "a"} == by_us{1, "a"}));
    BOOST_TEST((by_us{1, "a"} != by_us{2, "a"}));
    BOOST_TEST((by_us{1, "a"} != by_us{1, "b"}));
    BOOST_TEST((describing::empty{} == describing::empty{}));
    BOOST_TEST((tree{1, {{2}, {3}}} == tree{1, {{2}, {3}}}));
    BOOST_TEST((tree{1, {{2}, {3}}} != tree{1, {{2}, {4}}}));
    BOOST_TEST((std::optional(by_us{1, "a"}) == by_us{1, "a"}));
    BOOST_TEST(std::equality_comparable<ticketing::v1::AllocateManualSeatsRequest>);
    BOOST_TEST(!std::equality_comparable<describing::plain>);
}

BOOST_AUTO_TEST_SUITE_END()
