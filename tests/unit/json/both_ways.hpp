// SPDX-License-Identifier: BSL-1.0
// Objects are read in two ways: one of its own by a plan, an element of an array by code for its
// type.
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/reading.hpp>

#include <boost/test/unit_test.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace json_test
{

/** restbind::json::decode in both ways, which must come to the same: value, or place and reason. */
template <class T>
restbind::result<T> decode_both_ways(std::string_view text, restbind::json::limits const& bounds = {})
{
    auto const one = restbind::json::decode<T>(text, bounds);
    restbind::json::limits wider = bounds;
    ++wider.max_depth;
    auto const many = restbind::json::decode<std::vector<T>>("[" + std::string(text) + "]", wider);
    BOOST_TEST_CONTEXT(text)
    {
        BOOST_TEST(one.has_value() == many.has_value());
        if (one && many)
        {
            BOOST_TEST(many->size() == 1u);
            if constexpr (std::equality_comparable<T>)
                BOOST_CHECK(many->at(0) == *one);
        }
        else if (restbind::error const own = one.error(), element = many.error();
                 own.detail().find("the end of the text") == std::string::npos)
        {
            std::string const path = own.json_path();
            bool const has_name = !path.empty() && path.front() != '[';
            BOOST_TEST(element.json_path() == "[0]" + std::string(has_name ? "." : "") + path);
            BOOST_TEST(element.json_offset() == own.json_offset() + 1);
            BOOST_TEST(element.detail() == own.detail());
        }
    }
    return one;
}

} // namespace json_test
