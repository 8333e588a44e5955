// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>

#include <chrono>
#include <cstddef>
#include <string>

namespace restbind::inline RESTBIND_ABI::journal
{

/** Settings of a journal in a file. */
struct options
{
    /** The file; it is made if it is not there. Files with the same name and an end of their own
        (`-wal`, `-shm`, `-run-7`) stand beside it. A local disk: the locks of network file systems
        do not keep what they promise. Required. */
    std::string path{};

    /** Name of the program or the till, kept with each record. May be empty. */
    std::string program{};

    /** Age after which a settled record is dropped. Default 90 days. 0: none is dropped for its
        age. Records that are not settled are never dropped. */
    std::chrono::hours max_age = std::chrono::hours(24 * 90);

    /** Settled records that are kept; of more the oldest are dropped. Default 100,000. 0: no
        limit. */
    std::size_t max_settled = 100'000;

    /** Longest time to wait for another process that writes. Default 5 s. */
    std::chrono::milliseconds busy_timeout{5000};
};

} // namespace restbind::journal
