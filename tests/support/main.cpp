// SPDX-License-Identifier: BSL-1.0
// The one file of each test program that holds Boost.Test itself.
#define BOOST_TEST_MODULE restbind
#include <boost/test/included/unit_test.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace
{

/// Leaves out all cases but those of one part; parts are counted from 0.
class part_filter : public boost::unit_test::test_tree_visitor
{
public:
    part_filter(unsigned part, unsigned parts)
        : part_(part)
        , parts_(parts)
    {
    }

    /// Whether the part has no case.
    bool is_empty() const { return seen_ <= part_; }

private:
    void visit(boost::unit_test::test_case const& one) override
    {
        if (one.is_enabled() && seen_++ % parts_ != part_)
            boost::unit_test::framework::get<boost::unit_test::test_case>(one.p_id)
                .p_run_status.value = boost::unit_test::test_unit::RS_DISABLED;
    }

    unsigned part_;
    unsigned parts_;
    unsigned seen_ = 0;
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
        unsigned part = 0;
        unsigned parts = 0;
        if (std::sscanf(given, "%u/%u", &part, &parts) != 2 || part == 0 || part > parts)
            throw std::invalid_argument(
                std::string("RESTBIND_TEST_PART is not of the form 1/2: ").append(given));
        part_filter filter(part - 1, parts);
        boost::unit_test::traverse_test_tree(
            boost::unit_test::framework::master_test_suite(), filter);
        if (filter.is_empty())
            throw std::invalid_argument(
                std::string("RESTBIND_TEST_PART leaves no case: ").append(given));
    }
};

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(chosen_part);
