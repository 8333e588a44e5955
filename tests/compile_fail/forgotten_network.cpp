// SPDX-License-Identifier: BSL-1.0
// A file that includes the client alone makes calls; what makes a client is told which header is missing.
// expect: a file that makes a client includes the API's whole header
#include <ticketing/v1/client.hpp>
#ifdef CORRECT
#include <restbind/net/network.hpp>
#endif

restbind::result<ticketing::v1::client> connect(boost::asio::any_io_executor executor)
{
    return ticketing::v1::client::make(executor, {}, {});
}
