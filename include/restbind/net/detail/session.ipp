// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/net/detail/call_driver.hpp>
#include <restbind/net/detail/network_session.hpp>
#include <restbind/net/detail/option_checks.hpp>
#include <restbind/net/detail/process.hpp>
#include <restbind/net/session.hpp>

#include <utility>

namespace restbind::inline RESTBIND_ABI::net
{

RESTBIND_COLD RESTBIND_DECL result<detail::intrusive_ptr<session>> session::open(
    asio::any_io_executor executor, client_options&& options)
{
    if (!executor)
        return restbind::detail::invalid_argument({"the executor is empty"});
    // This comes before the mutex of the process is locked for the first time, so that no child of
    // a fork finds it locked.
    detail::process::watch_forks();
    auto checked = detail::check_options(std::move(options));
    if (!checked)
        return checked.error();
    return detail::intrusive_ptr<session>(
        new detail::network_session(std::move(executor), std::move(*checked)));
}

} // namespace restbind::net
