// SPDX-License-Identifier: BSL-1.0
// What a terminal and files of secrets are on POSIX and on Windows.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <iostream>
#include <string>
#include <string_view>

#include <sys/stat.h>

#ifdef _WIN32
#include <conio.h>
#include <io.h>
#else
#include <termios.h>
#include <unistd.h>
#endif

namespace restbind::inline RESTBIND_ABI::cli::detail
{

enum class stream : int
{
    input = 0,
    output = 1
};

/** Whether a standard stream is a terminal. */
inline bool is_terminal(stream which) noexcept
{
#ifdef _WIN32
    return ::_isatty(static_cast<int>(which)) != 0;
#else
    return ::isatty(static_cast<int>(which)) != 0;
#endif
}

/** Whether others than its owner may read a file. Windows knows no such modes: there a file of the
    user's own folder is taken as it is. */
inline bool is_readable_by_others([[maybe_unused]] struct ::stat const& file) noexcept
{
#ifdef _WIN32
    return false;
#else
    return (file.st_mode & 077) != 0;
#endif
}

/** A line that is typed at the terminal, which does not show it. */
inline std::string read_unseen(std::string_view prompt)
{
    std::cerr << prompt << ": " << std::flush;
    std::string text;
#ifdef _WIN32
    for (int key = ::_getch(); key != '\r' && key != '\n' && key != 3; key = ::_getch())
        text += static_cast<char>(key);
#else
    ::termios before{};
    ::tcgetattr(STDIN_FILENO, &before);
    ::termios hidden = before;
    hidden.c_lflag &= ~static_cast<::tcflag_t>(ECHO);
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
    std::getline(std::cin, text);
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
#endif
    std::cerr << '\n';
    return text;
}

} // namespace restbind::cli::detail
