#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/operation_info.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/security.hpp>
#include <restbind/net/detail/origin.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/options.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::net
{

namespace detail
{

class session_state;

// The session state is only named here: who holds a share of it need not see what it is made of.
void intrusive_ptr_add_ref(session_state const* one) noexcept;
void intrusive_ptr_release(session_state const* one) noexcept;

} // namespace detail

/** What copies and views of a client share: connections, token, settings, observer.

    Thread-safe. When the last client that holds it is destroyed, all calls in flight end promptly
    with `client_closed`. It must be destroyed before the execution context of its executor. An idle
    session has no pending operation, so that `io_context::run` returns.
*/
class session final : public detail::ref_counted<session>
{
public:
    /** Checks the options and makes a session. Nothing is sent and no connection made.

        @param executor Where connections and background work run; its context must be run by the
        application.
        @returns `invalid_argument`, naming the option, if they are not usable.
    */
    static result<detail::intrusive_ptr<session>> open(
        asio::any_io_executor executor, client_options&& options);

    RESTBIND_COLD ~session();
    session(session const&) = delete;
    session& operator=(session const&) = delete;

    /** The options, as checked. `credentials.client_secret`, `access_token` and `security` are
        empty: they were moved to where they are used. */
    client_options const& options() const noexcept;

    /** Path in front of every request's path; empty, or with a slash in front and none at the end.
     */
    std::string_view path_prefix() const noexcept;

    /** The same for an operation, which may have a server of its own. */
    std::string_view path_prefix(http::operation_info const& operation) const noexcept;

    /** What a call of the operation shows.

        @returns `invalid_argument`, naming the schemes, if the client has no credentials for any of
        them.
    */
    result<http::selected_credentials> select_credentials(
        http::operation_info const& operation) const;

    /** The executor that was given to `open`. */
    asio::any_io_executor executor() const;

    /** Adds headers of one call to those of a request.

        @returns `invalid_argument`, naming the header, if the client or the operation sets it
        itself or if name or value cannot be sent.
    */
    result<void> add_headers(http::header_list& headers,
        std::vector<std::pair<std::string, std::string>> const& further) const;

    /** Forgets the cached token and a refusal of the authorization server that would otherwise be
        final, for example after the application's registration there was repaired. For all clients
        of the process that share the token, see `client_options::credentials`. */
    void reset_token();

    /** What calls in flight keep alive. */
    detail::intrusive_ptr<detail::session_state> const& shared_state() const noexcept
    {
        return state_;
    }

    /** The same for an operation, which may have a server of its own. */
    detail::intrusive_ptr<detail::session_state> const& shared_state(
        http::operation_info const& operation) const noexcept;

private:
    /// Where operations with a server of their own go.
    struct server
    {
        std::string name;
        detail::origin to;
        detail::intrusive_ptr<detail::session_state> state{};
    };

    session(detail::intrusive_ptr<detail::session_state> shared, std::vector<server>&& servers);

    server const* find_server(std::string_view name) const noexcept;

    detail::intrusive_ptr<detail::session_state> state_;
    std::vector<server> const servers_;
};

} // namespace restbind::net

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/session.ipp>
#endif
