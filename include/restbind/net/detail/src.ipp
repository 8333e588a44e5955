// What <restbind/src.hpp> compiles when RESTBIND_SEPARATE_COMPILATION is defined.
#pragma once

#include <restbind/core/detail/config.hpp>

#ifdef RESTBIND_COMPILES_ASIO
#include <boost/asio/impl/src.hpp>
#endif

#include <restbind/core/detail/checks.ipp>
#include <restbind/core/detail/error.ipp>
#include <restbind/core/detail/pattern.ipp>
#include <restbind/core/detail/utf8.ipp>
#include <restbind/core/detail/validation.ipp>
#include <restbind/http/detail/exchange.ipp>
#include <restbind/http/detail/handshake.ipp>
#include <restbind/http/detail/read.ipp>
#include <restbind/http/detail/request_builder.ipp>
#include <restbind/http/detail/request_head.ipp>
#include <restbind/http/detail/style.ipp>
#include <restbind/json/detail/cursor.ipp>
#include <restbind/json/detail/decode.ipp>
#include <restbind/json/detail/object_reader.ipp>
#include <restbind/json/detail/problem.ipp>
#include <restbind/json/detail/read_number.ipp>
#include <restbind/json/detail/tokens.ipp>

// The bodies stand in one file of the program here, so that g++ need not fear for lambdas in the
// frames of their coroutines.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif

#include <restbind/net/detail/blocking_client.ipp>
#include <restbind/net/detail/call.ipp>
#include <restbind/net/detail/connection.ipp>
#include <restbind/net/detail/session.ipp>
#include <restbind/net/detail/session_state.ipp>

// Needs those above.
#include <restbind/net/detail/call_streaming.ipp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
