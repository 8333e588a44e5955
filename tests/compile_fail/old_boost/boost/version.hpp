// SPDX-License-Identifier: BSL-1.0
// In the place of an older Boost's, for old_boost.cpp.
#define BOOST_VERSION 107400
