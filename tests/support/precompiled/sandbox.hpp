// SPDX-License-Identifier: BSL-1.0
// What most files of the sandbox include, compiled once for them; the sandbox knows no bindings.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
