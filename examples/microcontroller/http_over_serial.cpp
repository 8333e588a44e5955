// SPDX-License-Identifier: BSL-1.0
#include "http_over_serial.hpp"

#include <restbind/core/secret.hpp>
#include <restbind/http/exchange.hpp>

#include <boost/system/errc.hpp>

#include <string>

namespace http = restbind::http;

restbind::result<http::response> exchange(
    board::serial_line& line, std::string_view host, http::request const& request, std::string_view authorization)
{
    std::string memory;
    auto const out = http::request_head(host, "microcontroller/1").write(memory, request, authorization);
    http::response response;
    http::input_buffer buffer;
    http::exchange machine(out, response, {.body = 8U << 10, .header = 2U << 10}, buffer);
    while (machine.next() != http::step::done)
    {
        bool const sends = machine.next() == http::step::send;
        std::size_t const count = sends ? line.write(machine.output()[0]) : line.read(machine.input());
        if (count == 0)
            machine.failed(make_error_code(boost::system::errc::timed_out));
        else
            sends ? machine.sent(count) : machine.received(count);
    }
    restbind::wipe(memory); // a token was in it
    http::exchange_report& report = machine.report();
    // A server that has all of a request may have done what it asks for.
    if (!report.ended)
        return restbind::error(report.ended.error()).with_outcome_unknown(report.outcome.sent == http::sent_part::all);
    return response;
}
