// SPDX-License-Identifier: BSL-1.0
#include <restbind/journal/src.hpp>
