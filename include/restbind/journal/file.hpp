// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/journal/detail/database.hpp>
#include <restbind/journal/detail/run_lock.hpp>
#include <restbind/journal/record.hpp>
#include <restbind/net/journal.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace restbind::inline RESTBIND_ABI::journal
{

/** Settings of a journal in a file. */
struct options
{
    /** The file. If it is not there it is made, so that only its owner may read it (mode 0600; on
        Windows as the folder says): it names what customers buy. Files with the same name and an end
        of their own (`-wal`, `-shm`, `-run-7`) stand beside it. A local disk: the locks of network
        file systems do not keep what they promise. Required. */
    std::string path{};

    /** Name of the program or the till, kept with each record. May be empty. */
    std::string program{};

    /** Age after which a settled record is dropped. Default 90 days. 0: none is dropped for its
        age. Records that are not settled are never dropped. Not negative. */
    std::chrono::hours max_age = std::chrono::hours(24 * 90);

    /** Settled records that are kept; of more the oldest are dropped. Default 100,000. 0: no
        limit. */
    std::size_t max_settled = 100'000;

    /** Longest time to wait for another process that writes. Default 5 s. Not negative. */
    std::chrono::milliseconds busy_timeout{5000};
};

/** A journal in a file of SQLite's. Made by `journal::open`. Thread-safe.

    Several programs may write one file, and any number may read it. A record is on the disk when
    `begin` returns: write-ahead log, synchronised with each commit.
*/
class file final : public net::journal
{
public:
    file(file const&) = delete;
    file& operator=(file const&) = delete;
    RESTBIND_DECL ~file() override;

    /** The files that could not be used, and were renamed by this program or an earlier one, the
        oldest first. Tell an operator: their records are not in this journal. Each program that
        opens the journal is told, until somebody has moved them to another folder. */
    std::vector<std::string> const& kept_aside() const noexcept { return kept_aside_; }

    /** The calls whose outcome nobody knows, the oldest first: those that may have taken effect, and
        those that were under way in a program that has ended since. Listed, too, is a call whose end
        this program knows and could not write, as on a full disk; it has the state that is known.
        Each later use of the journal tries to write it. */
    result<std::vector<record>> unresolved();

    /** The newest records, whatever is known of them, the newest first.

        @param count How many at most.
    */
    result<std::vector<record>> latest(std::size_t count = 100);

    /** Notes what somebody has found out, so that the record is no longer unresolved.

        @param note For the file: who has asked whom, and what the customer was given.
        @returns `invalid_argument` if there is no such record, or if its outcome is known.
    */
    result<void> settle(std::int64_t id, std::string_view note);

    /** @copydoc net::journal::begin */
    RESTBIND_DECL result<std::int64_t> begin(net::journal_entry const& entry) override;

    /** @copydoc net::journal::end
        The journal keeps an end that it cannot write, and tries again at its next use. An entry
        that is not there, or has an end, is an error, too. */
    RESTBIND_DECL result<void> end(
        std::int64_t entry, net::journal_result const& ended) override;

private:
    friend result<std::shared_ptr<file>> open(options settings);

    file() = default;

    result<void> check_process() const;
    result<void> start(options&& settings);
    result<bool> is_new();
    result<void> begin_run();
    result<void> find_lost();
    result<void> forget_runs();
    result<void> prune();
    result<void> settle_repeated(std::int64_t entry);
    void write_kept_ends();
    result<bool> write_end(record const& ended);
    result<std::vector<record>> read(
        std::string const& which, std::initializer_list<detail::sqlite_value> values);

    std::mutex mutex_; ///< guards what is below it
    options settings_;
    detail::database data_;
    detail::run_lock run_;
    std::vector<std::string> kept_aside_;
    std::map<std::int64_t, record> kept_ends_; ///< that could not be written
    unsigned process_ = 0; ///< that has opened it
    unsigned ends_ = 0;    ///< since there was a look for old records
};

/** Opens a journal: `client_options::journal = journal::open({.path = "till.journal"}).value()`.

    Records of programs that have ended meanwhile become unresolved. A file that is damaged, or no
    database, is renamed and a new one begun; see `file::kept_aside`. A database of SQLite's that is
    another program's stays as it is, and is an error.

    @returns `journal_failed`, with SQLite's words, if the file can be neither opened nor made;
        `invalid_argument` for options that are not usable.
*/
result<std::shared_ptr<file>> open(options settings);

} // namespace restbind::journal

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/journal/detail/file.ipp>
#endif
