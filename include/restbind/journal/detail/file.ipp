// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/journal/file.hpp>
#include <restbind/net/detail/process.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::journal
{

namespace detail
{

/** The layout of the file, by `user_version`. */
inline constexpr char layout[] = R"(
CREATE TABLE run (id INTEGER PRIMARY KEY AUTOINCREMENT, program BLOB NOT NULL);
CREATE TABLE record (
    id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL,
    operation BLOB NOT NULL, origin BLOB NOT NULL, method BLOB NOT NULL, target BLOB NOT NULL,
    headers BLOB NOT NULL, body BLOB NOT NULL, key BLOB NOT NULL, memo BLOB NOT NULL,
    complete INTEGER NOT NULL, begun INTEGER NOT NULL, ended INTEGER, state INTEGER NOT NULL,
    status INTEGER NOT NULL DEFAULT 0, sends INTEGER NOT NULL DEFAULT 0,
    earlier INTEGER NOT NULL DEFAULT 0, trace_id BLOB, text BLOB, note BLOB);
CREATE INDEX record_state ON record (state, id);
PRAGMA application_id = 1380084300;
PRAGMA user_version = 1;
)";

/** By which journals are told from other databases of SQLite's: `RBJL`. Stands in `layout`, too. */
inline constexpr std::int64_t application_id = 1380084300;

/** Columns of a record, in the order in which `record_of` reads them. */
inline constexpr char columns[] =
    "SELECT record.id, record.run, run.program, operation, origin, method, target, headers, body, key,"
    " memo, complete, begun, ended, state, status, sends, earlier, trace_id, text, note"
    " FROM record LEFT JOIN run ON run.id = record.run ";

inline std::int64_t milliseconds_of(std::chrono::system_clock::time_point time)
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(time.time_since_epoch()).count();
}

inline std::int64_t now_in_milliseconds()
{
    return milliseconds_of(std::chrono::system_clock::now());
}

inline std::chrono::system_clock::time_point time_of(std::int64_t milliseconds)
{
    return std::chrono::system_clock::time_point(std::chrono::milliseconds(milliseconds));
}

inline record record_of(database::row const& row)
{
    record found;
    int column = 0;
    found.id = row.number(column++);
    found.run = row.number(column++);
    for (std::string* const text : {&found.program, &found.operation, &found.origin, &found.method,
             &found.target, &found.headers, &found.body, &found.key, &found.memo})
        *text = row.text(column++);
    found.is_complete = row.number(column++) != 0;
    found.begun = time_of(row.number(column++));
    if (!row.is_null(column))
        found.ended = time_of(row.number(column));
    ++column;
    found.state = static_cast<state>(row.number(column++));
    found.status = static_cast<int>(row.number(column++));
    found.sends = static_cast<unsigned>(row.number(column++));
    found.earlier_may_have_applied = row.number(column++) != 0;
    for (std::string* const text : {&found.trace_id, &found.text, &found.note})
        *text = row.text(column++);
    return found;
}

/** The lines of a header. A request that is sent again may have them in another order. */
inline std::multiset<std::string> lines_of(std::string const& headers)
{
    std::multiset<std::string> lines;
    std::size_t end = 0;
    for (std::size_t begin = 0; begin < headers.size(); begin = end)
    {
        end = (std::min)(headers.find('\n', begin), headers.size() - 1) + 1;
        lines.insert(headers.substr(begin, end - begin));
    }
    return lines;
}

inline state state_of(net::journal_outcome outcome) noexcept
{
    switch (outcome)
    {
    case net::journal_outcome::succeeded:
        return state::succeeded;
    case net::journal_outcome::not_applied:
        return state::not_applied;
    case net::journal_outcome::unknown:
        break;
    }
    return state::unknown;
}

/** What stands behind the name of a file that could not be used, before the time. */
inline constexpr std::string_view damaged = ".damaged-";

/** Renames a file that cannot be used, with those beside it. */
inline void put_aside(std::string const& path)
{
    std::string const to = path + std::string(damaged) + std::to_string(now_in_milliseconds());
    for (char const* const end : {"", "-wal", "-shm"})
        std::rename((path + end).c_str(), (to + end).c_str());
}

