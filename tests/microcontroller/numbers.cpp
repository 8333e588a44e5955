// SPDX-License-Identifier: BSL-1.0
// Numbers that are hard to round are read and written on the microcontroller as everywhere: each is halfway between two, or next
// to that. unit/core/from_chars_test.cpp and write_floating_test.cpp try more of them, on a computer.
#include "../../examples/microcontroller/board.hpp"

#include <restbind/core/detail/numbers.hpp>

#include <string_view>
#include <system_error>

namespace {

template <class T>
struct sample
{
    std::string_view text;
    T value; // 42: out of range
};

constexpr sample<double> doubles[] = {
    {"0.1", 0x1.999999999999ap-4},
    {"9007199254740993", 0x1p53},
    {"9007199254740993.00000000000000000000000000000000000000000001", 0x1.0000000000001p53},
    {"9007199254740995", 0x1.0000000000002p53},
    {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022},
    {"2.4703282292062328e-324", 0x1p-1074},
    {"1.7976931348623158e308", 0x1.fffffffffffffp1023},
    {"1.7976931348623159e308", 42},
    {"2.4703282292062327e-324", 42},
};

// The second and the third are halfway between two once they are rounded to a double.
constexpr sample<float> floats[] = {
    {"16777217", 0x1p24F},
    {"16777217.000000001", 0x1.000002p24F},
    {"16777218.999999999", 0x1.000002p24F},
    {"1.4e-45", 0x1p-149F},
    {"3.4028236e38", 42},
};

template <class T>
int mistakes(auto const& samples)
{
    int count = 0;
    for (auto const& [text, expected] : samples)
    {
        T value = 42;
        static_cast<void>(restbind::detail::from_chars(text, value));
        if (value == expected)
            continue;
        board::print({text, " is read as another number\n"});
        ++count;
    }
    return count;
}

constexpr sample<double> written[] = {
    {"0.1", 0x1.999999999999ap-4},
    {"5e-324", 0x1p-1074},
    {"-1.7976931348623157e+308", -0x1.fffffffffffffp1023},
    {"9007199254740992", 0x1p53},
    {"73786976294838206464", 0x1p66},
    {"9007199254740994", 0x1.0000000000001p53},
};

int mistakes_in_writing()
{
    int count = 0;
    for (auto const& [expected, value] : written)
    {
        char text[40];
        std::string_view const own(text, static_cast<std::size_t>(restbind::detail::put_floating(text, value) - text));
        if (own == expected)
            continue;
        board::print({expected, " is written as ", own, "\n"});
        ++count;
    }
    return count;
}

} // namespace

int main()
{
    return mistakes<double>(doubles) + mistakes<float>(floats) + mistakes_in_writing();
}
