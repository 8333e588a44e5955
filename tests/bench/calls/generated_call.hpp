// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contestant.hpp"

#include <restbind/net/options.hpp>

namespace bench
{

/** Makes the contestant of the generated operation.

    @param under Connections other than kept ones are made by the client's own setting: an idle
    time-out of 0.
    @param tls Encryption, with or without resumption of sessions. Null for plain connections.
*/
std::unique_ptr<contestant> make_generated_call(service_address const& service,
    conditions const& under, std::shared_ptr<restbind::http::secure_channel_factory> tls);

/** Allocations that a decoded response itself owns: those of a copy of it. */
std::size_t allocations_of_model();

} // namespace bench
