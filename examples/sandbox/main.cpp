// SPDX-License-Identifier: BSL-1.0
#include "command_line.hpp"
#include "sandbox.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <exception>
#include <iostream>

#ifndef TICKETING_SANDBOX_VERSION
#error "define TICKETING_SANDBOX_VERSION as the version of the project"
#endif

namespace {

constexpr int usage_error = 2;

void run(sandbox::command_line const& wanted)
{
    // Before the server starts, so that a signal in between is not lost.
    boost::asio::io_context context;
    boost::asio::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([](boost::system::error_code, int) {});

    sandbox::server server(sandbox::load_scenario_file(wanted.scenario), wanted.settings);
    for (auto const& faults : wanted.faults)
        server.fail_next(faults);

    std::cout << "ticketing-sandbox listening on " << server.url() << '\n';
    if (auto const admin = server.admin_url(); !admin.empty())
        std::cout << "ticketing-sandbox administered on " << admin << '\n';
    std::cout << std::flush;

    context.run();
    server.stop();
}

} // namespace

int main(int argc, char** argv)
{
    try
    {
        auto const wanted = sandbox::parse_command_line({argv + 1, argv + argc});
        if (wanted.help)
            std::cout << sandbox::usage;
        else if (wanted.version)
            std::cout << "ticketing-sandbox " TICKETING_SANDBOX_VERSION "\n";
        else
            run(wanted);
        return 0;
    }
    catch (sandbox::usage_problem const& e)
    {
        std::cerr << "ticketing-sandbox: " << e.what() << "\n" << sandbox::usage;
        return usage_error;
    }
    catch (sandbox::scenario_error const& e)
    {
        std::cerr << "ticketing-sandbox: " << e.what() << "\n";
        return usage_error;
    }
    catch (std::exception const& e)
    {
        std::cerr << "ticketing-sandbox: " << e.what() << "\n";
        return 1;
    }
}
