// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_EVENTS_HPP
#define SANDBOX_EVENTS_HPP

#include "requests.hpp"
#include "store.hpp"

namespace sandbox {

/** Lists the events that the caller may see and that have a session within the dates; of those events, only the
    sessions within the dates. The JSON of the response: `{"events": [...]}`, in the order of the scenario.
*/
std::string list_events(world const& content, store const& state, caller const& who, events_request const& r);

} // namespace sandbox

#endif
