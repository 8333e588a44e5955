// The client with encryption, compiled once for the tests of TLS.
#pragma once

#include "net.hpp"

#include <restbind/tls.hpp>
