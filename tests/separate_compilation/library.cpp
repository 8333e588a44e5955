// SPDX-License-Identifier: BSL-1.0
// The one file in which the network code is compiled.
#include <restbind/src.hpp>
