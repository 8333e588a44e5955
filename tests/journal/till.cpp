// SPDX-License-Identifier: BSL-1.0
// A till that sells until it is killed, for kill.py: each sale has a number of its own, the session
// in the request. It prints nothing; what it did is in its journal.
//
//     till URL JOURNAL FIRST [TEAR]    sells FIRST, FIRST + 1, …; with TEAR the write of that number
//                                      is torn, and the process killed within it
//     till list JOURNAL                prints state and number of each record
#include <restbind/journal.hpp>
#include <ticketing/v1.hpp>

#include <sqlite3.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>

namespace api = ticketing::v1;

namespace
{

/// A file system that ends the process in the middle of a write.
struct torn_file
{
    sqlite3_file base;
    sqlite3_file* real;
};

sqlite3_vfs* real_files = nullptr;
sqlite3_vfs torn_files;
sqlite3_io_methods torn_methods;
long writes_left = 0;

sqlite3_file* real_of(sqlite3_file* file)
{
    return reinterpret_cast<torn_file*>(file)->real;
}

int torn_write(sqlite3_file* file, void const* bytes, int size, sqlite3_int64 offset)
{
    sqlite3_file* const real = real_of(file);
    if (--writes_left == 0)
    {
        real->pMethods->xWrite(real, bytes, size / 2, offset);
        std::raise(SIGKILL);
    }
    return real->pMethods->xWrite(real, bytes, size, offset);
}

int torn_open(sqlite3_vfs*, char const* name, sqlite3_file* file, int flags, int* out)
{
    auto* const own = reinterpret_cast<torn_file*>(file);
    own->real = reinterpret_cast<sqlite3_file*>(own + 1);
    int const code = real_files->xOpen(real_files, name, own->real, flags, out);
    own->base.pMethods = own->real->pMethods ? &torn_methods : nullptr;
    return code;
}

void tear(long write)
{
    writes_left = write;
    real_files = sqlite3_vfs_find(nullptr);
    torn_files = *real_files;
    torn_files.szOsFile = static_cast<int>(sizeof(torn_file)) + real_files->szOsFile;
    torn_files.zName = "torn";
    torn_files.xOpen = torn_open;
    torn_methods = {.iVersion = 3,
        .xClose = [](sqlite3_file* f) { return real_of(f)->pMethods->xClose(real_of(f)); },
        .xRead = [](sqlite3_file* f, void* to, int n, sqlite3_int64 at)
        { return real_of(f)->pMethods->xRead(real_of(f), to, n, at); },
        .xWrite = torn_write,
        .xTruncate = [](sqlite3_file* f, sqlite3_int64 size)
        { return real_of(f)->pMethods->xTruncate(real_of(f), size); },
        .xSync = [](sqlite3_file* f, int flags)
        { return real_of(f)->pMethods->xSync(real_of(f), flags); },
        .xFileSize = [](sqlite3_file* f, sqlite3_int64* size)
        { return real_of(f)->pMethods->xFileSize(real_of(f), size); },
        .xLock = [](sqlite3_file* f, int level)
        { return real_of(f)->pMethods->xLock(real_of(f), level); },
        .xUnlock = [](sqlite3_file* f, int level)
        { return real_of(f)->pMethods->xUnlock(real_of(f), level); },
        .xCheckReservedLock = [](sqlite3_file* f, int* out)
        { return real_of(f)->pMethods->xCheckReservedLock(real_of(f), out); },
        .xFileControl = [](sqlite3_file* f, int what, void* value)
        { return real_of(f)->pMethods->xFileControl(real_of(f), what, value); },
        .xSectorSize = [](sqlite3_file* f) { return real_of(f)->pMethods->xSectorSize(real_of(f)); },
        .xDeviceCharacteristics = [](sqlite3_file* f)
        { return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f)); },
        .xShmMap = [](sqlite3_file* f, int page, int size, int extend, void volatile** out)
        { return real_of(f)->pMethods->xShmMap(real_of(f), page, size, extend, out); },
        .xShmLock = [](sqlite3_file* f, int offset, int n, int flags)
        { return real_of(f)->pMethods->xShmLock(real_of(f), offset, n, flags); },
        .xShmBarrier = [](sqlite3_file* f) { real_of(f)->pMethods->xShmBarrier(real_of(f)); },
        .xShmUnmap = [](sqlite3_file* f, int remove)
        { return real_of(f)->pMethods->xShmUnmap(real_of(f), remove); },
        .xFetch = [](sqlite3_file* f, sqlite3_int64 at, int n, void** out)
        { return real_of(f)->pMethods->xFetch(real_of(f), at, n, out); },
        .xUnfetch = [](sqlite3_file* f, sqlite3_int64 at, void* page)
        { return real_of(f)->pMethods->xUnfetch(real_of(f), at, page); }};
    sqlite3_vfs_register(&torn_files, 1);
}

char const* word_of(restbind::journal::state state)
{
    static constexpr char const* words[] = {
        "pending", "lost", "unknown", "succeeded", "not_applied", "settled"};
    return words[static_cast<std::size_t>(state)];
}

int list(std::string const& path)
{
    auto const opened = restbind::journal::open({.path = path});
    if (!opened)
        return std::cerr << opened.error() << '\n', 1;
    if (!(*opened)->kept_aside().empty())
        return std::cerr << "damaged\n", 1;
    auto const records = (*opened)->latest(1'000'000);
    if (!records)
        return std::cerr << records.error() << '\n', 1;
    for (restbind::journal::record const& found : *records)
        std::cout << word_of(found.state) << ' ' << found.body << '\n';
    return 0;
}

} // namespace

int main(int count, char** arguments)
{
    std::string const first = arguments[1];
    if (first == "list")
        return list(arguments[2]);
    if (count > 4)
        tear(std::atol(arguments[4]));
    auto opened = restbind::journal::open({.path = arguments[2], .program = "till"});
    if (!opened)
        return std::cerr << opened.error() << '\n', 1;
    restbind::net::client_options options;
    options.base_url = first;
    options.anonymous = true;
    options.journal = *opened;
    options.timeouts.call = std::chrono::seconds(5);
    auto const client = api::blocking_client::make(std::move(options), {.tenant = "arena"});
    if (!client)
        return std::cerr << client.error() << '\n', 1;
    for (std::int64_t number = std::atoll(arguments[3]);; ++number)
    {
        auto const sold = client->allocate_best_seats({.session_id = number,
            .catalog_id = 1,
            .quantity = 1,
            .price_category = std::int64_t(1)});
        if (!sold && sold.error() == restbind::error_kind::journal_failed)
            return std::cerr << sold.error() << '\n', 1;
    }
}
