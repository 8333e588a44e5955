// SPDX-License-Identifier: BSL-1.0
// JSON as a server writes it: what a client only reads is there.
#include <restbind/testing/detail/server_json.hpp>

#include <restbind/core/nullable.hpp>
#include <restbind/testing/fake_service.hpp>

#include <golden/directions.hpp>

#include <boost/describe/class.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace server_json
{

using restbind::access_mode;
using restbind::presence;

struct seat
{
    std::int64_t id = 0;
    std::string pin{};
    std::optional<bool> sold{};
};
BOOST_DESCRIBE_STRUCT(seat, (), (id, pin, sold))
constexpr std::array<restbind::member, 3> restbind_members(seat const*) noexcept
{
    return {{{"id", presence::required, access_mode::read_only},
        {"pin", presence::required, access_mode::write_only},
        {"sold", presence::optional, access_mode::read_only}}};
}

struct hall
{
    std::vector<seat> seats{};
    std::optional<seat> best{};
    restbind::nullable<seat> worst{};
    restbind::nullable<seat> last{};
    std::variant<std::string, seat> door{};
    std::map<std::string, seat> more{};
};
BOOST_DESCRIBE_STRUCT(hall, (), (seats, best, worst, last, door, more))
constexpr std::array<restbind::member, 6> restbind_members(hall const*) noexcept
{
    return {{{"seats"}, {"best", presence::optional}, {"worst", presence::nullable},
        {"last", presence::optional_nullable}, {"door"},
        {.name = "", .presence = presence::additional_properties}}};
}

} // namespace server_json

using restbind::testing::detail::encode_as_server;

BOOST_AUTO_TEST_SUITE(testing_server_json)

BOOST_AUTO_TEST_CASE(members_that_a_client_only_reads_are_written_at_every_depth)
{
    using server_json::hall;
    using server_json::seat;
    seat const free{.id = 7, .pin = "1234"};
    BOOST_TEST(encode_as_server(free) == R"({"id":7})");
    BOOST_TEST(encode_as_server(hall{}) == R"({"seats":[],"worst":null,"door":""})");
    hall full{.seats = {free, seat{.id = 8, .pin = {}, .sold = true}}, .best = free, .door = free};
    full.worst = free;
    full.last = restbind::null;
    full.more = {{"a\"b", free}};
    BOOST_TEST(encode_as_server(full) ==
               R"({"seats":[{"id":7},{"id":8,"sold":true}],"best":{"id":7},"worst":{"id":7},)"
               R"("last":null,"door":{"id":7},"a\"b":{"id":7}})");
}

BOOST_AUTO_TEST_CASE(a_typed_response_of_a_fake_has_what_a_client_only_reads)
{
    namespace api = golden::directions;
    restbind::testing::fake_service fake;
    api::User ann{.id = 7, .name = "Ann", .password = "correct horse"};
    ann.created = restbind::parse_timestamp("2030-01-01T00:00:00Z").value();
    fake.on<api::operations::add_user>().then(ann);
    api::client const client(fake.executor(), fake.options(), {});
    auto const added = fake.blocking<api::blocking_client>(client).add_user(ann);
    BOOST_REQUIRE_MESSAGE(added, added.error().message());
    BOOST_TEST(added->id == 7);
    BOOST_TEST((added->created == ann.created));
    BOOST_TEST(added->password == "");
}

BOOST_AUTO_TEST_SUITE_END()
