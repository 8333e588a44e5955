#pragma once

#include <restbind/core/secret.hpp>

#include <chrono>

namespace restbind::http
{

/** An access token and how long it is good for. */
struct access_token
{
    /** The token, without `Bearer`. */
    secret value{};

    /** Lifetime, counted from the moment its request was started. 0: it serves only
        the calls that wait for it. Not below 0. */
    std::chrono::seconds lifetime{0};
};

} // namespace restbind::http
