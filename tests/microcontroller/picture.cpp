// SPDX-License-Identifier: BSL-1.0
// A further operation, to measure what it adds to the example's code. Its request holds a double, its response bytes.
#include "../../examples/microcontroller/http_over_serial.hpp"

#include <ticketing/v1/operations.hpp>

extern "C" bool get_picture(board::serial_line& line, restbind::secret const& token,
    ticketing::v1::VenuePictureRequest const& what, ticketing::v1::client_parameters const& parameters)
{
    return call<ticketing::v1::operations::venue_picture>(line, "tickets.example", token, what, parameters).has_value();
}
