// SPDX-License-Identifier: BSL-1.0
// JSON and the models that most of its tests use, compiled once for unit_json.
#pragma once

#include "json.hpp"

#include "unit/json/models.hpp"
