// SPDX-License-Identifier: BSL-1.0
// Include this in exactly one source file of a program that defines RESTBIND_SEPARATE_COMPILATION
// and uses <restbind/journal.hpp>, beside <restbind/src.hpp>. Without that macro it does nothing.
#pragma once

#include <restbind/core/detail/config.hpp>

#ifdef RESTBIND_SEPARATE_COMPILATION
#include <restbind/journal/detail/file.ipp>
#include <restbind/journal/detail/run_lock.ipp>
#endif
