// SPDX-License-Identifier: BSL-1.0
// A program of two libraries that were built with two versions of the runtime: each uses its own types.
#include "half.hpp"

#include <iostream>

int main()
{
    std::string const wrong = R"({"cartId": -1, "eventSessionId": 1, "detail": [{"seatId": 0, "rateId": 2, "actionSelect": true}]})";
    for (int i = 0; i != 3; ++i)
    {
        std::string const one = first::refuse(wrong);
        std::string const other = second::refuse(wrong);
        if (one != other || one.find("detail[0].seatId: SeatId must be greater than 0") == one.npos)
        {
            std::cerr << "the two do not refuse alike:\n" << one << '\n' << other << '\n';
            return 1;
        }
    }
    if (first::size_of_error() >= second::size_of_error())
    {
        std::cerr << "both libraries have the types of one runtime\n";
        return 1;
    }
    return 0;
}
