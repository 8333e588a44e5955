// SPDX-License-Identifier: BSL-1.0
// Generated headers stop at a runtime that they were not generated for, and say what to do.
// expect: regenerate
#include <restbind/core/detail/config.hpp>

#ifndef CORRECT
#undef RESTBIND_CODEGEN_VERSION
#define RESTBIND_CODEGEN_VERSION 9999
#endif
#include <ticketing/v1/models.hpp>

int main() {}
