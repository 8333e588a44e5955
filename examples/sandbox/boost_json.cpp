// SPDX-License-Identifier: BSL-1.0
// The one place that compiles Boost.JSON; everything else in the sandbox only sees its declarations.
#include <boost/json/src.hpp>
