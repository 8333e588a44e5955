// SPDX-License-Identifier: BSL-1.0
// A service that fits into a test: no sockets, no threads, virtual time. Link the CMake target
// `restbind::testing`.
#pragma once

#include <restbind/testing/fake_service.hpp>
#include <restbind/testing/reply.hpp>
#include <restbind/testing/virtual_network.hpp>
