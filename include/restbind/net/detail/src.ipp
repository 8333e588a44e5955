// What <restbind/src.hpp> compiles of this layer when RESTBIND_SEPARATE_COMPILATION is defined.
#pragma once

#include <restbind/core/detail/config.hpp>

#ifdef RESTBIND_COMPILES_ASIO
#include <boost/asio/impl/src.hpp>
#endif

#include <restbind/http/detail/src.ipp>

// The bodies stand in one file of the program here, so that g++ need not fear for lambdas in the
// frames of their coroutines.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif

#include <restbind/net/detail/connection.ipp>
#include <restbind/net/detail/establish.ipp>
#include <restbind/net/detail/token_request.ipp>
#include <restbind/net/detail/io_thread.ipp>
#include <restbind/net/detail/call.ipp>
#include <restbind/net/detail/session.ipp>

// Needs those above.
#include <restbind/net/detail/call_streaming.ipp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
