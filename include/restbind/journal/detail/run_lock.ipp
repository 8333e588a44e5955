// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/journal/detail/run_lock.hpp>

#include <mutex>
#include <string>

#ifdef _WIN32
#include <windows.h>
#else
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

namespace restbind::inline RESTBIND_ABI::journal::detail
{

RESTBIND_DECL std::string run_lock::path_of(std::string const& journal, std::int64_t run)
{
    return journal + "-run-" + std::to_string(run);
}

#ifdef _WIN32

// Nobody else can open the file while it is open here, and the system removes it at the end.
RESTBIND_DECL auto run_lock::begin(std::string const& journal, std::int64_t run) -> attempt
{
    path_ = path_of(journal, run);
    HANDLE const made = CreateFileA(path_.c_str(), GENERIC_READ | GENERIC_WRITE, 0, nullptr,
        OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    if (made == INVALID_HANDLE_VALUE)
        return GetLastError() == ERROR_SHARING_VIOLATION ? attempt::held_by_another : attempt::no_file;
    handle_ = made;
    number_ = run;
    return attempt::begun;
}

RESTBIND_DECL void run_lock::end() noexcept
{
    if (handle_)
        CloseHandle(handle_);
    handle_ = nullptr;
}

RESTBIND_DECL bool run_lock::is_alive(std::string const& journal, std::int64_t run)
{
    std::string const path = path_of(journal, run);
    HANDLE const found = CreateFileA(path.c_str(), GENERIC_READ, 0, nullptr, OPEN_EXISTING,
        FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    if (found == INVALID_HANDLE_VALUE)
        return GetLastError() != ERROR_FILE_NOT_FOUND;
    CloseHandle(found);
    return false;
}

RESTBIND_DECL void run_lock::leave() noexcept {}

#else

// flock() belongs to the open file, not to the process: closing another descriptor of the same file
// does not end it, as it ends the locks of fcntl().
RESTBIND_DECL auto run_lock::begin(std::string const& journal, std::int64_t run) -> attempt
{
    path_ = path_of(journal, run);
    std::lock_guard const no_fork(net::detail::process::mutex());
    int const made = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (made < 0)
        return attempt::no_file;
    if (::flock(made, LOCK_EX | LOCK_NB) != 0)
    {
        bool const is_held = errno == EWOULDBLOCK;
        ::close(made);
        return is_held ? attempt::held_by_another : attempt::no_file;
    }
    descriptor_.value = made;
    net::detail::process::add(descriptor_);
    number_ = run;
    return attempt::begun;
}

RESTBIND_DECL void run_lock::end() noexcept
{
    if (number_ == 0)
        return;
    ::unlink(path_.c_str());
    leave();
}

RESTBIND_DECL bool run_lock::is_alive(std::string const& journal, std::int64_t run)
{
    std::string const path = path_of(journal, run);
    int const found = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (found < 0)
        return errno != ENOENT; // without descriptors nothing is known of the other program
    bool const has_ended = ::flock(found, LOCK_EX | LOCK_NB) == 0;
    if (has_ended)
        ::unlink(path.c_str());
    ::close(found);
    return !has_ended;
}

RESTBIND_DECL void run_lock::leave() noexcept
{
    std::lock_guard const no_fork(net::detail::process::mutex());
    int const held = descriptor_.value;
    net::detail::process::remove(descriptor_);
    if (held != -1)
        ::close(held);
    number_ = 0;
}

#endif

} // namespace restbind::journal::detail
