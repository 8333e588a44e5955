// SPDX-License-Identifier: BSL-1.0
// A journal of calls in a file, so that the outcome of no sale is lost with the process. Link the
// CMake target `restbind::journal`, or SQLite 3.35 or newer (-lsqlite3).
#pragma once

#include <restbind/journal/file.hpp>
#include <restbind/journal/record.hpp>
#include <restbind/journal/resend.hpp>
