// What <restbind/src.hpp> compiles of this layer when RESTBIND_SEPARATE_COMPILATION is defined.
#pragma once

#include <restbind/core/config.hpp>

#ifdef RESTBIND_COMPILES_ASIO
#include <boost/asio/impl/src.hpp>
#endif

#include <restbind/http/impl/src.ipp>

// The bodies stand in one file of the program here, so that g++ need not fear for lambdas in the
// frames of their coroutines.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif

#include <restbind/net/impl/connection.ipp>
#include <restbind/net/impl/connector.ipp>
#include <restbind/net/impl/engine.ipp>
#include <restbind/net/impl/io_thread.ipp>
#include <restbind/net/impl/operation_impl.ipp>
#include <restbind/net/impl/resolver.ipp>
#include <restbind/net/impl/send.ipp>
#include <restbind/net/impl/session.ipp>
#include <restbind/net/impl/token_source.ipp>

// Needs those above.
#include <restbind/net/impl/call_streaming.ipp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
