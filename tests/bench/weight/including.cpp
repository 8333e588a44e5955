// SPDX-License-Identifier: BSL-1.0
// A file that includes the bindings and calls nothing.
#include <ticketing/v1.hpp>
