// SPDX-License-Identifier: BSL-1.0
// A module that exports generated types, for a program that imports it.
module;
#include <ticketing/v1/models.hpp>
export module ticketing_models;
export namespace ticketing::v1
{
using ticketing::v1::SeatOperation;
}
