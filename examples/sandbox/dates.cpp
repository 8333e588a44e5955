// SPDX-License-Identifier: BSL-1.0
#include "dates.hpp"

#include <algorithm>
#include <chrono>

namespace sandbox {
namespace {

int to_number(std::string_view digits)
{
    int value = 0;
    for (char const c : digits)
        value = value * 10 + (c - '0');

    return value;
}

} // namespace

bool is_date(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return false;

    auto const is_digit = [](char c) { return c >= '0' && c <= '9'; };
    for (auto const part : {text.substr(0, 4), text.substr(5, 2), text.substr(8, 2)})
    {
        if (!std::all_of(part.begin(), part.end(), is_digit))
            return false;
    }

    std::chrono::year_month_day const day{std::chrono::year(to_number(text.substr(0, 4))),
                                          std::chrono::month(static_cast<unsigned>(to_number(text.substr(5, 2)))),
                                          std::chrono::day(static_cast<unsigned>(to_number(text.substr(8, 2))))};

    return day.ok();
}

} // namespace sandbox
