// SPDX-License-Identifier: BSL-1.0
// The one file in which the code of the operations is compiled.
#include <ticketing/v1/src.hpp>
#include <ticketing/v2/src.hpp>
