// SPDX-License-Identifier: BSL-1.0
// SQLite in the words of C++: a connection, and a statement that is run. The only file that
// includes SQLite.
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>

#include <sqlite3.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#ifndef _WIN32
#include <fcntl.h>
#include <unistd.h>
#endif

namespace restbind::inline RESTBIND_ABI::journal::detail
{

/** Closes what SQLite has made. */
struct sqlite_deleter
{
    void operator()(sqlite3* data) const noexcept { sqlite3_close_v2(data); }
    void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
};

/** A value of a parameter: a number, or a text that lives until the statement has run. */
using sqlite_value = std::variant<std::int64_t, std::string_view>;

/** A connection to a database file. Not thread-safe. */
class database
{
public:
    /** A row of a result; see `each`. */
    class row
    {
    public:
        explicit row(sqlite3_stmt& statement) noexcept
            : statement_(&statement)
        {
        }

        /** The integer in a column; 0 for null. */
        std::int64_t number(int column) const noexcept
        {
            return sqlite3_column_int64(statement_, column);
        }

        /** The text in a column; empty for null. */
        std::string text(int column) const
        {
            void const* const bytes = sqlite3_column_blob(statement_, column);
            auto const size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
            return bytes ? std::string(static_cast<char const*>(bytes), size) : std::string();
        }

        /** Whether a column is null. */
        bool is_null(int column) const noexcept
        {
            return sqlite3_column_type(statement_, column) == SQLITE_NULL;
        }

    private:
        sqlite3_stmt* statement_;
    };

    /** Opens a file, and makes it if it is not there. Only its owner may then read it, and the files
        that SQLite puts beside it; on Windows the folder says who may. */
    result<void> open(std::string const& path)
    {
#ifndef _WIN32
        // Whatever else is wrong with the path, SQLite finds it, too, and says it.
        int const created = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (created >= 0)
            ::close(created);
#endif
        sqlite3* made = nullptr;
        int const code = sqlite3_open_v2(path.c_str(), &made,
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
        data_.reset(made);
        if (code != SQLITE_OK)
            return failure(code);
        sqlite3_extended_result_codes(made, 1);
        return {};
    }

    void close() noexcept
    {
        statements_.clear();
        data_.reset();
    }

    /** Keeps the connection, and its memory, for ever: a child of `fork()` must not close it. */
    void leak() noexcept
    {
        for (auto& [text, statement] : statements_)
            static_cast<void>(statement.release());
        static_cast<void>(data_.release());
    }

    /** Runs statements that have no result. */
    result<void> run(char const* statements)
    {
        int const code = sqlite3_exec(data_.get(), statements, nullptr, nullptr, nullptr);
        return code == SQLITE_OK ? result<void>() : failure(code);
    }

    /** Runs one statement with values for its `?`, and calls `use` with each row. */
    template <class Use>
    result<void> each(
        std::string_view text, std::initializer_list<sqlite_value> values, Use const& use)
    {
        sqlite3_stmt* made = nullptr;
        int code = prepare(text, made);
        int place = 0;
        for (sqlite_value const& value : values)
            if (code == SQLITE_OK)
                code = bind(*made, ++place, value);
        if (code != SQLITE_OK)
            return failure(code);
        while ((code = sqlite3_step(made)) == SQLITE_ROW)
            use(row(*made));
        result<void> const done = code == SQLITE_DONE ? result<void>() : failure(code);
        sqlite3_reset(made); // or it would hold the lock of the file
        return done;
    }

    /** Runs one statement that has no result. */
    result<void> run(std::string_view text, std::initializer_list<sqlite_value> values)
    {
        return each(text, values, [](row) {});
    }

    /** The number of the row that was inserted last. */
    std::int64_t last_row() const noexcept { return sqlite3_last_insert_rowid(data_.get()); }

    /** How many rows the last statement has changed. */
    int changes() const noexcept { return sqlite3_changes(data_.get()); }

    /** Whether the last error says that the file is damaged, or no database. */
    bool is_damaged() const noexcept
    {
        int const code = sqlite3_errcode(data_.get()) & 0xff;
        return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
    }

private:
    /// Statements are compiled once: that takes longer than running one.
    int prepare(std::string_view text, sqlite3_stmt*& made)
    {
        auto found = statements_.find(text);
        if (found == statements_.end())
            found = statements_.try_emplace(std::string(text)).first;
        auto& kept = found->second;
        int code = SQLITE_OK;
        if (!kept)
        {
            code = sqlite3_prepare_v3(data_.get(), text.data(), static_cast<int>(text.size()),
                SQLITE_PREPARE_PERSISTENT, &made, nullptr);
            kept.reset(made);
        }
        made = kept.get();
        return code;
    }

    static int bind(sqlite3_stmt& statement, int place, sqlite_value const& value) noexcept
    {
        if (auto const* const number = std::get_if<std::int64_t>(&value))
            return sqlite3_bind_int64(&statement, place, *number);
        std::string_view const text = std::get<std::string_view>(value);
        // A null pointer would be SQL's null.
        return sqlite3_bind_blob64(
            &statement, place, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC);
    }

    error failure(int code) const
    {
        std::string text("the journal: ");
        text += data_ ? sqlite3_errmsg(data_.get()) : sqlite3_errstr(code);
        return error(error_kind::journal_failed, std::move(text));
    }

    std::unique_ptr<sqlite3, sqlite_deleter> data_;
    std::map<std::string, std::unique_ptr<sqlite3_stmt, sqlite_deleter>, std::less<>>
        statements_; // closed before what they belong to
};

} // namespace restbind::journal::detail
