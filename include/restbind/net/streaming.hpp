// SPDX-License-Identifier: BSL-1.0
// What a file includes that makes calls whose responses go to a `body_sink`. Generated clients with
// such operations include it.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/net/body_sink.hpp>
#include <restbind/net/client.hpp>

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/streaming.ipp>
#endif
