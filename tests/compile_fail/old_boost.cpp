// SPDX-License-Identifier: BSL-1.0
// What is said first where Boost is too old, as Debian 12's own choice is.
// expect: on Debian 12 the package is libboost1.81-dev
// wrong: -I old_boost -Wfatal-errors
// only: g++
// each: public header
#ifdef CORRECT
#include <restbind/core/error.hpp>
#else
#include HEADER
#endif

int main() {}
