// SPDX-License-Identifier: BSL-1.0
// What the models of a document are compared with.
#include <boost/json.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
