// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/call_driver.hpp>
#include <restbind/net/detail/session_state.hpp>

namespace restbind::inline RESTBIND_ABI::net::detail
{

RESTBIND_DECL asio::awaitable<void> session_state::send(
    prepared_call& call, response_reader& reader)
{
    return carry_out(*this, call, reader);
}

} // namespace restbind::net::detail
