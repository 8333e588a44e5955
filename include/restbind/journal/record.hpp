// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace restbind::inline RESTBIND_ABI::journal
{

/** What is known of a recorded call. The numbers stand in files: they never change. */
enum class state : unsigned char
{
    pending,     ///< it is under way in a program that runs
    lost,        ///< the program ended before the outcome was known
    unknown,     ///< the call ended, and may have taken effect
    succeeded,   ///< the service has done it
    not_applied, ///< the service has not done it
    settled      ///< somebody has found out: see `record::note`
};

/** A call as the journal has it. */
struct record
{
    /** Number of the record, from 1 on. */
    std::int64_t id = 0;

    /** `options::program` of the program that made the call. */
    std::string program{};

    /** Number of the program's run: each that opens the file has its own. */
    std::int64_t run = 0;

    std::string operation{}; ///< the operation's identifier, as in `net::journal_entry`
    std::string origin{};    ///< where the request went, as there
    std::string method{};    ///< such as `POST`
    std::string target{};    ///< path and query, with `***` in the place of secrets
    std::string headers{};   ///< those of the operation, a line each
    std::string body{};      ///< without members that are secret or only written
    std::string key{};       ///< idempotency key of all attempts; empty if there is none
    std::string memo{};      ///< `call_options::memo`

    /** Whether nothing of it was left out: no member that is secret or only written. What is not
        complete cannot be sent again. */
    bool is_complete = true;

    /** When the call began. */
    std::chrono::system_clock::time_point begun{};

    /** When the outcome was known, or somebody has settled it. */
    std::optional<std::chrono::system_clock::time_point> ended{};

    /** What is known of it. */
    journal::state state = journal::state::pending;

    /** Status of the last response; 0 if there was none. */
    int status = 0;

    /** How often the request was sent, as far as is known. */
    unsigned sends = 0;

    /** Whether an attempt before the last one may have taken effect, too. */
    bool earlier_may_have_applied = false;

    /** The service's own name for the last request; may be empty. */
    std::string trace_id{};

    /** The error of the call in words; may be empty. */
    std::string text{};

    /** What was said when it was settled. */
    std::string note{};
};

} // namespace restbind::journal
