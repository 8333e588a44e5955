// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/problem.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using restbind::problem_details;
using restbind::problem_format;
using restbind::validation_error;

BOOST_AUTO_TEST_SUITE(core_problem)

BOOST_AUTO_TEST_CASE(a_problem_is_of_the_kind_about_blank_to_begin_with)
{
    problem_details const none;
    BOOST_TEST(none.type == "about:blank"); // RFC 9457, section 4.2.1
    BOOST_TEST(none.status == 0);
    BOOST_TEST((none.shape == restbind::errors_shape::none));
    BOOST_TEST(!none.instance);
    BOOST_TEST(none.errors.empty());
    BOOST_TEST(none.extensions.empty());
}

BOOST_AUTO_TEST_CASE(problems_are_equal_in_all_that_they_hold)
{
    problem_details one;
    one.title = "Conflict";
    one.status = 409;
    one.error_code = 13001;
    one.errors = {{"a", "b"}};
    one.shape = restbind::errors_shape::list;
    one.extensions = {{"x", "1"}};
    BOOST_TEST((one == problem_details(one)));
    for (auto const change :
        {+[](problem_details& p) { p.type = "x"; }, +[](problem_details& p) { p.title.clear(); },
            +[](problem_details& p) { p.status = 410; },
            +[](problem_details& p) { p.detail = "x"; },
            +[](problem_details& p) { p.instance.emplace(); },
            +[](problem_details& p) { p.error_code.reset(); },
            +[](problem_details& p) { p.error_count = 1; },
            +[](problem_details& p) { p.errors[0].message = "c"; },
            +[](problem_details& p) { p.shape = restbind::errors_shape::map; },
            +[](problem_details& p) { p.trace_id.emplace(); },
            +[](problem_details& p) { p.timestamp.emplace(); },
            +[](problem_details& p) { p.timestamp_text.emplace(); },
            +[](problem_details& p) { p.extensions.clear(); }})
    {
        problem_details other = one;
        change(other);
        BOOST_TEST((one != other));
    }
}

BOOST_AUTO_TEST_CASE(the_plain_format_names_nothing_but_the_parts_of_an_error)
{
    constexpr problem_format plain = restbind::plain_problem_format;
    BOOST_TEST(plain.code.empty());
    BOOST_TEST(plain.error_count.empty());
    BOOST_TEST(plain.errors.empty());
    BOOST_TEST(plain.trace_id.empty());
    BOOST_TEST(plain.timestamp.empty());
    BOOST_TEST(plain.error_field == "pointer"); // as in the example of RFC 9457
    BOOST_TEST(plain.error_message == "detail");
    BOOST_TEST((plain != problem_format{.code = "errorCode"}));
}

BOOST_AUTO_TEST_CASE(few_errors_take_one_allocation)
{
    std::vector<validation_error> errors;
    restbind::detail::add_error(errors).field = "a";
    validation_error const* const first = errors.data();
    for (int i = 1; i != 4; ++i)
        restbind::detail::add_error(errors).field = std::to_string(i);
    BOOST_TEST(errors.data() == first);
    BOOST_TEST(errors[3].field == "3");
    restbind::detail::add_error(errors);
    BOOST_TEST(errors.size() == 5u);
    BOOST_TEST(errors[0].field == "a");
}

BOOST_AUTO_TEST_SUITE_END()
