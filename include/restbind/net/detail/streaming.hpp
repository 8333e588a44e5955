// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/detail/read.hpp>
#include <restbind/net/body_sink.hpp>
#include <restbind/net/detail/io_thread.hpp>
#include <restbind/net/detail/prepared_call.hpp>

#include <boost/asio/awaitable.hpp>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Carries calls out whose responses go to a sink.

    @tparam Sink Always `body_sink`. A template only so that a file without such calls does not
        compile what they need.
*/
template <class Sink>
struct streaming_calls
{
    /** Owns everything but the sink. */
    static asio::awaitable<result<streamed_response>> perform(
        pending_call call, Sink& sink, http::operation_responses described);

    /** The same on another thread; returns when the call has ended. */
    static result<streamed_response> run(call_runner& runner, pending_call call, Sink& sink,
        http::operation_responses described);
};

#ifdef RESTBIND_SEPARATE_COMPILATION
extern template struct streaming_calls<body_sink>;
#endif

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/streaming.ipp>
#endif
