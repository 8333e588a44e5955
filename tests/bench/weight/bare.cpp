// SPDX-License-Identifier: BSL-1.0
// The headers that the network's bindings are made of, and nothing else.
#include <boost/asio.hpp>
#include <boost/beast/http.hpp>
#include <boost/json.hpp>
