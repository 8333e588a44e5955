// SPDX-License-Identifier: BSL-1.0
// Files of SQLite's on a disk that loses, tears and refuses writes.
#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace restbind::test
{

/** Files whose writes stay in this process until they are synchronised. When it is killed, or at
    `cut_power`, it is as if the power had failed: what was not synchronised is gone, but for a few
    writes, whole or torn, that the system has made early. SQLite's default while this object lives, of
    which there is one.
*/
class faulty_files
{
public:
    explicit faulty_files(std::uint64_t seed = 1)
        : chance_(seed)
        , system_(sqlite3_vfs_find(nullptr))
        , vfs_(*system_)
    {
        self = this;
        vfs_.szOsFile = static_cast<int>(sizeof(file)) + system_->szOsFile;
        vfs_.zName = "faulty";
        vfs_.pNext = nullptr;
        vfs_.xOpen = &open;
        vfs_.xDelete = &remove;
        sqlite3_vfs_register(&vfs_, 1);
    }
    faulty_files(faulty_files const&) = delete;
    faulty_files& operator=(faulty_files const&) = delete;
    ~faulty_files()
    {
        sqlite3_vfs_unregister(&vfs_);
        sqlite3_vfs_register(system_, 1);
    }

    /** How many of a hundred writes fail, by `error`. */
    unsigned failing = 0;
    int error = SQLITE_FULL;

    /** Whether files can only be read. */
    bool is_read_only = false;

    /** Whether programs can share memory there, which the write-ahead log needs. */
    bool shares_memory = true;

    /** How many of a hundred writes the system makes before they are synchronised. */
    unsigned early = 10;

    /** The power fails within the synchronisation of this number, from 1 on. 0: in none. */
    long cut_within = 0;

    /** Whether a power cut kills the process. If not, nothing is read or written any more until
        `is_without_power` is false again. */
    bool cut_kills = true;
    bool is_without_power = false;

    /** The power fails: of the writes that are not synchronised some have come to the disk, in any
        order, the last one torn. */
    void cut_power()
    {
        for (file* const one : opened_)
            lose(*one);
        is_without_power = true;
        if (cut_kills)
            std::raise(SIGKILL);
    }

    /** Bytes of memory that the files take here. */
    std::size_t held_bytes() const
    {
        std::size_t sum = 0;
        for (file const* const one : opened_)
        {
            sum += one->seen->bytes.capacity();
            for (auto const& [offset, bytes] : one->seen->pending)
                sum += sizeof(bytes) + sizeof(offset) + bytes.capacity();
        }
        return sum;
    }

private:
    struct image // a file as this process sees it
    {
        std::string bytes;
        std::vector<std::pair<sqlite3_int64, std::string>> pending; // not synchronised
    };

    struct file
    {
        sqlite3_file base;
        sqlite3_file* real;
        image* seen; // null for a file that is not lost: the index in shared memory is made anew
    };

    static inline faulty_files* self = nullptr;

    static file& of(sqlite3_file* opened) { return *reinterpret_cast<file*>(opened); }

    static sqlite3_file* real(sqlite3_file* opened) { return of(opened).real; }

    unsigned percent() { return static_cast<unsigned>(chance_() % 100); }

    static int open(sqlite3_vfs*, char const* name, sqlite3_file* opened, int flags, int* out)
    {
        file& made = of(opened);
        made.real = reinterpret_cast<sqlite3_file*>(&made + 1);
        made.seen = nullptr;
        made.base.pMethods = nullptr;
        if (self->is_read_only)
            flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
        int const code = self->system_->xOpen(self->system_, name, made.real, flags, out);
        if (made.real->pMethods == nullptr)
            return code;
        made.base.pMethods = self->shares_memory ? &methods : &unshared_methods;
        if (code != SQLITE_OK || !(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)))
            return code;
        auto seen = std::make_unique<image>();
        sqlite3_int64 size = 0;
        int read = made.real->pMethods->xFileSize(made.real, &size);
        seen->bytes.resize(static_cast<std::size_t>(size));
        if (read == SQLITE_OK && size != 0)
            read = made.real->pMethods->xRead(
                made.real, seen->bytes.data(), static_cast<int>(size), 0);
        made.seen = seen.release();
        self->opened_.push_back(&made);
        return read;
    }

    static int remove(sqlite3_vfs*, char const* name, int synchronises)
    {
        return self->is_without_power
                   ? SQLITE_IOERR_DELETE
                   : self->system_->xDelete(self->system_, name, synchronises);
    }

    static int close(sqlite3_file* opened)
    {
        int const code = flush(of(opened));
        delete of(opened).seen;
        std::erase(self->opened_, &of(opened));
        int const closed = real(opened)->pMethods->xClose(real(opened));
        return code == SQLITE_OK ? closed : code;
    }

    static int read(sqlite3_file* opened, void* to, int size, sqlite3_int64 offset)
    {
        if (self->is_without_power)
            return SQLITE_IOERR_READ;
        if (!of(opened).seen)
            return real(opened)->pMethods->xRead(real(opened), to, size, offset);
        std::string const& bytes = of(opened).seen->bytes;
        auto const from = (std::min)(static_cast<std::size_t>(offset), bytes.size());
        auto const wanted = static_cast<std::size_t>(size);
        std::size_t const found = (std::min)(wanted, bytes.size() - from);
        std::memset(to, 0, wanted);
        std::memcpy(to, bytes.data() + from, found);
        return found == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
    }

    static int put(file& to, sqlite3_int64 offset, std::string const& bytes, std::size_t size)
    {
        return to.real->pMethods->xWrite(to.real, bytes.data(), static_cast<int>(size), offset);
    }

    static int write(sqlite3_file* opened, void const* bytes, int size, sqlite3_int64 offset)
    {
        if (self->is_without_power)
            return SQLITE_IOERR_WRITE;
        if (self->percent() < self->failing)
            return self->error;
        file& to = of(opened);
        if (!to.seen)
            return to.real->pMethods->xWrite(to.real, bytes, size, offset);
        auto const length = static_cast<std::size_t>(size);
        auto const begin = static_cast<std::size_t>(offset);
        to.seen->bytes.resize((std::max)(to.seen->bytes.size(), begin + length));
        std::memcpy(to.seen->bytes.data() + begin, bytes, length);
        to.seen->pending.emplace_back(
            offset, std::string(static_cast<char const*>(bytes), length));
        if (self->percent() >= self->early)
            return SQLITE_OK;
        std::string const& written = to.seen->pending.back().second;
        return put(to, offset, written, self->percent() < 50 ? length : self->chance_() % length);
    }

    static int flush(file& to)
    {
        if (!to.seen)
            return SQLITE_OK;
        for (auto const& [offset, bytes] : to.seen->pending)
            if (int const code = put(to, offset, bytes, bytes.size()); code != SQLITE_OK)
                return code;
        to.seen->pending.clear();
        return SQLITE_OK;
    }

    static int synchronise(sqlite3_file* opened, int)
    {
        file& to = of(opened);
        if (self->cut_within != 0 && --self->cut_within == 0)
            self->cut_power();
        if (self->is_without_power)
            return SQLITE_IOERR_FSYNC;
        if (self->percent() < self->failing)
            return self->error;
        return flush(to); // the file of the system outlives the process, without a sync of its own
    }

    void lose(file& of)
    {
        auto& pending = of.seen->pending;
        std::shuffle(pending.begin(), pending.end(), chance_);
        std::size_t const whole = pending.empty() ? 0 : chance_() % pending.size();
        for (std::size_t at = 0; at < whole; ++at)
            put(of, pending[at].first, pending[at].second, pending[at].second.size());
        if (whole < pending.size())
            put(of, pending[whole].first, pending[whole].second,
                chance_() % (pending[whole].second.size() + 1));
        pending.clear();
    }

    static int truncate(sqlite3_file* opened, sqlite3_int64 size)
    {
        file& to = of(opened);
        if (self->is_without_power)
            return SQLITE_IOERR_TRUNCATE;
        if (int const code = flush(to); code != SQLITE_OK)
            return code;
        if (to.seen)
            to.seen->bytes.resize(static_cast<std::size_t>(size));
        return to.real->pMethods->xTruncate(to.real, size);
    }

    static int size_of(sqlite3_file* opened, sqlite3_int64* size)
    {
        if (!of(opened).seen)
            return real(opened)->pMethods->xFileSize(real(opened), size);
        *size = static_cast<sqlite3_int64>(of(opened).seen->bytes.size());
        return SQLITE_OK;
    }

    static constexpr sqlite3_io_methods methods{.iVersion = 2,
        .xClose = &close,
        .xRead = &read,
        .xWrite = &write,
        .xTruncate = &truncate,
        .xSync = &synchronise,
        .xFileSize = &size_of,
        .xLock = [](sqlite3_file* f, int level) { return real(f)->pMethods->xLock(real(f), level); },
        .xUnlock = [](sqlite3_file* f, int level)
        { return real(f)->pMethods->xUnlock(real(f), level); },
        .xCheckReservedLock = [](sqlite3_file* f, int* out)
        { return real(f)->pMethods->xCheckReservedLock(real(f), out); },
        .xFileControl = [](sqlite3_file* f, int what, void* value)
        { return real(f)->pMethods->xFileControl(real(f), what, value); },
        .xSectorSize = [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); },
        .xDeviceCharacteristics = [](sqlite3_file* f)
        { return real(f)->pMethods->xDeviceCharacteristics(real(f)); },
        .xShmMap = [](sqlite3_file* f, int page, int size, int extend, void volatile** out)
        { return real(f)->pMethods->xShmMap(real(f), page, size, extend, out); },
        .xShmLock = [](sqlite3_file* f, int offset, int n, int flags)
        { return real(f)->pMethods->xShmLock(real(f), offset, n, flags); },
        .xShmBarrier = [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); },
        .xShmUnmap = [](sqlite3_file* f, int remove)
        { return real(f)->pMethods->xShmUnmap(real(f), remove); },
        .xFetch = nullptr,
        .xUnfetch = nullptr};

    static constexpr sqlite3_io_methods unshared_methods = []
    {
        sqlite3_io_methods older = methods;
        older.iVersion = 1;
        return older;
    }();

    std::vector<file*> opened_; ///< those with an image
    std::mt19937_64 chance_;
    sqlite3_vfs* system_;
    sqlite3_vfs vfs_;
};

} // namespace restbind::test
