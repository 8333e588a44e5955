#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/operation_info.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/security.hpp>
#include <restbind/net/detail/config.hpp>
#include <restbind/net/detail/origin.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/options.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::net
{

namespace detail
{

class engine;

// The engine is only named here: who holds a share of it need not see what it is made of.
void intrusive_ptr_add_ref(engine const* one) noexcept;
void intrusive_ptr_release(engine const* one) noexcept;

} // namespace detail

/** What copies and views of a client share: connections, token, settings, observer.

    Thread-safe. When the last client that holds it is destroyed, all calls in flight end promptly
    with `client_closed`. It must be destroyed before the execution context of its executor. An idle
    session has no pending operation, so that `io_context::run` returns.
*/
class session
{
public:
    /** Checks the options and makes a session. Nothing is sent and no connection made.

        @param executor Where connections and background work run; its context must be run by the
        application.
        @returns `invalid_argument`, naming the option, if they are not usable.
    */
    static result<std::shared_ptr<session>> open(
        asio::any_io_executor executor, client_options&& options);

    RESTBIND_COLD ~session();
    session(session const&) = delete;
    session& operator=(session const&) = delete;

    /** The options, as checked. `credentials.client_secret`, `fixed_token` and `security` are
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
    result<http::access> select_credentials(http::operation_info const& operation) const;

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
    detail::share<detail::engine> const& shared_engine() const noexcept { return engine_; }

    /** The same for an operation, which may have a server of its own. */
    detail::share<detail::engine> const& shared_engine(
        http::operation_info const& operation) const noexcept
    {
        return operation.server.empty() ? engine_ : engine_at(operation.server);
    }

private:
    /// Where operations with a server of their own go.
    struct server final : detail::ref_counted
    {
        RESTBIND_COLD server(std::string const& known_as, detail::origin&& address)
            : name(known_as)
            , to(std::move(address))
        {
        }

        std::string const name;
        detail::origin const to;
        detail::share<detail::engine> engine;
        detail::share<server> next;
    };

    session(detail::share<detail::engine> shared, detail::share<server> servers) noexcept
        : engine_(std::move(shared))
        , servers_(std::move(servers))
    {
    }

    server const* find_server(std::string_view name) const noexcept;
    detail::share<detail::engine> const& engine_at(std::string_view server) const noexcept;

    detail::share<detail::engine> engine_;
    detail::share<server> servers_; ///< the first of a chain
};

} // namespace restbind::net

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/session.ipp>
#endif
