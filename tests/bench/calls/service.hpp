// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contestant.hpp"

#include <sys/types.h>

namespace bench
{

/** Serves fixed responses on two loopback ports, plain and TLS, until standard input ends.

    Writes where it listens to standard output. One thread; as little work for a request as HTTP
    framing allows. The first request of each connection is compared in full, so that all
    contestants provably send the same; later ones only by their body.

    @returns Exit status of the process.
*/
int serve();

/** The service in a process of its own, started from this very program. */
class service_process
{
public:
    /** Starts it and waits until it listens. @throws std::runtime_error if it does not. */
    service_process();

    /** Ends it. */
    ~service_process();

    service_process(service_process const&) = delete;
    service_process& operator=(service_process const&) = delete;

    service_address const& address() const noexcept { return address_; }

private:
    pid_t process_ = -1;
    int lifeline_ = -1;
    service_address address_;
};

} // namespace bench
