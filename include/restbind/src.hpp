// SPDX-License-Identifier: BSL-1.0
// Include this in exactly one source file of a program.
//
// It supplies what Boost.JSON does not inline, for programs that use open JSON values; one that
// links Boost.JSON's library instead defines RESTBIND_LINKS_BOOST_JSON. When the whole program
// defines RESTBIND_SEPARATE_COMPILATION, it supplies the network code and the bodies of the core
// and JSON as well, which other files then only see declared.
//
// A linker that does not find restbind_include_src_hpp_in_one_source_file means this header.
#pragma once

#include <restbind/core/detail/config.hpp>

namespace restbind::inline RESTBIND_ABI
{
char const restbind_include_src_hpp_in_one_source_file = 0;
}

#ifndef RESTBIND_LINKS_BOOST_JSON
#include <restbind/core/detail/open_json.hpp>

#include <boost/json/src.hpp>
#endif

#ifdef RESTBIND_SEPARATE_COMPILATION

#ifdef RESTBIND_COMPILES_ASIO
#include <boost/asio/impl/src.hpp>
#endif

#include <restbind/core/detail/checks.ipp>
#include <restbind/core/detail/error.ipp>
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
#include <restbind/json/detail/read_number.ipp>
#include <restbind/json/detail/tokens.ipp>
#include <restbind/json/schema/pattern.ipp>

// The bodies stand in one file of the program here, so that g++ need not fear for lambdas in the
// frames of their coroutines.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif

#include <restbind/net/detail/call_driver.ipp>
#include <restbind/net/detail/call_entry.ipp>
#include <restbind/net/detail/connection.ipp>
#include <restbind/net/detail/io_thread.ipp>
#include <restbind/net/detail/prepared_call.ipp>
#include <restbind/net/detail/session.ipp>
#include <restbind/net/detail/streaming.ipp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif
