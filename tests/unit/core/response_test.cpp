// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/response.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <variant>

using restbind::binary_body;
using restbind::no_content;
using restbind::redirect;
using restbind::response;

BOOST_AUTO_TEST_SUITE(core_response)

BOOST_AUTO_TEST_CASE(a_response_with_one_status_knows_it_by_its_type)
{
    static_assert(response<201, std::string>::status() == 201);
    response<201, std::string> const one{"created"};
    BOOST_TEST(one.status() == 201);
    BOOST_TEST(one.body == "created");
}

BOOST_AUTO_TEST_CASE(a_response_with_one_of_several_statuses_holds_the_one_that_came)
{
    response<restbind::status_2xx, std::string> const one{"x", 206};
    BOOST_TEST(one.status() == 206);
    BOOST_TEST((response<restbind::default_status, no_content>{}.status()) == 0);
}

BOOST_AUTO_TEST_CASE(responses_are_equal_in_body_and_status)
{
    BOOST_TEST((response<200, int>{1} == response<200, int>{1}));
    BOOST_TEST((response<200, int>{1} != response<200, int>{2}));
    using any = response<restbind::status_4xx, int>;
    BOOST_TEST((any{1, 404} == any{1, 404}));
    BOOST_TEST((any{1, 404} != any{1, 410}));
    BOOST_TEST((any{1, 404} != any{2, 404}));
}

BOOST_AUTO_TEST_CASE(responses_of_several_statuses_are_alternatives_of_a_variant)
{
    std::variant<response<200, int>, response<202, no_content>> const one =
        response<202, no_content>{};
    BOOST_TEST(std::visit([](auto const& each) { return each.status(); }, one) == 202);
}

BOOST_AUTO_TEST_CASE(the_bytes_of_a_binary_body_are_seen_as_characters)
{
    binary_body const body{"image/png", {0x89, 'P', 0, 0xFF}};
    BOOST_TEST(body.text() == std::string_view("\x89P\0\xFF", 4));
    BOOST_TEST(body.text().data() == static_cast<void const*>(body.bytes.data()));
    BOOST_TEST(binary_body{}.text().empty());
    BOOST_TEST((body != binary_body{"image/png", {0x89}}));
    BOOST_TEST((body != binary_body{"image/gif", body.bytes}));
}

BOOST_AUTO_TEST_CASE(redirects_are_equal_in_status_and_location)
{
    BOOST_TEST((redirect{302, "/a"} == redirect{302, "/a"}));
    BOOST_TEST((redirect{302, "/a"} != redirect{303, "/a"}));
    BOOST_TEST((redirect{302, "/a"} != redirect{302, "/b"}));
}

BOOST_AUTO_TEST_SUITE_END()
