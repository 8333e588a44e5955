// SPDX-License-Identifier: BSL-1.0
#include <restbind/src.hpp>
