// SPDX-License-Identifier: BSL-1.0
// The bytes of a request: line, headers, credentials, length and a small body.
#include <restbind/http/request_head.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace
{

namespace http = restbind::http;
using restbind::location;
using http::verb;
using restbind::secret;

http::request_head const plain("api.example.com", "kiosk/1");
constexpr std::string_view common = "Host: api.example.com\r\nUser-Agent: kiosk/1\r\n";

/// Head and body in one text.
std::string bytes(http::request_head const& writer, http::request const& what,
    std::string_view authorization = {}, http::selected_credentials const& shown = {})
{
    std::string memory;
    auto const out = writer.write(memory, what, authorization, shown);
    return std::string(out.head) + std::string(out.body);
}

http::request asking(verb method, std::string target = "/seats")
{
    http::request what;
    what.method = method;
    what.target = std::move(target);
    return what;
}

http::credential credential(location place, std::string wire)
{
    http::credential made;
    made.place = place;
    made.wire = secret(std::move(wire));
    return made;
}

template <class... Credentials>
http::selected_credentials showing(Credentials const&... all)
{
    http::selected_credentials shown;
    ((shown.credentials[shown.count++] = &all), ...);
    return shown;
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_request_head)

BOOST_AUTO_TEST_CASE(a_request_without_content_is_its_head)
{
    auto what = asking(verb::get, "/seats?id=7");
    what.headers.add_unchecked("Accept", "application/json");
    BOOST_TEST(bytes(plain, what) == "GET /seats?id=7 HTTP/1.1\r\n" + std::string(common) +
                                         "Accept: application/json\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(no_user_agent_is_sent_where_there_is_none)
{
    BOOST_TEST(bytes(http::request_head("[::1]:8080", ""), asking(verb::get)) ==
               "GET /seats HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(the_requests_own_user_agent_takes_the_place_of_the_clients)
{
    auto what = asking(verb::get);
    what.headers.add_unchecked("User-Agent", "browser/2");
    constexpr std::string_view expected =
        "GET /seats HTTP/1.1\r\nHost: api.example.com\r\nUser-Agent: browser/2\r\n\r\n";
    BOOST_TEST(bytes(plain, what) == expected);
    auto const key = credential(location::header, "X-Key: k\r\n");
    BOOST_TEST(bytes(plain, what, {}, showing(key)).find("kiosk/1") == std::string::npos);

    auto later = asking(verb::get);
    later.headers.add_unchecked("X-Note", "User-Agent: none");
    BOOST_TEST(bytes(plain, later).find("User-Agent: kiosk/1") != std::string::npos);
    later.headers.add_unchecked("User-Agent", "browser/2");
    BOOST_TEST(bytes(plain, later).find("kiosk/1") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_length_is_told_where_there_may_be_a_body)
{
    for (auto const& [method, is_told] : {std::pair(verb::get, false), std::pair(verb::head, false),
             std::pair(verb::delete_, false), std::pair(verb::options, false),
             std::pair(verb::trace, false), std::pair(verb::connect, false),
             std::pair(verb::post, true), std::pair(verb::put, true), std::pair(verb::patch, true)})
    {
        auto what = asking(method);
        BOOST_TEST((bytes(plain, what).find("\r\nContent-Length: 0\r\n\r\n") != std::string::npos) ==
                   is_told);
        what.body = "{}";
        BOOST_TEST(bytes(plain, what) == std::string(to_string(method)) + " /seats HTTP/1.1\r\n" +
                                             std::string(common) + "Content-Length: 2\r\n\r\n{}");
    }
}

BOOST_AUTO_TEST_CASE(responses_to_head_and_connect_have_no_content)
{
    std::string memory;
    for (auto const& [method, has_none] : {std::pair(verb::get, false), std::pair(verb::post, false),
             std::pair(verb::head, true), std::pair(verb::connect, true)})
        BOOST_TEST(plain.write(memory, asking(method), {}).response_has_no_content == has_none);
}

BOOST_AUTO_TEST_CASE(a_small_body_stands_behind_the_head_and_a_large_one_stays_where_it_is)
{
    constexpr std::size_t most = http::request_head::max_copied_body;
    for (std::size_t const size : {std::size_t{1}, most, most + 1, std::size_t{1} << 20})
    {
        auto what = asking(verb::post);
        what.body.assign(size, 'x');
        std::string memory;
        auto const out = plain.write(memory, what, {});
        BOOST_TEST(out.head.data() == memory.data());
        BOOST_TEST(out.head.ends_with("\r\n\r\n") == (size > most));
        BOOST_TEST(out.body.size() == (size > most ? size : 0));
        if (size > most)
            BOOST_TEST(out.body.data() == what.body.data());
        else
            BOOST_TEST(out.head.ends_with("\r\n\r\n" + what.body));
    }
}

BOOST_AUTO_TEST_CASE(an_authorization_is_the_last_header_in_front_of_the_length)
{
    auto what = asking(verb::post);
    what.headers.add_unchecked("Accept", "*/*");
    BOOST_TEST(bytes(plain, what, "Authorization: Bearer t\r\n") ==
               "POST /seats HTTP/1.1\r\n" + std::string(common) +
                   "Accept: */*\r\nAuthorization: Bearer t\r\nContent-Length: 0\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(credentials_go_to_query_cookie_and_header)
{
    auto const key = credential(location::query, "key=1");
    auto const other_key = credential(location::query, "other=2");
    auto const session = credential(location::cookie, "session=3");
    auto const second_session = credential(location::cookie, "second=4");
    auto const header = credential(location::header, "X-Key: 5\r\n");
    auto what = asking(verb::get);
    what.headers.add_unchecked("Accept", "*/*");
    BOOST_TEST(bytes(plain, what, "Authorization: Bearer t\r\n",
                   showing(key, session, header, other_key)) ==
               "GET /seats?key=1&other=2 HTTP/1.1\r\n" + std::string(common) +
                   "Cookie: session=3\r\nAccept: */*\r\nX-Key: 5\r\nAuthorization: Bearer t\r\n\r\n");
    // All cookies are one header.
    what.target = "/seats?id=7";
    what.headers.add_unchecked("Cookie", "own=0");
    what.headers.add_unchecked("X-Last", "y");
    BOOST_TEST(bytes(plain, what, {}, showing(key, session, second_session)) ==
               "GET /seats?id=7&key=1 HTTP/1.1\r\n" + std::string(common) +
                   "Accept: */*\r\nCookie: own=0; session=3; second=4\r\nX-Last: y\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(the_memory_of_an_earlier_request_serves_the_next_one)
{
    std::string memory;
    auto what = asking(verb::post);
    what.body.assign(1000, 'x');
    static_cast<void>(plain.write(memory, what, "Authorization: Bearer t\r\n"));
    char const* const place = memory.data();
    what.body = "y";
    auto const out = plain.write(memory, what, {});
    BOOST_TEST(out.head.data() == place);
    BOOST_TEST(out.head == "POST /seats HTTP/1.1\r\n" + std::string(common) +
                               "Content-Length: 1\r\n\r\ny");
}

BOOST_AUTO_TEST_CASE(credentials_do_not_make_the_memory_grow_twice)
{
    auto const key = credential(location::query, "key=" + std::string(500, '1'));
    auto const session = credential(location::cookie, "session=" + std::string(500, '2'));
    auto const header = credential(location::header, "X-Key: " + std::string(500, '3') + "\r\n");
    std::string memory;
    auto const out = plain.write(
        memory, asking(verb::get), "Authorization: Bearer t\r\n", showing(key, session, header));
    // A text that grew on the way would have left copies of the credentials behind.
    BOOST_TEST(memory.capacity() < out.head.size() + 128);
}

BOOST_AUTO_TEST_SUITE_END()
