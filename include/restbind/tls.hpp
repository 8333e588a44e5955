// Encryption of connections with OpenSSL. Link the CMake target `restbind::tls`, or OpenSSL's
// libssl and libcrypto, version 3.0 or newer.
#pragma once

#include <restbind/tls/detail/factory.hpp>
#include <restbind/tls/error.hpp>
#include <restbind/tls/options.hpp>
