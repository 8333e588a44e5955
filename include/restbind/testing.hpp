// SPDX-License-Identifier: BSL-1.0
// A service that fits into a test: no sockets, no threads, virtual time. Link the CMake target
// `restbind::testing`.
#pragma once

#include <restbind/testing/fake_service.hpp>
#include <restbind/testing/fake_tokens.hpp>
#include <restbind/testing/received_request.hpp>
#include <restbind/testing/recorder.hpp>
#include <restbind/testing/recording.hpp>
#include <restbind/testing/reply.hpp>
#include <restbind/testing/scripted_operation.hpp>
#include <restbind/testing/virtual_network.hpp>
