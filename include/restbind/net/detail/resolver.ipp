// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/resolver.hpp>

#include <boost/asio/ip/address.hpp>

#include <string>
#include <system_error>

namespace restbind::inline RESTBIND_ABI::net::detail
{

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<intrusive_ptr<lookup>>> resolver::resolve(
    http::url const& address, clock::time_point deadline)
{
    boost::system::error_code code;
    std::string const host = address.zone.empty() ? address.host : address.host + "%" + address.zone;
    if (auto const literal = asio::ip::make_address(host, code); !code)
    {
        if (!address.zone.empty() && literal.to_v6().scope_id() == 0)
            co_return resolve_error(asio::error::host_not_found,
                "there is no network interface " + address.zone);
        co_return lookup::of({literal, address.port});
    }

    intrusive_ptr<lookup> found;
    waiter waiting(executor_);
    if (!may_use_threads_)
        found = lookup::here(by_application_, address.host, address.port);
    else
    {
        // A shutdown comes before this, and is seen, or after it, and finds who waits.
        std::lock_guard const lock(mutex_);
        if (closed_)
            co_return wait_error(wait_end::client_closed, phase::resolve);
        try
        {
            found = find_or_start(address.host, address.port);
        }
        catch (std::system_error const& failure)
        {
            code.assign(failure.code().value(), boost::system::system_category());
            co_return resolve_error(code);
        }
        found->join(waiting, deadline);
    }
    if (waiting.has_joined())
    {
        wait_end const end = co_await waiting.wait();
        if (end != wait_end::granted)
            co_return wait_error(end, phase::resolve);
    }
    if (auto const& outcome = found->outcome(); !outcome)
        co_return outcome.error();
    co_return found;
}

} // namespace restbind::net::detail
