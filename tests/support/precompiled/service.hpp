// The bindings of the ticketing service, compiled once for tests against its sandbox.
#pragma once

#include "net.hpp"

#include <ticketing/v1.hpp>
