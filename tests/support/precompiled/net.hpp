// SPDX-License-Identifier: BSL-1.0
// The client without encryption, and what nearly every test of the network includes, compiled once.
#pragma once

#include "http.hpp"

#include "integration/net/fixture.hpp"

#include <restbind/net/blocking_client.hpp>
#include <restbind/net/client.hpp>
#include <restbind/net/observer.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
