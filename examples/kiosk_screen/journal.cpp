// SPDX-License-Identifier: BSL-1.0
// The journal's part that is compiled once in a program.
#include <restbind/journal/src.hpp>
