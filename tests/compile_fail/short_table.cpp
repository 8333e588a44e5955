// SPDX-License-Identifier: BSL-1.0
// A table of wire names that leaves a member out is refused, and not with words of the standard library only.
// expect: restbind_members must have one entry for each described member
#include <restbind/json/decode.hpp>

#include <boost/describe/class.hpp>

#include <array>

struct seat
{
    int row = 0;
    int number = 0;
};
BOOST_DESCRIBE_STRUCT(seat, (), (row, number))

#ifdef CORRECT
constexpr std::array<restbind::member, 2> restbind_members(seat const*) noexcept
{
    return {{{"row"}, {"number"}}};
}
#else
constexpr std::array<restbind::member, 1> restbind_members(seat const*) noexcept
{
    return {{{"row"}}};
}
#endif

bool is_seat(std::string_view text)
{
    return restbind::json::decode<seat>(text).has_value();
}
