// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/bytes.hpp>

#include <boost/test/unit_test.hpp>

using restbind::file;

BOOST_AUTO_TEST_SUITE(core_file)

BOOST_AUTO_TEST_CASE(only_the_content_must_be_given)
{
    file const one{.content = "bytes"};
    BOOST_TEST(one.content == "bytes");
    BOOST_TEST(one.name.empty());
    BOOST_TEST(one.content_type.empty());
    BOOST_TEST(one.headers.empty());
}

BOOST_AUTO_TEST_CASE(files_are_equal_in_all_that_they_hold)
{
    file const one{.content = "a", .name = "n", .content_type = "t/t", .headers = {{"X-A", "1"}}};
    BOOST_TEST((one == file(one)));
    for (auto const change : {+[](file& f) { f.content = "b"; }, +[](file& f) { f.name = "m"; },
             +[](file& f) { f.content_type = "t/u"; }, +[](file& f) { f.headers[0].second = "2"; }})
    {
        file other = one;
        change(other);
        BOOST_TEST((one != other));
    }
}

BOOST_AUTO_TEST_CASE(content_may_hold_any_byte)
{
    file const one{.content = std::string("\0\xFF\r\n", 4)};
    BOOST_TEST(one.content.size() == 4u);
    BOOST_TEST((one != file{.content = "\0"}));
}

BOOST_AUTO_TEST_SUITE_END()
