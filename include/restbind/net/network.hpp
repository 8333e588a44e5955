// SPDX-License-Identifier: BSL-1.0
// What a file includes that makes a client: connections, names, tokens, and the threads of blocking
// clients. Files that only make calls get by without it.
#pragma once

#include <restbind/core/detail/config.hpp>

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/io_thread.ipp>
#include <restbind/net/detail/prepared_call.ipp>
#include <restbind/net/detail/session.ipp>
#include <restbind/net/detail/session_state.ipp>
#endif
