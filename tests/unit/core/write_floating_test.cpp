// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/write_floating.hpp>

#include <boost/test/unit_test.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace
{

template <class T>
std::string own_text(T value)
{
    char text[40];
    bool const exactly = restbind::detail::is_written_exactly(value);
    return {text, restbind::detail::write_floating(text, value, exactly)};
}

/** What std::to_chars() writes, which put_floating() calls here. */
template <class T>
std::string library_text(T value)
{
    char text[40];
    return {text, restbind::detail::put_floating(text, value)};
}

template <class T>
void check_written(T value)
{
    if (std::isfinite(value))
        BOOST_TEST(own_text(value) == library_text(value));
}

template <class T>
void check_written_around(T value)
{
    check_written(value);
    check_written(-value);
    check_written(std::nextafter(value, T(0)));
    check_written(std::nextafter(value, std::numeric_limits<T>::infinity()));
}

} // namespace

BOOST_AUTO_TEST_SUITE(writing_floating_point_numbers)

BOOST_AUTO_TEST_CASE(powers_of_two_and_ten_and_their_neighbours_are_written_as_by_the_library)
{
    for (int exponent = -1074; exponent != 1024; ++exponent)
        check_written_around(std::ldexp(1.0, exponent));
    for (int exponent = -149; exponent != 128; ++exponent)
        check_written_around(std::ldexp(1.0F, exponent));
    for (int exponent = -323; exponent != 309; ++exponent)
    {
        check_written_around(std::strtod(("1e" + std::to_string(exponent)).c_str(), nullptr));
        check_written_around(std::strtod(("9.5e" + std::to_string(exponent)).c_str(), nullptr));
    }
    check_written_around((std::numeric_limits<double>::max)());
    check_written_around((std::numeric_limits<float>::max)());
}

BOOST_AUTO_TEST_CASE(short_numbers_have_few_digits)
{
    for (double const value : {0.0, -0.0, 0.1, 0.3, 1.5, 2.0, 19.9, 100.0, 123456.0, 1e5, 1e21, 1e22,
             1e23, 5e-324, 9007199254740991.0, 9007199254740992.0, 9007199254740994.0, 0.00001})
        check_written(value);
    BOOST_TEST(own_text(0.1) == "0.1");
    BOOST_TEST(own_text(2e30) == "2e+30");
    for (int i = 0; i != 2000; ++i)
    {
        check_written(i / 100.0);
        check_written(static_cast<float>(i) / 8);
        check_written(i * 1000.0);
    }
}

BOOST_AUTO_TEST_CASE(any_number_is_written_as_by_the_library)
{
    std::mt19937_64 random(20260103);
    for (int i = 0; i != 5000; ++i)
    {
        check_written(std::bit_cast<double>(random()));
        check_written(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
        check_written(std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 40) - 45));
    }
}

BOOST_AUTO_TEST_SUITE_END()
