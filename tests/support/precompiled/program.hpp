// SPDX-License-Identifier: BSL-1.0
// The bindings of the ticketing service as a header-only program includes them, compiled once for the
// examples and for the READMEs' programs.
#pragma once

#include <ticketing/v1.hpp>

#include <boost/asio.hpp>

#include <iostream>
