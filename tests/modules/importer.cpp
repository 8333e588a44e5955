// SPDX-License-Identifier: BSL-1.0
// Imported types are compared as included ones are.
import ticketing_models;

bool is_same(ticketing::v1::SeatOperation const& a, ticketing::v1::SeatOperation const& b)
{
    return a == b && !(a != b);
}
