// Addresses by name, as client_options::servers holds them.
#include <restbind/net/detail/server_urls.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

namespace
{

std::string listed(restbind::net::server_urls const& known)
{
    std::string text;
    for (auto const& [name, address] : known)
        text += name + "=" + address + " ";
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_named_addresses)

BOOST_AUTO_TEST_CASE(addresses_are_listed_in_the_order_of_their_names)
{
    restbind::net::server_urls known;
    BOOST_TEST(known.empty());
    known["m"] = "/m";
    known.insert_or_assign("z", "/z");
    known["a"] = "/a";
    known["n"] = "/n";
    BOOST_TEST(listed(known) == "a=/a m=/m n=/n z=/z ");
    BOOST_TEST(known.size() == 4U);
}

BOOST_AUTO_TEST_CASE(each_name_has_one_address_the_last_one_given)
{
    restbind::net::server_urls known;
    known["a"] = "/1";
    known.insert_or_assign("b", "/2");
    known["a"] = "/3";
    known.insert_or_assign("b", "/4");
    BOOST_TEST(listed(known) == "a=/3 b=/4 ");
    BOOST_TEST_REQUIRE(known.find("b"));
    BOOST_TEST(*known.find("b") == "/4");
    BOOST_TEST(!known.find("c"));
    BOOST_TEST(!known.contains(""));
    BOOST_TEST(known.size() == 2U);
}

BOOST_AUTO_TEST_CASE(of_two_addresses_that_it_starts_with_the_first_counts)
{
    restbind::net::server_urls const known{{"b", "/1"}, {"a", "/2"}, {"b", "/3"}};
    BOOST_TEST(listed(known) == "a=/2 b=/1 ");
}

BOOST_AUTO_TEST_CASE(an_address_of_its_own_can_be_given_to_another_name)
{
    std::string const address(50, '/');
    restbind::net::server_urls known{{"m", address}, {"n", "/n"}, {"o", "/o"}};
    std::string& first = known["m"];
    known["a"] = known["m"];
    known.insert_or_assign("z", *known.find("n"));
    known.insert_or_assign(*known.find("o"), *known.find("o"));
    BOOST_TEST(listed(known) == "/o=/o a=" + address + " m=" + address + " n=/n o=/o z=/n ");
    BOOST_TEST(&first == known.find("m"));
}

BOOST_AUTO_TEST_SUITE_END()
