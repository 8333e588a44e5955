// SPDX-License-Identifier: BSL-1.0
// The bindings of the ticketing service and its sandbox, compiled once for the tests that put them together.
#pragma once

#include "net.hpp"

#include "integration/ticketing/fixture.hpp"

#include <ticketing/v1.hpp>
