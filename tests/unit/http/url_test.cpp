// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/detail/text.hpp>
#include <restbind/http/url.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

using namespace restbind;

namespace
{

std::string reason(std::string_view address)
{
    auto const parsed = http::parse_url(address);
    if (parsed)
        return "accepted";
    BOOST_TEST((parsed.error() == error_kind::invalid_argument));
    return parsed.error().detail();
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_url)

// proves: R1-4
BOOST_AUTO_TEST_CASE(an_address_is_taken_apart)
{
    auto const full = http::parse_url("HTTPS://API.Example.com:8443/partner/v%20x/");
    BOOST_TEST_REQUIRE(full.has_value());
    BOOST_TEST(full->scheme == "https");
    BOOST_TEST(full->host == "api.example.com");
    BOOST_TEST(full->port == 8443);
    BOOST_TEST(full->prefix == "/partner/v%20x");
    BOOST_TEST(full->authority() == "api.example.com:8443");
    BOOST_TEST(full->is_secure());

    auto const bare = http::parse_url("https://api.example.com");
    BOOST_TEST_REQUIRE(bare.has_value());
    BOOST_TEST(bare->port == 443);
    BOOST_TEST(bare->prefix == "");
    BOOST_TEST(bare->authority() == "api.example.com");

    auto const slash = http::parse_url("http://localhost//");
    BOOST_TEST_REQUIRE(slash.has_value());
    BOOST_TEST(slash->port == 80);
    BOOST_TEST(slash->prefix == "");
    BOOST_TEST(!slash->is_secure());

    auto const v6 = http::parse_url("http://[::1]:8080");
    BOOST_TEST_REQUIRE(v6.has_value());
    BOOST_TEST(v6->host == "::1");
    BOOST_TEST(v6->authority() == "[::1]:8080");

    BOOST_TEST(http::parse_url("http://h:65535").value().port == 65535);
    BOOST_TEST(http::parse_url("http://h:080").value().port == 80);
}

BOOST_AUTO_TEST_CASE(a_link_local_address_may_have_a_zone_which_no_server_sees)
{
    for (auto const address : {"http://[fe80::1%25eth0]:8080/v", "http://[FE80::1%eth0]:8080/v"})
    {
        auto const parsed = http::parse_url(address);
        BOOST_TEST_REQUIRE(parsed.has_value());
        BOOST_TEST(parsed->host == "fe80::1");
        BOOST_TEST(parsed->zone == "eth0");
        BOOST_TEST(parsed->port == 8080);
        BOOST_TEST(parsed->authority() == "[fe80::1]:8080");
        BOOST_TEST(parsed->host_and_port() == "[fe80::1]:8080");
    }
    BOOST_TEST(http::parse_url("http://[febf::1%251]").value().zone == "1");
    BOOST_TEST((http::parse_url("http://[fe80::1%251]").value() !=
                http::parse_url("http://[fe80::1%252]").value()));
    BOOST_TEST(!http::parse_url("http://[fe80::1%251]").value().is_same_origin(
        http::parse_url("http://[fe80::1%252]").value()));
    BOOST_TEST(http::parse_url("http://[fe80::1%251]/a").value().is_same_origin(
        http::parse_url("http://[fe80::1%251]/b").value()));
    for (auto const address : {"http://[fec0::1%25lo]", "http://[::1%lo]", "http://[fe8::1%lo]"})
        BOOST_TEST(reason(address) ==
                       "the address cannot be used: its host has a zone, which only link-local IPv6 "
                       "addresses (fe80::/10) have",
            address);
    BOOST_TEST(reason("http://[fe80::1%25]") ==
               "the address cannot be used: the zone of its host is empty");
    BOOST_TEST(reason("http://[fe80::1%e%20]") ==
               "the address cannot be used: the zone of its host holds a character that none may hold");
    BOOST_TEST(reason("http://fe80%25eth0") ==
               "the address cannot be used: its host is not a host name or an IP address");
}

// survives: C7
BOOST_AUTO_TEST_CASE(an_address_that_hides_something_is_refused_with_the_reason)
{
    using namespace std::string_view_literals;
    std::string const start = "the address cannot be used: ";
    BOOST_TEST(reason("https://user:pw@host") == start + "it holds user information");
    BOOST_TEST(reason("https://host@evil") == start + "it holds user information");
    BOOST_TEST(reason("https://host/a?b") == start + "it holds a query");
    BOOST_TEST(reason("https://host#a") == start + "it holds a fragment");
    BOOST_TEST(reason("https://") == start + "its host is empty");
    BOOST_TEST(reason("https:///path") == start + "its host is empty");
    BOOST_TEST(reason("https://:80") == start + "its host is empty");
    for (auto const scheme : {"", "host", "ftp://host", "//host", "https:/host", "file:///etc"})
        BOOST_TEST(reason(scheme) == start + "it does not start with https:// or http://", scheme);
    for (auto const port : {"https://h:", "https://h:0", "https://h:65536", "https://h:-1",
             "https://h:+1", "https://h:8a", "https://h:000080"})
        BOOST_TEST(reason(port) == start + "its port is not a number from 1 to 65535", port);
    for (auto const host : {"https://a b", "https://\xc3\xa9", "https://h\r\n", "https://h\t"})
        BOOST_TEST(
            reason(host) == start + "it holds a space, a control or a non-ASCII character", host);
    BOOST_TEST(
        reason("https://h\0x"sv) == start + "it holds a space, a control or a non-ASCII character");
    for (auto const host : {"https://h%41", "https://h,x", "https://[::1", "https://[1]",
             "https://[::1]x", "https://[g::1]"})
        BOOST_TEST(reason(host) == start + "its host is not a host name or an IP address", host);
    BOOST_TEST(reason("https://" + std::string(254, 'a')) ==
               start + "its host is not a host name or an IP address");
    for (auto const path :
        {"https://h/%4", "https://h/%zz", "https://h/<x>", "https://h/a\\b", "https://h/{id}"})
        BOOST_TEST(reason(path) == start + "its path holds a character that must be escaped", path);
}

BOOST_AUTO_TEST_CASE(only_plain_spellings_of_this_machine_count_as_loopback)
{
    for (auto const host : {"localhost", "LOCALHOST", "127.0.0.1", "127.255.0.9", "::1"})
        BOOST_TEST(http::is_loopback(host), host);
    for (auto const host : {"", "localhost.evil.com", "127.0.0.1.evil.com", "127.1", "127.0.0",
             "127.0.0.0.1", "127.0.0.256", "127.0.0.1000", "0127.0.0.1", "2130706433", "0x7f.0.0.1",
             "0.0.0.0", "128.0.0.1", "10.0.0.1", "::", "::2", "::ffff:127.0.0.1", "127..0.1", "."})
        BOOST_TEST(!http::is_loopback(host), host);
}

BOOST_AUTO_TEST_CASE(segments_queries_and_forms_escape_what_they_must)
{
    std::string segment;
    http::percent_encode_segment(segment, "a/b c?%\xc3\xa9~-._");
    BOOST_TEST(segment == "a%2Fb%20c%3F%25%C3%A9~-._");

    std::string target = "/x";
    http::append_query(target, true, "start date", "2024-01-01");
    http::append_query(target, false, "q", "a&b=c+d #");
    BOOST_TEST(target == "/x?start%20date=2024-01-01&q=a%26b%3Dc%2Bd%20%23");

    std::string form;
    http::append_field(form, "client_secret", "+&=% \xc3\xa9*~");
    http::append_field(form, "scope", "api://g/.default");
    BOOST_TEST(form == "client_secret=%2B%26%3D%25+%C3%A9*%7E&scope=api%3A%2F%2Fg%2F.default");
    BOOST_TEST(http::form_encoded_size("+&=% \xc3\xa9*~") ==
               std::string("%2B%26%3D%25+%C3%A9*%7E").size());
}

BOOST_AUTO_TEST_SUITE_END()
