// JSON and the models that most of its tests use, compiled once for unit_json.
#pragma once

#include "json.hpp"

#include "unit/json/models.hpp"
