// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/detail/tunnel.hpp>
#include <restbind/http/proxy.hpp>
#include <restbind/http/request_head.hpp>

#include <boost/test/unit_test.hpp>

#include <map>
#include <string>
#include <string_view>
#include <tuple>

using namespace restbind;

namespace
{

bool direct(std::string_view list, std::string_view host, std::uint16_t port = 443)
{
    return http::bypasses_proxy(list, host, port);
}

std::string why_not(std::string_view address)
{
    auto const parsed = http::parse_proxy(address);
    if (parsed)
        return "accepted";
    BOOST_TEST((parsed.error() == error_kind::invalid_argument));
    BOOST_TEST(parsed.error().message().find("canary") == std::string::npos);
    return parsed.error().detail();
}

using variables = std::map<std::string, std::string>;

result<http::proxy_settings> from(variables const& known, std::string_view scheme = "https")
{
    return http::proxy_from_environment(scheme,
        [&](char const* name) -> char const*
        {
            auto const found = known.find(name);
            return found == known.end() ? nullptr : found->second.c_str();
        });
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_proxy)

BOOST_AUTO_TEST_CASE(a_name_in_the_list_stands_for_itself_and_what_is_below_it)
{
    BOOST_TEST(direct("example.com", "example.com"));
    BOOST_TEST(direct("Example.COM", "api.example.com"));
    BOOST_TEST(!direct("example.com", "badexample.com"));
    BOOST_TEST(!direct("example.com", "example.com.evil.net"));
    BOOST_TEST(!direct("api.example.com", "example.com"));
    BOOST_TEST(!direct("", "example.com"));
}

BOOST_AUTO_TEST_CASE(a_suffix_stands_for_the_names_below_it_only)
{
    for (std::string_view const list : {".example.com", "*.example.com"})
    {
        BOOST_TEST(direct(list, "a.b.example.com"));
        BOOST_TEST(!direct(list, "example.com"));
        BOOST_TEST(!direct(list, "badexample.com"));
    }
    BOOST_TEST(direct("*", "anything.net"));
}

BOOST_AUTO_TEST_CASE(rules_are_separated_by_commas_and_spaces)
{
    BOOST_TEST(direct("a.net,b.net", "b.net"));
    BOOST_TEST(direct(" a.net , ,\tb.net ", "b.net"));
    BOOST_TEST(!direct("a.net b.net", "c.net"));
    BOOST_TEST(!direct(",, ,", "c.net"));
}

BOOST_AUTO_TEST_CASE(a_port_restricts_a_rule)
{
    BOOST_TEST(direct("a.net:8443", "a.net", 8443));
    BOOST_TEST(!direct("a.net:8443", "a.net", 443));
    BOOST_TEST(direct(".a.net:8443", "x.a.net", 8443));
    BOOST_TEST(!direct("a.net:", "a.net"));
    BOOST_TEST(!direct("a.net:x", "a.net"));
    BOOST_TEST(direct("[2001:db8::1]:443", "2001:db8::1"));
    BOOST_TEST(!direct("[2001:db8::1]:444", "2001:db8::1"));
    BOOST_TEST(direct("2001:DB8::1", "2001:db8::1"));
}

BOOST_AUTO_TEST_CASE(an_address_range_fits_addresses_and_never_names)
{
    BOOST_TEST(direct("192.0.2.0/24", "192.0.2.255"));
    BOOST_TEST(!direct("192.0.2.0/24", "192.0.3.0"));
    BOOST_TEST(direct("10.0.0.0/8", "10.255.1.2"));
    BOOST_TEST(direct("0.0.0.0/0", "198.51.100.1"));
    BOOST_TEST(direct("192.0.2.7/32", "192.0.2.7"));
    BOOST_TEST(!direct("192.0.2.7/32", "192.0.2.6"));
    BOOST_TEST(direct("192.0.2.7", "192.0.2.7"));
    BOOST_TEST(!direct("2.7", "192.0.2.7"));
    BOOST_TEST(!direct("0.0.0.0/0", "example.com"));
    for (std::string_view const broken : {"192.0.2.0/33", "192.0.2.0/", "192.0.2.0/-1",
             "192.0.2/24", "192.0.2.256/8", "192.0.2.0/024", "/0"})
        BOOST_TEST(!direct(broken, "192.0.2.1"), broken);
}

BOOST_AUTO_TEST_CASE(addresses_of_ipv6_are_compared_as_addresses)
{
    BOOST_TEST(direct("2001:db8::/32", "2001:db8:1::7"));
    BOOST_TEST(!direct("2001:db8::/32", "2001:db9::7"));
    BOOST_TEST(direct("2001:db8::/33", "2001:db8:7fff::"));
    BOOST_TEST(!direct("2001:db8::/33", "2001:db8:8000::"));
    BOOST_TEST(direct("[fe80::]/10", "fe80::1"));
    BOOST_TEST(direct("::/0", "2001:db8::1"));
    BOOST_TEST(!direct("::/0", "192.0.2.7"));
    BOOST_TEST(!direct("::/0", "example.com"));
    for (std::string_view const spelling : {"2001:db8::1", "2001:0DB8:0:0::0001",
             "2001:db8:0:0:0:0:0:1", "2001:db8::0.0.0.1", "[2001:db8:0::1]:443"})
    {
        BOOST_TEST(direct(spelling, "2001:db8::1"), spelling);
        BOOST_TEST(!direct(spelling, "2001:db8::2"), spelling);
    }
    BOOST_TEST(direct("::ffff:192.0.2.7", "192.0.2.7"));
    BOOST_TEST(direct("192.0.2.0/24", "::ffff:c000:207"));
    BOOST_TEST(direct("::ffff:192.0.2.0/120", "192.0.2.7"));
    BOOST_TEST(!direct("::ffff:192.0.2.0/120", "192.0.3.7"));
    BOOST_TEST(!direct("::1:1", "::1:1:0"));
}

BOOST_AUTO_TEST_CASE(a_rule_that_cannot_be_read_is_named)
{
    BOOST_TEST(http::check_no_proxy("a.net, *.b.net:80 [::1]:443, 10.0.0.0/8, ::/0 *, 1::")
                   .has_value());
    for (std::string_view const broken : {"a.net:", "a.net:0", "10.0.0.0/33", "10.0.0.0/024",
             "2001:db8::/129", "2001::db8::1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::",
             "1:2:3:4:5:6:7::8", ":1::", "1:::", "::1:", "::g", "1::10.0.0", "[::1", "[a.net]",
             "*a.net", "http://a.net", ".10.0.0.1", "fe80::1%eth0", "::1/", "a.net/8"})
    {
        BOOST_TEST(!direct(broken, "192.0.2.1"), broken);
        auto const said = http::check_no_proxy("b.net " + std::string(broken));
        BOOST_TEST((said.error() == error_kind::invalid_argument));
        BOOST_TEST(said.error().detail() == "the rule " + std::string(broken) + " cannot be read");
    }
}

BOOST_AUTO_TEST_CASE(this_machine_is_never_reached_through_a_proxy)
{
    BOOST_TEST(direct("", "localhost"));
    BOOST_TEST(direct("", "127.0.0.2"));
    BOOST_TEST(direct("", "::1"));
}

BOOST_AUTO_TEST_CASE(the_address_of_a_proxy_is_checked)
{
    auto const plain = http::parse_proxy("http://Proxy.example.com:3128/");
    BOOST_TEST_REQUIRE(plain.has_value());
    BOOST_TEST(plain->host == "proxy.example.com");
    BOOST_TEST(plain->port == 3128);
    BOOST_TEST(http::parse_proxy("http://proxy")->port == 80);
    std::string const start = "the proxy's address cannot be used: ";
    BOOST_TEST(why_not("https://proxy:3128") ==
               start + "TLS to the proxy itself (https://) is not supported: the tunnel through an "
                       "http:// proxy is encrypted all the same");
    BOOST_TEST(why_not("socks5://proxy") == start + "it does not start with https:// or http://");
    BOOST_TEST(why_not("http://user:canary@proxy") ==
               start + "it holds user information, which belongs in username and password");
    BOOST_TEST(why_not("http://proxy/path") == start + "it holds a path");
    BOOST_TEST(why_not("http://") == start + "its host is empty");
    BOOST_TEST(why_not("http://proxy:0") == start + "its port is not a number from 1 to 65535");
}

BOOST_AUTO_TEST_CASE(the_environment_names_a_proxy_for_each_scheme)
{
    variables const all{{"https_proxy", "http://one:1"}, {"HTTPS_PROXY", "http://two:2"},
        {"http_proxy", "http://three:3"}, {"HTTP_PROXY", "http://canary:4"}, {"no_proxy", "a.net"},
        {"NO_PROXY", "b.net"}};
    BOOST_TEST(from(all)->url == "http://one:1");
    BOOST_TEST(from(all)->no_proxy == "a.net");
    BOOST_TEST(from(all, "http")->url == "http://three:3");
    BOOST_TEST(from({{"https_proxy", ""}, {"HTTPS_PROXY", "two:2"}, {"NO_PROXY", "b.net"}})->url ==
               "http://two:2");
    BOOST_TEST(from({{"no_proxy", ""}, {"NO_PROXY", "b.net"}})->no_proxy == "b.net");
    BOOST_TEST(from({})->url == "");
}

BOOST_AUTO_TEST_CASE(the_upper_case_variable_for_http_is_not_read)
{
    BOOST_TEST(from({{"HTTP_PROXY", "http://evil:4"}}, "http")->url == "");
}

BOOST_AUTO_TEST_CASE(credentials_in_the_environment_are_taken_out_and_decoded)
{
    auto const found = from({{"https_proxy", "http://us%40er:p%3Aw@x@proxy:3128/"}});
    BOOST_TEST_REQUIRE(found.has_value());
    BOOST_TEST(found->url == "http://proxy:3128");
    BOOST_TEST(found->username == "us@er");
    BOOST_TEST(found->password.reveal() == "p:w@x");
    BOOST_TEST(from({{"https_proxy", "user@proxy"}})->username == "user");
}

BOOST_AUTO_TEST_CASE(a_variable_that_cannot_be_used_is_named_and_not_repeated)
{
    auto const broken = from({{"HTTPS_PROXY", "https://u:canary@proxy"}});
    BOOST_TEST_REQUIRE(!broken.has_value());
    BOOST_TEST((broken.error() == error_kind::invalid_argument));
    BOOST_TEST(broken.error().detail() ==
               "HTTPS_PROXY: the proxy's address cannot be used: TLS to the proxy itself (https://) is "
               "not supported: the tunnel through an http:// proxy is encrypted all the same");
    BOOST_TEST(broken.error().message().find("canary") == std::string::npos);
    auto const escape = from({{"https_proxy", "http://u:canary%4@proxy"}});
    BOOST_TEST_REQUIRE(!escape.has_value());
    BOOST_TEST(escape.error().detail() == "https_proxy: the proxy's address cannot be used: its "
                                          "user information holds an incomplete escape");
}

BOOST_AUTO_TEST_CASE(a_tunnel_is_asked_for_with_host_and_port)
{
    http::url const target{.scheme = "https", .host = "api.example.com", .port = 443};
    auto const written = [](http::url const& to, http::proxy_settings const& proxy, std::string_view agent)
    {
        std::string memory;
        return std::string(http::request_head(to.host_and_port(), agent)
                .write(memory, http::tunnel_request(to), http::proxy_authorization(proxy).reveal())
                .head);
    };
    BOOST_TEST(written(target, {}, "kiosk/1") ==
               "CONNECT api.example.com:443 HTTP/1.1\r\nHost: api.example.com:443\r\n"
               "User-Agent: kiosk/1\r\n\r\n");
    http::url const v6{.scheme = "http", .host = "2001:db8::1", .port = 8080};
    // RFC 7617, section 2.
    http::proxy_settings proxy;
    proxy.username = "Aladdin";
    proxy.password = secret("open sesame");
    BOOST_TEST(written(v6, proxy, "") ==
               "CONNECT [2001:db8::1]:8080 HTTP/1.1\r\nHost: [2001:db8::1]:8080\r\n"
               "Proxy-Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(only_a_success_without_further_bytes_is_a_tunnel)
{
    auto const proxy = http::parse_url("http://proxy.test:3128").value();
    auto const target = http::parse_url("https://[2001:db8::1]").value();
    BOOST_TEST(http::judge_tunnel(proxy, target, 200, false).has_value());
    BOOST_TEST(http::judge_tunnel(proxy, target, 299, false).has_value());
    std::string const refusal =
        "the proxy proxy.test:3128 refused the tunnel to [2001:db8::1]:443 with the status ";
    for (auto const& [status, surplus, detail] :
        {std::tuple<int, bool, std::string>(200, true,
             "the proxy proxy.test:3128 sent bytes into a tunnel in which nobody spoke yet: "
             "[2001:db8::1]:443"),
            {407, false,
                "the proxy proxy.test:3128 wants credentials, or other ones than it got, for the "
                "tunnel to [2001:db8::1]:443 with the status 407"},
            {403, false, refusal + "403"}, {300, false, refusal + "300"},
            {302, true, refusal + "302"}, {503, false, refusal + "503"}})
    {
        auto const refused = http::judge_tunnel(proxy, target, status, surplus).error();
        BOOST_TEST((refused == error_kind::connect));
        BOOST_TEST((refused.at() == phase::connect));
        BOOST_TEST(refused.status() == status);
        BOOST_TEST(refused.detail() == detail);
    }
}

BOOST_AUTO_TEST_CASE(an_address_with_more_than_three_digits_in_a_part_is_no_range)
{
    BOOST_TEST(http::bypasses_proxy("010.0.0.0/8", "10.1.2.3", 80));
    BOOST_TEST(!http::bypasses_proxy("0010.0.0.0/8", "10.1.2.3", 80));
}

BOOST_AUTO_TEST_CASE(the_proxy_for_https_is_none_for_http)
{
    auto const get = [](char const* name) -> char const*
    { return std::string_view(name) == "HTTPS_PROXY" ? "proxy:3128" : nullptr; };
    BOOST_TEST(http::proxy_from_environment("http", get)->url == "");
    BOOST_TEST(http::proxy_from_environment("https", get)->url == "http://proxy:3128");
}

BOOST_AUTO_TEST_SUITE_END()
