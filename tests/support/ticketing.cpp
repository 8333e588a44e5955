// SPDX-License-Identifier: BSL-1.0
#include <ticketing/v1/src.hpp>
