// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/error_codes.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <string>

namespace
{

enum class stage_code
{
    dark = 7,
    flooded = 9
};

constexpr std::array<restbind::error_code_info<stage_code, 2>, 2> stage_codes{{
    {stage_code::dark, "dark", {400, 409}, "openStage", "The stage has no light."},
    {stage_code::flooded, "flooded", {503, 0}, "openStage", "The stage is under water."},
}};

constexpr restbind::error_code_category<stage_codes> stage{"stage", 0x51A6E};

} // namespace

BOOST_AUTO_TEST_SUITE(core_error_codes)

BOOST_AUTO_TEST_CASE(a_code_has_the_condition_of_the_table_as_its_message)
{
    BOOST_TEST(stage.find(9).message() == "The stage is under water.");
    BOOST_TEST(stage.find(9).value() == static_cast<int>(stage_code::flooded));
    BOOST_TEST(std::string(stage.find(9).category().name()) == "stage");
}

BOOST_AUTO_TEST_CASE(a_code_that_the_table_lacks_is_kept)
{
    BOOST_TEST(stage.find(8).value() == 8);
    BOOST_TEST(stage.find(8).message() == "error code 8");
    BOOST_TEST(stage.find(std::int64_t{std::numeric_limits<int>::max()} + 1).value() == -1);
}

BOOST_AUTO_TEST_CASE(copies_in_two_libraries_are_one_category)
{
    constexpr restbind::error_code_category<stage_codes> copy{"stage", 0x51A6E};
    BOOST_CHECK(copy.find(7) == stage.find(7));
}

BOOST_AUTO_TEST_SUITE_END()
