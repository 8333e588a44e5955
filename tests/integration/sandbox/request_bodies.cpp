// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"

namespace sandbox_tests {

BOOST_FIXTURE_TEST_SUITE(sandbox_request_bodies, sandbox_fixture)

// proves: R7-1, R7-2, A-11
BOOST_AUTO_TEST_CASE(what_is_no_json_object_is_400_and_says_where)
{
    struct expectation
    {
        std::string body;
        std::string_view detail;
    };

    std::string const deep = R"({"detail":)" + std::string(40, '[') + std::string(40, ']') + "}";
    for (auto const& e :
         {expectation{"", "The request body is empty"}, {"[]", "The request body must be a JSON object"},
          {"null", "The request body must be a JSON object"},
          {R"({"cartId":1)", "The request body is not valid JSON at byte 11: incomplete JSON"},
          {R"({"cartId":1} x)", "The request body is not valid JSON at byte 13: text follows the document"},
          {R"({"cartId":1,"cartId":1})",
           "The request body is not valid JSON at byte 19: the member 'cartId' appears twice"},
          {R"({"a":{"b":1,"\u0062":1}})",
           "The request body is not valid JSON at byte 19: the member 'b' appears twice"}})
    {
        auto const r = post(manual_path, e.body);
        BOOST_TEST(stable(r) == problem_text(400, "Bad Request", e.detail, manual_path));
    }

    for (std::string const& bad : {std::string("{'a':1}"), std::string(R"({"a":NaN})"), std::string(R"({"a":01})"),
                                   std::string("{\"a\":\"\xff\"}"), std::string("\xef\xbb\xbf{}"), deep,
                                   std::string(R"({"a":"\ud800"})"), std::string("{\"a\":1}\0", 8)})
        BOOST_TEST(post(manual_path, bad).status == 400U, bad);

    for (int o = 0; o < 6; ++o)
        BOOST_TEST(server.effects(static_cast<sandbox::operation>(o)) == 0U);
}

// proves: R4.1-1, A-10
BOOST_AUTO_TEST_CASE(a_member_of_the_wrong_type_is_named)
{
    auto const check = [&](std::string_view path, std::string_view body, std::string_view detail) {
        BOOST_TEST(stable(post(path, body)) == problem_text(400, "Bad Request", detail, path));
    };

    check(manual_path, R"({"cartId":"1"})", "The member 'cartId' must be an integer");
    check(manual_path, R"({"cartItemId":1.0})", "The member 'cartItemId' must be an integer");
    check(manual_path, R"({"eventSessionId":1e2})", "The member 'eventSessionId' must be an integer");
    check(manual_path, R"({"cartId":9223372036854775808})",
          "The member 'cartId' is out of the range of a 64-bit integer");
    check(manual_path, R"({"detail":{}})", "The member 'detail' must be an array");
    check(manual_path, R"({"detail":[1]})", "The member 'detail[0]' must be an object");
    check(manual_path, R"({"detail":[{"actionSelect":true},{"seatId":true,"actionSelect":true}]})",
          "The member 'detail[1].seatId' must be an integer");
    check(manual_path, R"({"detail":[{"seatId":1,"rateId":1,"actionSelect":1}]})",
          "The member 'detail[0].actionSelect' must be true or false");
    check(manual_path, R"({"detail":[{"seatId":1,"rateId":1}]})", "The member 'detail[0].actionSelect' is missing");
    check(manual_path, R"({"detail":[{"seatId":1,"rateId":1,"actionSelect":null}]})",
          "The member 'detail[0].actionSelect' is missing");
    check(picture_path, R"({"venueId":1,"zoom":"1"})", "The member 'zoom' must be a number");
    check(products_path, R"({"eventId":"x"})", "The member 'eventId' must be an integer");
    check(best_path, R"({"quantity":1})", "The member 'priceCategory' is missing");
    check(best_path, R"({"quantity":1,"priceCategory":1.5})",
          "The member 'priceCategory' must be an integer or a string");
    check(confirm_path, R"({"cartId":[]})", "The member 'cartId' must be an integer");
}

// proves: R4.1-5
BOOST_AUTO_TEST_CASE(shape_comes_before_validation)
{
    BOOST_TEST(post(manual_path, R"({"cartId":-1,"detail":[{"seatId":0,"rateId":"x","actionSelect":true}]})").status ==
               400U);
}

// proves: A-10
BOOST_AUTO_TEST_CASE(the_largest_and_smallest_identifier_are_read)
{
    BOOST_TEST(json_of(post(confirm_path, R"({"cartId":9223372036854775807})")).at("errorCode").as_int64() == 12004);
    BOOST_TEST(json_of(post(confirm_path, R"({"cartId":-9223372036854775808})")).at("errorCode").as_int64() == 12004);
}

// proves: R1-1
BOOST_AUTO_TEST_CASE(the_content_type_must_be_json)
{
    auto fields = as();
    for (std::string const bad : {"", "text/plain", "application/json; charset=latin1", "application/jsonp"})
    {
        fields.back().second = bad;
        BOOST_TEST(stable(send("POST", confirm_path, fields, R"({"cartId":1})")) ==
                   problem_text(400, "Bad Request", "The Content-Type must be application/json", confirm_path));
    }

    for (std::string const good : {"application/json; charset=utf-8", "APPLICATION/JSON ;charset=\"UTF-8\""})
    {
        fields.back().second = good;
        BOOST_TEST(send("POST", confirm_path, fields, R"({"cartId":1})").status == 404U);
    }

    fields.pop_back();
    BOOST_TEST(send("POST", confirm_path, fields, R"({"cartId":1})").status == 400U);
}

// proves: R1-1
BOOST_AUTO_TEST_CASE(a_body_of_1_mib_passes_and_one_byte_more_does_not)
{
    std::string body = R"({"cartId":4711})";
    body.append(1024 * 1024 - body.size(), ' ');
    BOOST_TEST(post(confirm_path, body).status == 404U);

    body += ' ';
    auto const refused = post(confirm_path, body);
    BOOST_TEST(stable(refused) ==
               problem_text(400, "Bad Request", "The request body is larger than 1 MiB", confirm_path));
    BOOST_TEST(!refused.keep_alive);

    // Chunked, so that the size is not known beforehand.
    raw_client client(server.port());
    client.send_bytes("POST " + confirm_path + " HTTP/1.1\r\nHost: x\r\nx-tenant: arena\r\nAuthorization: Bearer " +
                      token() + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
    client.send_bytes("100001\r\n" + body);
    BOOST_TEST(json_of(client.read()).at("detail").as_string() == "The request body is larger than 1 MiB");
}

// proves: R1-1
BOOST_AUTO_TEST_CASE(unknown_members_pass)
{
    auto const r = post(manual_path, R"({"eventSessionId":4500000001,"later":{"x":[1]},"detail":[)"
                                     R"({"seatId":5100000101,"rateId":4600000001,"actionSelect":true,"new":1}]})");
    BOOST_TEST(r.status == 200U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace sandbox_tests