/** The files that were put aside and are still there, the oldest first. A folder that cannot be
    listed has none. */
inline std::vector<std::string> kept_aside(std::string const& path)
{
    std::filesystem::path const file(std::u8string(path.begin(), path.end())); // UTF-8 everywhere
    std::u8string const own = file.filename().u8string();
    std::string const begin = std::string(own.begin(), own.end()) + std::string(damaged);
    auto const folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    std::vector<std::string> times;
    std::error_code failed;
    std::filesystem::directory_iterator entry(folder, failed);
    for (; !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed))
    {
        std::u8string const found = entry->path().filename().u8string();
        std::string const name(found.begin(), found.end());
        if (name.size() > begin.size() && name.starts_with(begin) &&
            name.find_first_not_of("0123456789", begin.size()) == std::string::npos)
            times.push_back(name.substr(begin.size()));
    }
    std::sort(times.begin(), times.end(), [](std::string const& a, std::string const& b)
        { return a.size() != b.size() ? a.size() < b.size() : a < b; });
    for (std::string& time : times)
        time = path + std::string(damaged) + time;
    return times;
}

} // namespace detail

RESTBIND_DECL result<std::shared_ptr<file>> open(options settings)
{
    if (settings.path.empty())
        return error(error_kind::invalid_argument, "journal::options::path is empty");
    if (settings.max_age.count() < 0)
        return error(error_kind::invalid_argument, "journal::options::max_age is negative");
    if (settings.busy_timeout.count() < 0)
        return error(error_kind::invalid_argument, "journal::options::busy_timeout is negative");
    std::shared_ptr<file> made(new file);
    if (auto const started = made->start(std::move(settings)); !started)
        return started.error();
    return made;
}

RESTBIND_DECL file::~file()
{
    if (process_ == net::detail::process::number())
        return;
    data_.leak();
    run_.leave();
}

/// A child of `fork()` uses neither its parent's connection nor its mutex.
RESTBIND_DECL result<void> file::check_process() const
{
    if (process_ == net::detail::process::number())
        return {};
    return error(error_kind::journal_failed,
        "the journal was opened by the parent of this process; open it again");
}

