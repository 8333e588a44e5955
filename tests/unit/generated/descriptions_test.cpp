// SPDX-License-Identifier: BSL-1.0
// Generated structures are described and can be compared: what is written for Boost.Describe works
// with them.
#include <ticketing/v1/models.hpp>

#include <boost/describe/bases.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>
#include <boost/test/unit_test.hpp>

#include <concepts>
#include <optional>
#include <string>

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

BOOST_AUTO_TEST_CASE(structures_are_equal_if_all_members_are)
{
    using ticketing::v1::AllocateManualSeatsRequest;
    AllocateManualSeatsRequest const request{.event_session_id = 1, .detail = {{.seat_id = 2}}};
    AllocateManualSeatsRequest other = request;
    BOOST_TEST((request == other));
    other.detail[0].seat_id = 3;
    BOOST_TEST((request != other));
    BOOST_TEST((std::optional(request) == request));
    BOOST_TEST(std::equality_comparable<AllocateManualSeatsRequest>);
}

BOOST_AUTO_TEST_SUITE_END()
