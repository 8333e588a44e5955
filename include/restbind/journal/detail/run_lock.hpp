// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/net/detail/process.hpp>

#include <cstdint>
#include <string>

namespace restbind::inline RESTBIND_ABI::journal::detail
{

/** Shows other programs that one run of a program is alive: a file that is locked while it runs. The
    system takes the lock away when the process ends, however it ends. A child of `fork()` does not
    hold it.
*/
class run_lock
{
public:
    run_lock() = default;
    run_lock(run_lock const&) = delete;
    run_lock& operator=(run_lock const&) = delete;
    ~run_lock() { end(); }

    /** What became of `begin`. */
    enum class attempt
    {
        begun,           ///< this program holds the lock
        held_by_another, ///< another program holds it
        no_file          ///< the file cannot be made, opened or locked
    };

    /** Begins the run. @pre `process::watch_forks` was called.

        @param journal Path of the journal.
        @param run Number of the run, which no other one has.
    */
    attempt begin(std::string const& journal, std::int64_t run);

    /** Ends the run. */
    void end() noexcept;

    /** Whether another program holds the lock of a run, or may hold it: the system may not say.
        Removes the file of a run that has ended. */
    static bool is_alive(std::string const& journal, std::int64_t run);

    /** Number of the run; 0 before `begin`. */
    std::int64_t number() const noexcept { return number_; }

    /** Closes the file, and leaves it to others to remove it: to the parent, in a child. */
    void leave() noexcept;

private:
    static std::string path_of(std::string const& journal, std::int64_t run);

    std::string path_;
    std::int64_t number_ = 0;
#ifdef _WIN32
    void* handle_ = nullptr;
#else
    net::detail::own_descriptor descriptor_; ///< guarded by the mutex of the process
#endif
};

} // namespace restbind::journal::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/journal/detail/run_lock.ipp>
#endif
