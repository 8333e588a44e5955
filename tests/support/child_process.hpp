// SPDX-License-Identifier: BSL-1.0
// A child of the test's process, made by fork().
#pragma once

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <string>

namespace restbind::test
{

/// A child that runs a function. What hangs in it is ended after 5 s.
class child_process
{
public:
    explicit child_process(std::function<std::string()> const& work)
    {
        int ends[2]{};
        BOOST_TEST_REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
        child_ = ::fork();
        BOOST_TEST_REQUIRE(child_ >= 0);
        if (child_ == 0)
        {
            // Boost.Test would take the signals for its own.
            ::signal(SIGALRM, SIG_DFL);
            ::alarm(5);
            std::string said;
            try
            {
                said = work();
            }
            catch (...)
            {
                said = "ended by an exception"; // must not go on with the tests of its parent
            }
            static_cast<void>(!::write(ends[1], said.data(), said.size()));
            ::_exit(0);
        }
        ::close(ends[1]);
        end_ = ends[0];
    }
    child_process(child_process const&) = delete;
    child_process& operator=(child_process const&) = delete;
    ~child_process() { said(); }

    /// What the function has returned.
    std::string said()
    {
        if (child_ == 0)
            return said_;
        char piece[4096];
        for (ssize_t count = 0; (count = ::read(end_, piece, sizeof piece)) > 0;)
            said_.append(piece, static_cast<std::size_t>(count));
        ::close(end_);
        int status = 0;
        ::waitpid(child_, &status, 0);
        child_ = 0;
        if (!WIFEXITED(status))
            said_ += "; ended by signal " + std::to_string(WTERMSIG(status));
        return said_;
    }

private:
    pid_t child_ = 0;
    int end_ = -1;
    std::string said_;
};

} // namespace restbind::test
