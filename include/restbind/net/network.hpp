// SPDX-License-Identifier: BSL-1.0
// What a file includes that makes a client: connections, names, tokens, and the threads of blocking
// clients. Files that only make calls get by without it.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/result.hpp>
#include <restbind/net/detail/client_core.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

template <class Parameters>
struct client_opener
{
    /** Opens a session for a client; errors as `session::open`, or of the parameters. */
    RESTBIND_COLD static result<client_core<Parameters>> open(
        asio::any_io_executor executor, client_options&& options, Parameters&& parameters)
    {
        auto opened = session::open(std::move(executor), std::move(options));
        if (!opened)
            return opened.error();
        client_share shared(std::move(*opened));
        if (auto const good = check_parameters(*shared, parameters); !good)
            return good.error();
        return client_core<Parameters>{std::move(shared), std::move(parameters), {}};
    }
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/io_thread.ipp>
#include <restbind/net/detail/prepared_call.ipp>
#include <restbind/net/detail/session.ipp>
#endif
