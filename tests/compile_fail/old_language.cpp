// SPDX-License-Identifier: BSL-1.0
// What is said first where the language is too old: not one of a hundred errors behind it.
// (clang goes on behind its first error, which takes a minute for all headers.)
// expect: restbind needs C++20
// wrong: -std=c++17 -Wfatal-errors
// only: g++
// each: public header
#ifdef CORRECT
#include <restbind/core/error.hpp>
#else
#include HEADER
#endif

int main() {}
