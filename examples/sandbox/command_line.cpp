// SPDX-License-Identifier: BSL-1.0
#include "command_line.hpp"

#include "faults.hpp"

#include <charconv>

namespace sandbox {
namespace {

unsigned short to_port(std::string const& option, std::string const& text)
{
    unsigned short port = 0;
    auto const* const end = text.data() + text.size();
    auto const read = std::from_chars(text.data(), end, port);
    if (text.empty() || read.ec != std::errc() || read.ptr != end)
        throw usage_problem(option + ": '" + text + "' is no number from 0 to 65535");

    return port;
}

std::string checked_faults(std::string const& text)
{
    try
    {
        parse_faults(text);
        return text;
    }
    catch (std::invalid_argument const& e)
    {
        throw usage_problem(std::string("--fault: ") + e.what());
    }
}

} // namespace

std::string_view const usage =
    "usage: ticketing-sandbox --scenario FILE.json [--port PORT] [--tls CERT KEY] [--fault NAME=FAULT,...]\n"
    "                         [--admin PORT] [--access-log] [--effect-log FILE]\n"
    "  --scenario FILE.json    what the service knows at its start (format: README.md beside scenario.json)\n"
    "  --port PORT             port of the loopback address, 0 to 65535; 0, the default, takes a free one\n"
    "  --tls CERT KEY          speaks https with a certificate and its key, files in PEM format\n"
    "  --fault NAME=FAULT,...  what the next requests meet, in order: allocateBestSeats=503,lost,slow:2s\n"
    "                          NAME: an operation, any or token; more than one --fault is possible\n"
    "                          FAULT: STATUS, STATUS:SECONDS (with Retry-After), applied:STATUS, lost, slow:TIME, ok;\n"
    "                          3x503 is met three times\n"
    "  --admin PORT            a second port: GET /effects, POST /faults, POST /tokens/revoke and more by HTTP\n"
    "  --access-log            one line for each request on standard error\n"
    "  --effect-log FILE       one line for each request that was carried out: operation and body\n"
    "  --version               the version\n"
    "  --help                  this text\n";

command_line parse_command_line(std::vector<std::string> const& arguments)
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
            result.settings.port = to_port(name, value());
        else if (name == "--tls")
        {
            result.settings.certificate_file = value();
            result.settings.private_key_file = value();
        }
        else if (name == "--fault")
            result.faults.push_back(checked_faults(value()));
        else if (name == "--admin")
            result.settings.admin_port = to_port(name, value());
        else if (name == "--access-log")
            result.settings.access_log = true;
        else if (name == "--effect-log")
            result.settings.effect_log = value();
        else if (name == "--version")
            result.version = true;
        else if (name == "--help")
            result.help = true;
        else
            throw usage_problem("'" + name + "' is not known");
    }

    if (result.scenario.empty() && !result.help && !result.version)
        throw usage_problem("--scenario is missing");

    return result;
}

} // namespace sandbox
