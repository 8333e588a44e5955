// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/operation_info.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/options.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <atomic>
#include <memory>
#include <type_traits>

namespace restbind::inline RESTBIND_ABI::http
{

class request_builder;

} // namespace restbind::http

namespace restbind::inline RESTBIND_ABI::net
{

namespace detail
{

class response_reader;
struct prepared_call;
struct call_keeper;

/** A call on its way to where it is carried out, or why it cannot be. Owns everything that it
    needs, so that the caller's arguments are not looked at after the function that made it has
    returned.
*/
using pending_call = std::unique_ptr<prepared_call, call_keeper>;

/** Carries calls out. Calls in flight keep it alive.

    Only the file that opens a session compiles what stands behind this table and that of `session`;
    files that only call reach the network through them.
*/
class transport : public ref_counted<transport>
{
public:
    virtual ~transport() = default;

    /** Carries a call out: token, connection, attempts, pauses. One function for all operations.

        @param call Must live until the call has ended.
        @param reader Has accepted a response in the end, or was told why there is none.
    */
    virtual asio::awaitable<void> send(prepared_call& call, response_reader& reader) = 0;

    /** A call that has ended, whose memory serves the next one; may be null. */
    std::atomic<prepared_call*> spare{nullptr};
};

/** Builds the request of an operation, whose own types are not known here. */
using build_function = void(http::request_builder& builder, void const* request,
    void const* parameters, validation_policy policy, problem_details* local_problem);

} // namespace detail

/** What copies and views of a client share: connections, token, settings, observer.

    Thread-safe. When the last client that holds it is destroyed, all calls in flight end promptly
    with `client_closed`. It must be destroyed before the execution context of its executor. An idle
    session has no pending operation, so that `io_context::run` returns.
*/
class session : public detail::ref_counted<session>
{
public:
    session(session const&) = delete;
    session& operator=(session const&) = delete;
    virtual ~session() = default;

    /** The options, as checked. `tokens.credentials.client_secret`, `tokens.access_token` and
        `security` are empty: they were moved to where they are used. */
    client_options const& options() const noexcept { return options_; }

    /** The executor that was given to `open`. */
    asio::any_io_executor const& executor() const noexcept { return executor_; }

    /** Prepares a call whose parameters are known.

        @param allowed What is known before: an error if it cannot be made.
        @returns The call, or why it cannot be made: an error of the options, of the credentials, of
        the request or of the headers.
    */
    virtual detail::pending_call prepare(result<void> const& allowed,
        http::operation_info const& operation, detail::build_function& build, void const* request,
        void const* parameters, call_options const& options,
        call_options const& defaults) const = 0;

    /** Forgets the cached token and a refusal of the authorization server that would otherwise be
        final, for example after the application's registration there was repaired. For all clients
        of the process that share the token, see `client_options::tokens.credentials`. */
    virtual void reset_token() = 0;

protected:
    /** Both must outlive the session. */
    session(client_options const& options, asio::any_io_executor const& executor) noexcept
        : options_(options)
        , executor_(executor)
    {
    }

private:
    client_options const& options_;
    asio::any_io_executor const& executor_;
};

namespace detail
{

/** Opens sessions. <restbind/net/network.hpp> defines it.

    @tparam Void Always void. It is a template so that a file without that header compiles, unless it
        makes a client.
*/
template <class Void>
struct session_opener;

/** Whether this file includes what makes a client. */
template <class Void>
concept has_network = requires { sizeof(session_opener<Void>); };

/** void. It depends on T, so that the compiler asks for `has_network` only where T is known. */
template <class T>
using void_for = std::conditional_t<sizeof(T) != 0, void, T>;

#ifdef RESTBIND_SEPARATE_COMPILATION
template <class Void>
struct session_opener
{
    static result<intrusive_ptr<session>> open(
        asio::any_io_executor executor, client_options&& options);
};
extern template struct session_opener<void>;
#endif

} // namespace detail

} // namespace restbind::net
