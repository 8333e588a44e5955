// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/net/detail/config.hpp>

#include <chrono>
#include <cstdint>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::net
{

/** A call that begins, as a journal keeps it. The texts live until
    `journal::begin` returns. None of them holds a credential of the client.
*/
struct journal_entry
{
    /** Identifier of the operation in the API description. */
    std::string_view operation{};

    /** Where the request goes: `https://tickets.example.com`. */
    std::string_view origin{};

    /** Method of the request line, for example `POST`. */
    std::string_view method{};

    /** Path and query, escaped, with `***` in the place of secret parameters. */
    std::string_view target{};

    /** Headers that the operation has, a line each (`name: value\r\n`): parameters of the call and of
        the client among them. */
    std::string_view headers{};

    /** The body as it is sent, without members that are secret or only written; empty if there is
        none. */
    std::string_view body{};

    /** Whether target, headers and body are those that are sent: nothing was left out. */
    bool is_complete = true;

    /** The idempotency key that all attempts carry; empty if there is none. With it the same request
        may be sent again: `call_options::idempotency_key`. */
    std::string_view key{};

    /** `call_options::memo`. */
    std::string_view memo{};
};

/** What is known of a call in the end. */
enum class journal_outcome : unsigned char
{
    succeeded,   ///< the service has done it
    not_applied, ///< the service has not done it, and will not
    unknown      ///< it may have been done
};

/** How a call has ended. The texts live until `journal::end` returns. */
struct journal_result
{
    /** What is known. */
    journal_outcome outcome = journal_outcome::unknown;

    /** Status of the last response; 0 if there was none. */
    int status = 0;

    /** How often the request was sent. */
    unsigned sends = 0;

    /** Whether an attempt before the last one may have taken effect, too. */
    bool earlier_may_have_applied = false;

    /** The service's own name for the last request; may be empty. */
    std::string_view trace_id{};

    /** The error of the call in words; empty after a success. */
    std::string_view text{};
};

/** Keeps calls that are not safe, so that the outcome of none is lost with the process. See
    `client_options::journal`, and `restbind::journal` for one that keeps them in a file.

    The client calls `begin` before it gets a token or a connection for such a call, and `end` when
    the outcome is known; safe requests (GET) never come here. Functions are called on the threads that
    run the calls, possibly several at once, and the call waits for them.
*/
class journal
{
public:
    virtual ~journal() = default;

    /** Records that a call begins. When it returns, no loss of power can undo that.

        @returns The number of the entry, from 1 on. An error ends the call with the kind
        `journal_failed`: nothing was sent.
    */
    virtual result<std::int64_t> begin(journal_entry const& entry) = 0;

    /** Records how the call has ended. What the service did is the result of the call even if this
        fails: the error is in `call_info::journal_failure`, and the entry stays without an end. */
    virtual result<void> end(std::int64_t entry, journal_result const& ended) = 0;
};

} // namespace restbind::net
