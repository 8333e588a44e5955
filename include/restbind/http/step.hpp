// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>

#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

/** What a machine asks for next. `exchange`, `handshake` and `call` each ask for some of these. */
enum class step : unsigned char
{
    send,           ///< send from `output`, then report `sent`
    receive,        ///< receive into `input`, then report `received` or `closed`
    deliver,        ///< take the content so far out of the response, then report `delivered`
    get_token,      ///< get a token, then report `token_came` or `failed`
    get_connection, ///< get a connection, then report `connection_came` or `failed`
    exchange,       ///< send the request and read the response, then report `exchanged`
    decide,         ///< the attempt has failed: report it to whom it concerns, then call `decide`
    pause,          ///< wait for `call::pause`, then report `paused` or `interrupted`
    done            ///< nothing: the machine has ended, well or with a failure
};

/** The name of a step, such as `get_token`. */
constexpr std::string_view to_string(step one) noexcept
{
    constexpr std::string_view names[] = {"send", "receive", "deliver", "get_token",
        "get_connection", "exchange", "decide", "pause", "done"};
    return names[static_cast<unsigned char>(one)];
}

} // namespace restbind::http
