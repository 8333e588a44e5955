// SPDX-License-Identifier: BSL-1.0
// Calls in every form, each of which ends with a local refusal: nothing is sent.
#pragma once

#include <ticketing/v1/blocking_client.hpp>
#include <ticketing/v1/client.hpp>

/// Without coroutines, in a file of its own that uses the same operation. Returns whether it was
/// refused.
bool is_refused_without_coroutines(restbind::net::client_options options);

/// Version 2 of the API beside version 1.
bool is_refused_by_next_version(restbind::net::client_options options);

inline bool is_refusal(restbind::error const& error)
{
    return error == restbind::error_kind::validation_failed;
}
