// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_DATES_HPP
#define SANDBOX_DATES_HPP

#include <string_view>

namespace sandbox {

/// Whether the text is a day of the Gregorian calendar in the form YYYY-MM-DD. Such texts sort like their days.
bool is_date(std::string_view text);

} // namespace sandbox

#endif
