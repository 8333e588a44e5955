// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/net/detail/config.hpp>
#include <restbind/net/detail/time_source.hpp>

#include <boost/asio/error.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>

namespace restbind::inline RESTBIND_ABI::net::detail
{

using restbind::detail::duration_text;

/** How a wait ended. */
enum class wait_end : unsigned char
{
    granted,      ///< what was waited for is there
    timed_out,    ///< the time is up
    cancelled,    ///< the caller gave up
    client_closed ///< the last client was destroyed
};

/** The system has not given what a wait or a connection needs, such as a descriptor. It ends an
    attempt, and is no failure of the program's functions. */
struct system_failure
{
    boost::system::error_code code;
};

/** The same as an error of a call. */
RESTBIND_COLD inline error system_error_of(system_failure const& lacking, phase at)
{
    return restbind::detail::fill(error(error_kind::connect))
        .with_code(lacking.code)
        .with_phase(at)
        .take();
}

/** An error for a wait that did not end with what was waited for. */
RESTBIND_COLD inline error wait_error(wait_end end, phase at)
{
    bool const is_late = end == wait_end::timed_out;
    return restbind::detail::fill(error(is_late                      ? error_kind::timed_out
                                        : end == wait_end::cancelled ? error_kind::cancelled
                                                                     : error_kind::client_closed))
        .with_code(is_late ? asio::error::timed_out : asio::error::operation_aborted)
        .with_phase(at)
        .take();
}

/** Says which deadline has ended a call, if one has. */
RESTBIND_COLD inline void describe_deadline(
    error& failure, std::chrono::milliseconds length, bool has_passed)
{
    if (failure == error_kind::timed_out && has_passed)
        restbind::detail::fill(failure).with_detail(
            restbind::detail::joined({"the deadline of ", duration_text(length), " has passed",
                failure.detail().empty() ? "" : "; ", failure.detail()}));
}

} // namespace restbind::net::detail
