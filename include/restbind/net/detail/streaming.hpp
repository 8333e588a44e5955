// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/read.hpp>
#include <restbind/net/body_sink.hpp>
#include <restbind/net/detail/io_thread.hpp>
#include <restbind/net/detail/prepared_call.hpp>

#include <boost/asio/awaitable.hpp>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** @name Calls whose responses go to a sink
    Their bodies are in <restbind/net/streaming.hpp>, so that only files of an API with such calls
    compile them.
    @{
*/
/** Carries a call out. Owns everything but the sink. */
RESTBIND_DECL asio::awaitable<result<streamed_response>> perform_streaming(
    pending_call call, body_sink& sink, http::operation_responses described);

/** The same on another thread; returns when the call has ended. */
RESTBIND_DECL result<streamed_response> run_streaming(call_runner& runner, pending_call call,
    body_sink& sink, http::operation_responses described);
/** @} */

} // namespace restbind::net::detail
