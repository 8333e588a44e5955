// SPDX-License-Identifier: BSL-1.0
#include "support/raw.hpp"
#include "unit/json/cases.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/json/detail/open_value.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

using json_test::text_case;
using json_test::text_cases;

namespace
{

using open = boost::json::value;

// The text in a block of exactly its size: the address sanitizer sees one byte too many.
class exact
{
public:
    explicit exact(std::string_view text)
        : bytes_(text.begin(), text.end())
    {
    }
    std::string_view text() const { return {bytes_.data(), bytes_.size()}; }

private:
    std::vector<char> bytes_;
};

bool is_double(text_case const& one)
{
    return one.written.starts_with('~');
}

std::string shown(text_case const& one)
{
    return restbind::printable(one.text.substr(0, 200));
}

template <class T>
std::string outcome(std::string_view text)
{
    auto const value = restbind::json::decode<T>(text);
    if (!value)
        return "refused @" + std::to_string(value.error().json_offset());
    return *restbind::json::encode(*value);
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_cases)

BOOST_AUTO_TEST_CASE(there_are_at_least_300_cases)
{
    BOOST_TEST(std::size(text_cases) >= 300u);
    for (char const kind : {'y', 'n', 'i'})
        BOOST_TEST(std::ranges::count(text_cases, kind, &text_case::kind) >= 20);
}

BOOST_AUTO_TEST_CASE(each_text_gives_its_value_or_is_refused_at_its_place)
{
    for (text_case const& one : text_cases)
    {
        if (is_double(one))
            continue;
        std::string const expected = one.written.empty() ? "refused @" + std::to_string(one.offset)
                                                         : std::string(one.written);
        BOOST_TEST(
            outcome<open>(exact(one.text).text()) == expected, one.kind << ' ' << shown(one));
    }
}

BOOST_AUTO_TEST_CASE(each_double_is_the_nearest_one)
{
    for (text_case const& one : text_cases)
    {
        if (!is_double(one))
            continue;
        double const expected = std::strtod(std::string(one.written.substr(1)).c_str(), nullptr);
        double const read = restbind::json::decode<double>(exact(one.text).text()).value();
        BOOST_TEST(std::memcmp(&read, &expected, sizeof read) == 0, shown(one));
    }
}

BOOST_AUTO_TEST_CASE(what_is_only_skipped_is_refused_at_the_same_place)
{
    for (text_case const& one : text_cases)
        if (one.kind == 'n')
            BOOST_TEST(outcome<json_test::raw>(exact(one.text).text()) ==
                           "refused @" + std::to_string(one.offset),
                shown(one));
}

BOOST_AUTO_TEST_CASE(each_case_is_the_same_inside_an_array)
{
    for (text_case const& one : text_cases)
    {
        bool const complete = one.kind == 'y';
        std::string const inside = "[" + std::string(one.text) + "]";
        bool const taken = restbind::json::is_json(exact(inside).text(), {.max_depth = 100});
        // A text that is refused alone may be taken in an array: `1,2`.
        if (complete)
            BOOST_TEST(taken, shown(one));
    }
}

BOOST_AUTO_TEST_SUITE_END()
