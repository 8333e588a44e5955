// SPDX-License-Identifier: BSL-1.0
// Everything below the network, compiled once for the tests of HTTP and of generated code.
#pragma once

#include "json.hpp"

#include <restbind/http/call.hpp>
#include <restbind/http/detail/pool_state.hpp>
#include <restbind/http/exchange.hpp>
#include <restbind/http/handshake.hpp>
#include <restbind/http/operation.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/http/security.hpp>
#include <restbind/http/token_machine.hpp>
