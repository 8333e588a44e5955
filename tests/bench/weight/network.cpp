// SPDX-License-Identifier: BSL-1.0
// The file that compiles the network code when RESTBIND_SEPARATE_COMPILATION is defined.
#define RESTBIND_LINKS_BOOST_JSON
#include <restbind/src.hpp>