/// Opens the file, brings its layout up to date, and begins a run.
RESTBIND_DECL result<void> file::start(options&& settings)
{
    settings_ = std::move(settings);
    net::detail::process::watch_forks();
    process_ = net::detail::process::number();
    auto const prepare = [this]() -> result<void>
    {
        if (auto const opened = data_.open(settings_.path); !opened)
            return opened;
        auto const longest = std::chrono::milliseconds((std::numeric_limits<int>::max)());
        std::string const wait = "PRAGMA busy_timeout = " +
            std::to_string((std::min)(settings_.busy_timeout, longest).count());
        if (auto const set = data_.run(wait.c_str()); !set)
            return set;
        // First of all: a database of another program stays as it is.
        if (auto const begun = data_.run("BEGIN"); !begun)
            return begun;
        if (auto const known = is_new(); !known)
            return known.error();
        std::string mode;
        auto done = data_.run("COMMIT");
        if (done)
            done = data_.each("PRAGMA journal_mode = WAL", {},
                [&](detail::database::row const& row) { mode = row.text(0); });
        if (!done)
            return done;
        if (mode != "wal")
            return error(error_kind::journal_failed,
                "the journal: no write-ahead log can be kept there; journal_mode is " + mode);
        // FULL: the log is on the disk before a commit returns.
        if (auto const set = data_.run("PRAGMA synchronous = FULL"); !set)
            return set;
        std::string said;
        if (auto const checked = data_.each("PRAGMA quick_check(1)", {},
                [&](detail::database::row const& row) { said = row.text(0); });
            !checked)
            return checked;
        if (said != "ok")
            return error(error_kind::journal_failed, "the journal is damaged: " + said);
        if (auto const begun = data_.run("BEGIN IMMEDIATE"); !begun)
            return begun;
        auto const fresh = is_new();
        if (!fresh)
            return fresh.error();
        done = *fresh ? data_.run(detail::layout) : result<void>();
        return done ? data_.run("COMMIT") : done;
    };
    auto prepared = prepare();
    auto const is_damaged = [&]
    {
        return !prepared && (data_.is_damaged() ||
                                prepared.error().detail().starts_with("the journal is damaged"));
    };
    if (is_damaged())
    {
        // One program renames the file. Others that have found it so, too, use the new one.
        data_.close();
        detail::run_lock alone;
        auto const last = std::chrono::steady_clock::now() + settings_.busy_timeout;
        using attempt = detail::run_lock::attempt;
        attempt lock{};
        // No run has this number.
        while ((lock = alone.begin(settings_.path, -1)) != attempt::begun)
        {
            if (std::chrono::steady_clock::now() >= last)
                return error(error_kind::journal_failed,
                    lock == attempt::no_file
                        ? "the journal is damaged, and no file can be made and locked beside it"
                        : "the journal is damaged, and another program that renames it has not "
                          "finished within busy_timeout (" +
                            std::to_string(settings_.busy_timeout.count()) + " ms)");
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        prepared = prepare();
        if (is_damaged())
        {
            data_.close();
            detail::put_aside(settings_.path);
            prepared = prepare();
        }
    }
    if (!prepared)
        return prepared;
    kept_aside_ = detail::kept_aside(settings_.path);
    if (auto const begun = begin_run(); !begun)
        return begun;
    if (auto const found = find_lost(); !found)
        return found;
    if (auto const pruned = prune(); !pruned)
        return pruned;
    return forget_runs();
}

/// Whether the file is empty. An error if it is not a journal that this code knows.
RESTBIND_DECL result<bool> file::is_new()
{
    std::array<std::int64_t, 3> found{};
    constexpr std::array<char const*, 3> asked = {
        "PRAGMA user_version", "PRAGMA application_id", "SELECT count(*) FROM sqlite_master"};
    for (std::size_t i = 0; i < asked.size(); ++i)
        if (auto const read = data_.each(asked[i], {},
                [&](detail::database::row const& row) { found[i] = row.number(0); });
            !read)
            return read.error();
    if (found == std::array<std::int64_t, 3>{})
        return true;
    if (found[1] != detail::application_id)
        return error(error_kind::journal_failed,
            "the journal: the file is a database of another program");
    if (found[0] != 1)
        return error(error_kind::journal_failed, "the journal is of a newer version");
    return false;
}

/// Begins a run. Others see it once its file is locked. A number whose file another program holds
/// is passed over: that program has begun in a damaged file, which was renamed since.
RESTBIND_DECL result<void> file::begin_run()
{
    using attempt = detail::run_lock::attempt;
    auto begun = attempt::held_by_another;
    auto done = data_.run("BEGIN IMMEDIATE");
    while (done && begun == attempt::held_by_another)
    {
        done = data_.run("INSERT INTO run (program) VALUES (?)", {settings_.program});
        if (done)
            begun = run_.begin(settings_.path, data_.last_row());
    }
    if (!done)
        return done;
    if (begun == attempt::no_file)
        return error(error_kind::journal_failed,
            "the journal: no file can be made and locked beside it");
    return data_.run("COMMIT");
}

/// Removes the files of runs that have ended, and forgets those that no record names.
RESTBIND_DECL result<void> file::forget_runs()
{
    std::vector<std::int64_t> ended;
    auto done = data_.each("SELECT id, id IN (SELECT run FROM record) FROM run WHERE id <> ?",
        {run_.number()},
        [&](detail::database::row const& row)
        {
            bool const is_alive = detail::run_lock::is_alive(settings_.path, row.number(0));
            if (!is_alive && row.number(1) == 0)
                ended.push_back(row.number(0));
        });
    if (!done || ended.empty())
        return done;
    done = data_.run("BEGIN IMMEDIATE");
    for (std::int64_t const run : ended)
        if (done)
            done = data_.run("DELETE FROM run WHERE id = ?", {run});
    return done ? data_.run("COMMIT") : done;
}

/// What was under way in programs that have ended is lost.
RESTBIND_DECL result<void> file::find_lost()
{
    std::vector<std::int64_t> ended;
    auto done = data_.each("SELECT DISTINCT run FROM record WHERE state = 0 AND run <> ?",
        {run_.number()},
        [&](detail::database::row const& row)
        {
            if (!detail::run_lock::is_alive(settings_.path, row.number(0)))
                ended.push_back(row.number(0));
        });
    for (std::int64_t const run : ended)
        if (done)
            done = data_.run("UPDATE record SET state = 1 WHERE state = 0 AND run = ?", {run});
    return done;
}

/// Drops settled records that are too old or too many.
RESTBIND_DECL result<void> file::prune()
{
    auto const now = std::chrono::system_clock::now();
    // No record is older than the clock's first hour.
    if (settings_.max_age.count() != 0 &&
        settings_.max_age < std::chrono::floor<std::chrono::hours>(now).time_since_epoch())
        if (auto const done = data_.run("DELETE FROM record WHERE state >= 3 AND ended < ?",
                {detail::milliseconds_of(now - settings_.max_age)});
            !done)
            return done;
    if (settings_.max_settled == 0)
        return {};
    std::uint64_t const most = (std::numeric_limits<std::int64_t>::max)();
    return data_.run("DELETE FROM record WHERE state >= 3 AND id <= (SELECT id FROM record"
                     " WHERE state >= 3 ORDER BY id DESC LIMIT 1 OFFSET ?)",
        {static_cast<std::int64_t>((std::min<std::uint64_t>)(settings_.max_settled, most))});
}

/// The service has done what a record says: so it has for all that are the same request with its
/// key.
RESTBIND_DECL result<void> file::settle_repeated(std::int64_t entry)
{
    std::vector<std::pair<std::int64_t, std::multiset<std::string>>> same;
    auto done = data_.each(
        "SELECT id, headers FROM record WHERE (state IN (1, 2) OR id = ?1) AND"
        " (operation, origin, method, target, body, key) ="
        " (SELECT operation, origin, method, target, body, key FROM record WHERE id = ?1)"
        " ORDER BY id = ?1",
        {entry}, [&](detail::database::row const& row)
        { same.emplace_back(row.number(0), detail::lines_of(row.text(1))); });
    std::string const note = "sent again as record " + std::to_string(entry);
    for (auto const& [id, headers] : same) // itself comes last
        if (done && id != entry && headers == same.back().second)
            done = data_.run("UPDATE record SET state = 5, ended = ?, note = ? WHERE id = ?",
                {detail::now_in_milliseconds(), note, id});
    return done;
}

/// Writes the ends that could not be written before, up to the first that cannot be written now.
RESTBIND_DECL void file::write_kept_ends()
{
    while (!kept_ends_.empty() && write_end(kept_ends_.begin()->second))
        kept_ends_.erase(kept_ends_.begin());
}

/// Writes how a call has ended. @returns Whether there was such a record without an end.
RESTBIND_DECL result<bool> file::write_end(record const& ended)
{
    bool is_found = false;
    bool has_key = false;
    // A program that runs may have been taken for one that has ended: its record is lost then.
    auto const done =
        data_.each("UPDATE record SET state = ?, ended = ?, status = ?, sends = ?, earlier = ?,"
                   " trace_id = ?, text = ? WHERE id = ? AND state IN (0, 1) RETURNING key <> x''",
            {static_cast<std::int64_t>(ended.state), detail::milliseconds_of(*ended.ended),
                std::int64_t(ended.status), std::int64_t(ended.sends),
                std::int64_t(ended.earlier_may_have_applied), ended.trace_id, ended.text, ended.id},
            [&](detail::database::row const& row)
            {
                is_found = true;
                has_key = row.number(0) != 0;
            });
    if (!done)
        return done.error();
    if (has_key && ended.state == state::succeeded)
        if (auto const settled = settle_repeated(ended.id); !settled)
            return settled.error();
    return is_found;
}

/// Reads records. What is known of a call counts, also where it could not be written.
RESTBIND_DECL result<std::vector<record>> file::read(
    std::string const& which, std::initializer_list<detail::sqlite_value> values)
{
    std::vector<record> records;
    auto const done = data_.each(detail::columns + which, values,
        [&](detail::database::row const& row)
        {
            record& found = records.emplace_back(detail::record_of(row));
            auto const kept = kept_ends_.find(found.id);
            if (kept == kept_ends_.end())
                return;
            found.state = kept->second.state;
            found.ended = kept->second.ended;
            found.status = kept->second.status;
            found.sends = kept->second.sends;
            found.earlier_may_have_applied = kept->second.earlier_may_have_applied;
            found.trace_id = kept->second.trace_id;
            found.text = kept->second.text;
        });
    if (!done)
        return done.error();
    return records;
}

RESTBIND_DECL result<std::vector<record>> file::unresolved()
{
    if (auto const mine = check_process(); !mine)
        return mine.error();
    std::lock_guard const lock(mutex_);
    write_kept_ends();
    if (auto const found = find_lost(); !found)
        return found.error();
    if (kept_ends_.empty())
        return read("WHERE state IN (1, 2) ORDER BY record.id", {});
    auto records = read("WHERE state IN (0, 1, 2) ORDER BY record.id", {});
    if (records)
        std::erase_if(*records, [](record const& one) { return one.state == state::pending; });
    return records;
}

RESTBIND_DECL result<std::vector<record>> file::latest(std::size_t count)
{
    if (auto const mine = check_process(); !mine)
        return mine.error();
    std::lock_guard const lock(mutex_);
    write_kept_ends();
    return read("ORDER BY record.id DESC LIMIT ?", {static_cast<std::int64_t>(count)});
}

RESTBIND_DECL result<void> file::settle(std::int64_t id, std::string_view note)
{
    if (auto const mine = check_process(); !mine)
        return mine;
    std::lock_guard const lock(mutex_);
    write_kept_ends();
    auto const done = data_.run(
        "UPDATE record SET state = 5, ended = ?, note = ? WHERE id = ? AND state BETWEEN ? AND 2",
        {detail::now_in_milliseconds(), note, id, std::int64_t(kept_ends_.contains(id) ? 0 : 1)});
    if (done && data_.changes() == 0)
        return error(error_kind::invalid_argument,
            "no unresolved record of the journal has the number " + std::to_string(id));
    if (done)
        kept_ends_.erase(id);
    return done;
}

RESTBIND_DECL result<std::int64_t> file::begin(net::journal_entry const& entry)
{
    if (auto const mine = check_process(); !mine)
        return mine.error();
    std::lock_guard const lock(mutex_);
    write_kept_ends();
    auto const done = data_.run(
        "INSERT INTO record (run, operation, origin, method, target, headers, body, key,"
        " memo, complete, begun, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
        {run_.number(), entry.operation, entry.origin, entry.method, entry.target, entry.headers,
            entry.body, entry.key, entry.memo, std::int64_t(entry.is_complete), detail::now_in_milliseconds()});
    if (!done)
        return done.error();
    return data_.last_row();
}

RESTBIND_DECL result<void> file::end(std::int64_t entry, net::journal_result const& ended)
{
    if (process_ != net::detail::process::number())
        return {}; // the parent tells of the end
    constexpr unsigned often = 1000; // ends between two looks for old records
    std::lock_guard const lock(mutex_);
    write_kept_ends();
    record known;
    known.id = entry;
    known.ended = std::chrono::system_clock::now();
    known.state = detail::state_of(ended.outcome);
    known.status = ended.status;
    known.sends = ended.sends;
    known.earlier_may_have_applied = ended.earlier_may_have_applied;
    known.trace_id = ended.trace_id;
    known.text = ended.text;
    auto const written = write_end(known);
    if (!written)
    {
        kept_ends_.insert_or_assign(entry, std::move(known));
        return written.error();
    }
    if (!*written)
        return error(error_kind::journal_failed, "the journal: the record " +
            std::to_string(entry) + " is not there, or its end is known already");
    // The end is written: old records that cannot be dropped now are dropped behind the next end.
    if (++ends_ >= often && prune())
        ends_ = 0;
    return {};
}

} // namespace restbind::journal
