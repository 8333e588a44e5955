// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_PICTURE_HPP
#define SANDBOX_PICTURE_HPP

#include "requests.hpp"
#include "world.hpp"

namespace sandbox {

/** The seating plan of a venue as a base64 PNG: `{"picture": "..."}`.

    Seats are squares in RGB 255,0,255 without border on white. Zoom 1 makes one pixel of one plan unit; the size
    is rounded to whole pixels. Option 800 labels a seat with row letter and number, 801 with the number alone.

    @returns 10103 when the venue does not exist for the caller, 500 when the image cannot be generated.
*/
outcome<std::string> draw_picture(world const& content, caller const& who, picture_request const& r);

} // namespace sandbox

#endif
