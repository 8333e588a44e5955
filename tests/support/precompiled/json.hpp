// SPDX-License-Identifier: BSL-1.0
// Core and JSON, compiled once for unit_json.
#pragma once

#include "core.hpp"

#include <restbind/json/boost_json.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
