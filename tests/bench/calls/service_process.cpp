// SPDX-License-Identifier: BSL-1.0
#include "service.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace bench
{

namespace
{

/// Everything up to the end of a pipe.
std::string read_all(int from)
{
    std::string text;
    std::array<char, 4096> space;
    for (;;)
    {
        ssize_t const count = ::read(from, space.data(), space.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return text;
        text.append(space.data(), static_cast<std::size_t>(count));
    }
}

} // namespace

service_process::service_process()
{
    std::array<int, 2> lifeline{};
    std::array<int, 2> output{};
    if (::pipe2(lifeline.data(), O_CLOEXEC) != 0 || ::pipe2(output.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe2");
    lifeline_ = lifeline[1];

    // By its name, not as /proc/self/exe, which under valgrind is valgrind.
    std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
    std::string argument = "--serve";
    std::array<char*, 3> const arguments{program.data(), argument.data(), nullptr};
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, lifeline[0], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
    int const failure =
        ::posix_spawn(&process_, program.c_str(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(lifeline[0]);
    ::close(output[1]);
    std::string const said = failure == 0 ? read_all(output[0]) : std::string();
    ::close(output[0]);
    if (failure != 0)
        throw std::system_error(failure, std::generic_category(), program);

    std::istringstream text(said);
    text >> address_.plain_port >> address_.tls_port;
    text.ignore(1);
    if (text)
        address_.authority = said.substr(static_cast<std::size_t>(text.tellg()));
    if (address_.authority.empty())
        throw std::runtime_error("the service with the fixed responses did not start");
}

service_process::~service_process()
{
    ::close(lifeline_);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR)
    {
    }
}

} // namespace bench
