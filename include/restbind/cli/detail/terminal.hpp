// SPDX-License-Identifier: BSL-1.0
// What a terminal and files of secrets are on POSIX and on Windows.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>

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

/** How a terminal takes pictures in PNG. Sixels are made by a viewer. */
enum class picture_protocol : unsigned char
{
    none,
    kitty, ///< kitty, Ghostty, WezTerm, Konsole
    iterm  ///< iTerm2, and others that say that they are it
};

/** The protocol of the terminal that the standard output is; none where it is none. */
inline picture_protocol picture_protocol_of_terminal()
{
    auto const says = [](char const* name, std::string_view value)
    {
        char const* const text = std::getenv(name);
        return text != nullptr && std::string_view(text).find(value) != std::string_view::npos;
    };
    if (!is_terminal(stream::output) || says("TERM", "screen") || says("TMUX", "/"))
        return picture_protocol::none;
    if (says("TERM", "kitty") || says("TERM_PROGRAM", "ghostty") || says("TERM_PROGRAM", "WezTerm")
        || says("KONSOLE_VERSION", "2"))
        return picture_protocol::kitty;
    if (says("TERM_PROGRAM", "iTerm") || says("LC_TERMINAL", "iTerm2"))
        return picture_protocol::iterm;
    return picture_protocol::none;
}

/** Shows a picture in PNG, given in base64. */
inline void show_picture(std::ostream& out, picture_protocol how, std::string_view base64)
{
    if (how == picture_protocol::iterm)
    {
        out << "\x1b]1337;File=inline=1:" << base64 << "\a\n";
        return;
    }
    constexpr std::size_t most = 4096; // of a piece, as kitty's protocol says
    char const* keys = "a=T,f=100,";
    do
    {
        std::string_view const piece = base64.substr(0, most);
        base64.remove_prefix(piece.size());
        out << "\x1b_G" << keys << "m=" << (base64.empty() ? 0 : 1) << ';' << piece << "\x1b\\";
        keys = "";
    } while (!base64.empty());
    out << '\n';
}

/** Shows a picture by a command of the user, such as `img2sixel`, which the shell runs. The command
    reads the picture from its standard input and writes to the terminal.

    @returns Whether the command ended with status 0. It need not read all.
*/
inline bool view_picture(std::string const& command, std::span<unsigned char const> picture)
{
#ifdef _WIN32
    std::FILE* const pipe = ::_popen(command.c_str(), "wb");
#else
    std::FILE* const pipe = ::popen(command.c_str(), "w");
#endif
    if (pipe == nullptr)
        return false;
#ifdef SIGPIPE // a command that ends early must not end this program
    auto* const before = std::signal(SIGPIPE, SIG_IGN);
#endif
    std::fwrite(picture.data(), 1, picture.size(), pipe);
#ifdef _WIN32
    int const status = ::_pclose(pipe);
#else
    int const status = ::pclose(pipe);
#endif
#ifdef SIGPIPE
    std::signal(SIGPIPE, before);
#endif
    return status == 0;
}

/** While it lives, a program that is interrupted (Ctrl-C) says a text before it ends. There is one
    at most. */
class words_at_interrupt
{
public:
    /** @param text What it says. */
    explicit words_at_interrupt(std::string text)
    {
        said() = std::move(text);
        before_ = std::signal(SIGINT, &speak);
        if (before_ == SIG_IGN) // as in the background of a script
            std::signal(SIGINT, SIG_IGN);
    }
    words_at_interrupt(words_at_interrupt const&) = delete;
    words_at_interrupt& operator=(words_at_interrupt const&) = delete;
    ~words_at_interrupt() { std::signal(SIGINT, before_); }

private:
    static std::string& said()
    {
        static std::string text;
        return text;
    }

    /// Does only what a handler of a signal may do.
    static void speak(int number)
    {
        std::string const& text = said();
#ifdef _WIN32
        static_cast<void>(::_write(2, text.data(), static_cast<unsigned>(text.size())));
#else
        [[maybe_unused]] auto const done = ::write(STDERR_FILENO, text.data(), text.size());
#endif
        std::signal(number, SIG_DFL);
        std::raise(number);
    }

    void (*before_)(int) = SIG_DFL;
};

/** A line that is typed at the terminal, which does not show it. */
inline std::string read_unseen(std::string_view prompt)
{
    std::string text;
#ifdef _WIN32
    std::cerr << prompt << ": " << std::flush;
    for (int key = ::_getch(); key != '\r' && key != '\n' && key != 3; key = ::_getch())
        text += static_cast<char>(key);
#else
    ::termios before{};
    ::tcgetattr(STDIN_FILENO, &before);
    ::termios hidden = before;
    hidden.c_lflag &= ~static_cast<::tcflag_t>(ECHO);
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden); // first: it forgets what was typed before
    std::cerr << prompt << ": " << std::flush;
    std::getline(std::cin, text);
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
#endif
    std::cerr << '\n';
    return text;
}

} // namespace restbind::cli::detail
