// SPDX-License-Identifier: BSL-1.0
// The one file of each test program that holds Boost.Test itself.
#define BOOST_TEST_MODULE restbind
#include <boost/test/included/unit_test.hpp>
