// SPDX-License-Identifier: BSL-1.0
// The one file of each test program that holds Boost.Test itself.
#define BOOST_TEST_MODULE restbind
#include <boost/test/included/unit_test.hpp>

#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace
{

/// Leaves out all cases but those of one part.
class part_filter : public boost::unit_test::test_tree_visitor
{
public:
    part_filter(std::size_t part, std::size_t parts)
        : part_(part)
        , parts_(parts)
    {
    }

private:
    void visit(boost::unit_test::test_case const& one) override
    {
        if (one.is_enabled() && seen_++ % parts_ != part_)
            boost::unit_test::framework::get<boost::unit_test::test_case>(one.p_id)
                .p_run_status.value = boost::unit_test::test_unit::RS_DISABLED;
    }

    std::size_t part_;
    std::size_t parts_;
    std::size_t seen_ = 0;
};

/// With RESTBIND_TEST_PART=2/3 a program runs every third of the cases that were chosen, from the
/// second one on: its parts can run side by side.
struct chosen_part
{
    chosen_part()
    {
        char const* const given = std::getenv("RESTBIND_TEST_PART");
        if (!given)
            return;
        std::string const text = given;
        std::size_t const part = std::stoul(text);
        std::size_t const parts = std::stoul(text.substr(text.find('/') + 1));
        if (part == 0 || part > parts)
            throw std::invalid_argument("RESTBIND_TEST_PART is not of the form 1/2");
        part_filter filter(part - 1, parts);
        boost::unit_test::traverse_test_tree(
            boost::unit_test::framework::master_test_suite(), filter);
    }
};

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(chosen_part);
