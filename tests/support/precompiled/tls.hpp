// SPDX-License-Identifier: BSL-1.0
// The client with encryption, and what the tests of TLS include, compiled once.
#pragma once

#include "net.hpp"

#include "integration/tls/fixture.hpp"
