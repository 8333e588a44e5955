// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/net/detail/response_reader.hpp>
#include <restbind/net/session.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <memory>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Carries calls out on a thread of its own, one at a time for each caller. */
class call_runner
{
public:
    virtual ~call_runner() = default;

    /** Where its clients work. */
    virtual asio::any_io_executor executor() = 0;

    /** Returns when the call has ended. */
    virtual void run(pending_call&& call, response_reader& reader) = 0;
};

/** Starts a thread that runs an execution context until the last owner of the result releases it.

    By then all calls have ended. Background work that still runs, such as a token provider that
    does not end, is dropped. A last owner that the thread itself releases is not waited for: the
    thread ends when the function that it is in has returned.

    @returns The system's error if there is none: of kind `connect`.

    @tparam Runner Always `call_runner`. A template only so that a file without a blocking client
        does not compile what it needs.
*/
template <class Runner = call_runner>
result<std::shared_ptr<Runner>> start_io_thread();

#ifdef RESTBIND_SEPARATE_COMPILATION
extern template result<std::shared_ptr<call_runner>> start_io_thread();
#endif

} // namespace restbind::net::detail
