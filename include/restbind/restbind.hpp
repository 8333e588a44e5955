// SPDX-License-Identifier: BSL-1.0
#pragma once

/** @file
    All of the public runtime but encryption (<restbind/tls.hpp>), the journal in a
    file (<restbind/journal.hpp>), fakes (<restbind/testing.hpp>), the command line
    (<restbind/cli/program.hpp>) and open JSON values (<restbind/json/boost_json.hpp>,
    <restbind/json/open_number.hpp>).
    Generated headers include what they need by themselves.
*/

/** @mainpage Reference of the runtime

    What each public name is: units, ranges, defaults, errors, lifetimes. How to use them is told in
    the guide, `include/restbind/README.md`.

    | for | read |
    |---|---|
    | what a call gives | restbind::result, restbind::error, restbind::error_kind |
    | refused requests | restbind::violation, restbind::rule_info, restbind::problem_details |
    | values | restbind::decimal, restbind::timestamp, restbind::nullable, restbind::secret |
    | settings | restbind::net::client_options, restbind::net::call_options |
    | watching and changing calls | restbind::net::observer, restbind::net::interceptor |
    | calls without our network | restbind::http::basic_operation, restbind::http::exchange |
    | sales that are not forgotten | restbind::journal::file |
    | tests of a program | restbind::testing::fake_service, restbind::testing::virtual_network |
    | all names, by layer | restbind, restbind::json, restbind::http, restbind::net, restbind::tls |
*/

/** @namespace restbind
    The core: results and errors, validation, exact values. It knows no network. */
/** @namespace restbind::json
    Reading and writing values as JSON, without a document in memory. */
/** @namespace restbind::http
    HTTP, tokens, retries and addresses as machines without I/O. */
/** @namespace restbind::net
    Calls over Boost.Asio: clients, their options, who watches them. */
/** @namespace restbind::tls
    Encryption by OpenSSL. */
/** @namespace restbind::journal
    Calls that are kept in a file, so that a sale outlives the program. */
/** @namespace restbind::cli
    A command line for an API. */
/** @namespace restbind::testing
    Fakes: a service, its tokens and a network in memory, in virtual time. */

#include <restbind/core/bytes.hpp>
#include <restbind/core/date_time.hpp>
#include <restbind/core/decimal.hpp>
#include <restbind/core/described.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/error_codes.hpp>
#include <restbind/core/format.hpp>
#include <restbind/core/nullable.hpp>
#include <restbind/core/optional_box.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/required_variant.hpp>
#include <restbind/core/response.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/core/string_enum.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/call.hpp>
#include <restbind/http/exchange.hpp>
#include <restbind/http/handshake.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/input_buffer.hpp>
#include <restbind/http/operation.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/parser_limits.hpp>
#include <restbind/http/proxy.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/request_head.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/retry_after.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/http/security.hpp>
#include <restbind/http/step.hpp>
#include <restbind/http/token_machine.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/http/url.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/cursor.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/json/reading.hpp>
#include <restbind/json/writer.hpp>
#include <restbind/net/blocking_client.hpp>
#include <restbind/net/body_sink.hpp>
#include <restbind/net/client.hpp>
#include <restbind/net/interceptor.hpp>
#include <restbind/net/network.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/ostream_observer.hpp>
#include <restbind/net/resolve_function.hpp>
#include <restbind/net/session.hpp>
#include <restbind/net/streaming.hpp>
#include <restbind/net/token_provider.hpp>
#include <restbind/net/tracing.hpp>
#include <restbind/net/transport.hpp>
#include <restbind/net/wire_log.hpp>
