// SPDX-License-Identifier: BSL-1.0
// A journal of calls in a file, so that the outcome of no sale is lost with the process. Link the
// CMake target `restbind::journal`, or SQLite 3.35 or newer (-lsqlite3).
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/journal/file.hpp>
#include <restbind/journal/options.hpp>
#include <restbind/journal/record.hpp>

#include <memory>

namespace restbind::inline RESTBIND_ABI::journal
{

/** Opens a journal: `client_options::journal = journal::open({.path = "till.journal"}).value()`.

    Records of programs that have ended meanwhile become unresolved. A file that is damaged, or no
    journal, is renamed and a new one begun; see `file::kept_aside`.

    @returns `journal_failed`, with SQLite's words, if the file can be neither opened nor made.
*/
result<std::shared_ptr<file>> open(options settings);

} // namespace restbind::journal

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/journal/detail/file.ipp>
#endif
