// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/detail/checks.hpp>

#include <boost/test/unit_test.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

namespace
{

using texts = std::initializer_list<std::string_view>;

void check(bool (*is_of_format)(std::string_view), texts good, texts bad)
{
    for (auto const text : good)
    {
        BOOST_TEST_INFO(text);
        BOOST_TEST(is_of_format(text));
    }
    for (auto const text : bad)
    {
        BOOST_TEST_INFO(text);
        BOOST_TEST(!is_of_format(text));
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(formats)

BOOST_AUTO_TEST_CASE(a_uuid_has_five_groups_of_hexadecimal_digits)
{
    check([](std::string_view text) { return restbind::is_uuid(text); },
        {"01234567-89ab-cdef-0123-456789ABCDEF", "00000000-0000-0000-0000-000000000000",
            "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"},
        {"", "01234567-89ab-cdef-0123-456789ABCDE", "01234567-89ab-cdef-0123-456789ABCDEF0",
            "0123456789abcdef0123456789ABCDEF", "{01234567-89ab-cdef-0123-456789ABCDEF}",
            "01234567-89ab-cdef-0123-456789ABCDEG", "0123456-789ab-cdef-0123-456789ABCDEF",
            "01234567-89ab-cdef-0123-456789ABCDEF-"});
}

BOOST_AUTO_TEST_CASE(an_email_has_a_mailbox_and_a_host)
{
    check([](std::string_view text) { return restbind::is_email(text); },
        {"a@b", "anna.berg+shop@example.com", "o'hara@mail.example.co.uk",
            "!#$%&'*+-/=?^_`{|}~@a.b", "\"anna berg\"@example.com", "\"a@b\"@example.com",
            "a@[192.0.2.1]", "a@[IPv6:2001:db8::1]", "\"a b\"@[x:y]",
            "gr\xC3\xBC\xC3\x9F@b\xC3\xBC.example", "a..b@example.com", "a@xn--bcher-kva.example",
            "A@EXAMPLE.COM"},
        {"", "@", "a@", "@b", "anna", "anna.example.com", "anna berg@example.com", "a@b c",
            "a@example..com", "a@.com", "a@example.com.", "a@-b.com", "a@b@c", "a,b@example.com",
            "<a@example.com>", "Anna <a@example.com>", "a@example.com\n", "a@ex_ample.com,",
            "\"a@example.com", "a\xFF@example.com", "a@[192.0.2.1", "@[192.0.2.1]"});
}

BOOST_AUTO_TEST_CASE(a_hostname_has_labels_of_letters_digits_and_hyphens)
{
    std::string const label(63, 'a');
    std::string const longest = label + '.' + label + '.' + label + '.' + std::string(61, 'b');
    check([](std::string_view text) { return restbind::is_hostname(text); },
        {"a", "example.com", "EXAMPLE.com", "3com.com", "a-b.c", "1.2.3.4", "example.com.",
            "xn--bcher-kva.example", label, longest, longest + '.'},
        {"", ".", "..", "a..b", ".a", "-a", "a-", "a.-b", "a_b", "a b", "b\xC3\xBC.example", "a/b",
            "a:80", label + 'a', longest + 'b', "a.."});
}

BOOST_AUTO_TEST_CASE(an_ipv4_address_has_four_numbers_to_255)
{
    check([](std::string_view text) { return restbind::is_ipv4(text); },
        {"0.0.0.0", "255.255.255.255", "192.0.2.1", "10.200.249.100"},
        {"", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.", "1.2.3.04", "1.2.3.-4", "a.b.c.d",
            "1.2.3.4/24", "1.2.3.4 ", "1..2.3", "0x1.2.3.4", "300.1.1.1", "1.2.3.1000"});
}

BOOST_AUTO_TEST_CASE(an_ipv6_address_has_eight_groups_or_a_gap)
{
    check([](std::string_view text) { return restbind::is_ipv6(text); },
        {"::", "::1", "1::", "2001:db8::1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8",
            "FFFF:ffff:0:0:0:0:0:0", "::ffff:192.0.2.1", "1:2:3:4:5:6:192.0.2.1",
            "64:ff9b::192.0.2.33"},
        {"", ":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3",
            "12345::", "g::", ":1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:", "::1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7:192.0.2.1", "192.0.2.1::", "192.0.2.1", "::192.0.2.256", "fe80::1%eth0",
            "[::1]", "::1/64", "1:2:3:4::5:6:7:8"});
}

BOOST_AUTO_TEST_CASE(a_uri_has_a_scheme_and_a_reference_may_have_one)
{
    texts const absolute = {"http://example.com", "https://a.b/c?d=e#f", "urn:isbn:0451450523",
        "a:", "mailto:a@b.c", "git+ssh://h", "http://[2001:db8::1]:80/", "http://a/%C3%BC",
        "http://a/?b[]=1", "tel:+1-201-555-0123", "http://user:pw@h:8080/p;x=1,2"};
    texts const relative = {
        "", "/", "/a/b", "a/b", "../a", "//h/p", "?q", "#f", "a?b:c", "./a:b", "/a:b"};
    texts const bad = {"a b", "http://a b", "http://\xC3\xBC", "http://a/%", "http://a/%4",
        "http://a/%zz", "http://a#b#c", "http://a/<b>", "http://a/\"", "a\\b", "{a}", "1a:b", ":a",
        "a|b", "http://a\n", "+:b"};
    check([](std::string_view text) { return restbind::is_uri(text); }, absolute, relative);
    check([](std::string_view text) { return restbind::is_uri(text); }, {}, bad);
    check([](std::string_view text) { return restbind::is_uri_reference(text); }, absolute, bad);
    check([](std::string_view text) { return restbind::is_uri_reference(text); }, relative, {});
}

BOOST_AUTO_TEST_CASE(a_time_may_lack_seconds_and_an_offset)
{
    check([](std::string_view text) { return restbind::is_time(text); },
        {"00:00:00Z", "23:59:60Z", "12:30:45.125+02:00", "12:30:45-23:59", "12:30:45z", "12:30:45",
            "12:30", "12:30Z"},
        {"", "24:00:00Z", "12:60:00Z", "12:30:61Z", "1:30:00Z", "12:30:00.Z", "12:30:00+2:00",
            "12:30:00+24:00", "12:30:00+02", "12.30", "12:30:00 Z", "12:30:00ZZ", "12:30:", "12",
            "noon", "2024-01-01T12:30:00Z"});
}

BOOST_AUTO_TEST_CASE(a_duration_has_numbers_with_units)
{
    check([](std::string_view text) { return restbind::is_duration(text); },
        {"P1Y2M3DT4H5M6S", "P2W", "PT5M", "P1D", "PT0.5S", "PT1,5H", "P1YT1S", "-PT1H", "P1M",
            "PT36H"},
        {"", "P", "PT", "P1", "1D", "P1S", "PT1D", "P1DT", "P1D2Y", "PT1.5H2M", "P1.D", "P-1D",
            "P1DT1H ", "p1d", "00:05:00", "P1D1D", "PT1S1M", "PTT1S", "P1YT2M3", "P1H"});
}

BOOST_AUTO_TEST_SUITE_END()
