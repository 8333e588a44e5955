// SPDX-License-Identifier: BSL-1.0
#include "sandbox.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <charconv>
#include <cstdio>
#include <exception>
#include <iostream>

namespace {

constexpr int usage_error = 2;

struct command_line
{
    std::string scenario;
    sandbox::options settings;
    bool help = false;
};

constexpr std::string_view usage =
    "usage: ticketing-sandbox --scenario FILE.json [--port PORT] [--access-log]\n"
    "  --scenario FILE.json  what the service knows at its start (format: README.md)\n"
    "  --port PORT           port of the loopback address, 0 to 65535; 0, the default, takes a free one\n"
    "  --access-log          one line for each request on standard error\n"
    "  --help                this text\n";

class usage_problem : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

unsigned short to_port(std::string const& text)
{
    unsigned short port = 0;
    auto const* const end = text.data() + text.size();
    auto const read = std::from_chars(text.data(), end, port);
    if (text.empty() || read.ec != std::errc() || read.ptr != end)
        throw usage_problem("--port: '" + text + "' is no number from 0 to 65535");

    return port;
}

command_line parse(std::vector<std::string> const& arguments)
{
    command_line result;
    for (std::size_t i = 0; i < arguments.size(); ++i)
    {
        auto const& name = arguments[i];
        auto const value = [&]() -> std::string const& {
            if (i + 1 >= arguments.size())
                throw usage_problem(name + ": a value is missing");
            return arguments[++i];
        };

        if (name == "--scenario")
            result.scenario = value();
        else if (name == "--port")
            result.settings.port = to_port(value());
        else if (name == "--access-log")
            result.settings.access_log = true;
        else if (name == "--help")
            result.help = true;
        else
            throw usage_problem("'" + name + "' is not known");
    }

    if (result.scenario.empty() && !result.help)
        throw usage_problem("--scenario is missing");

    return result;
}

void run(command_line const& wanted)
{
    // Before the server starts, so that a signal in between is not lost.
    boost::asio::io_context context;
    boost::asio::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([](boost::system::error_code, int) {});

    sandbox::server server(sandbox::load_scenario_file(wanted.scenario), wanted.settings);
    std::cout << "ticketing-sandbox listening on " << server.url() << std::endl;

    context.run();
    server.stop();
}

} // namespace

int main(int argc, char** argv)
{
    try
    {
        auto const wanted = parse({argv + 1, argv + argc});
        if (wanted.help)
        {
            std::cout << usage;
            return 0;
        }

        run(wanted);
        return 0;
    }
    catch (usage_problem const& e)
    {
        std::cerr << "ticketing-sandbox: " << e.what() << "\n" << usage;
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
