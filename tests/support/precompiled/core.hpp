// SPDX-License-Identifier: BSL-1.0
// The core and what most of its tests include, compiled once for unit_core. One file a layer: a test
// of a layer sees no name of the layers above it.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/date_time.hpp>
#include <restbind/core/decimal.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/nullable.hpp>
#include <restbind/core/response.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/core/validation.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
