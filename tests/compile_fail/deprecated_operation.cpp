// SPDX-License-Identifier: BSL-1.0
// The compiler warns where an operation is called that the document deprecates; what includes it gives no warning.
// flags: -DRESTBIND_SEPARATE_COMPILATION
// expect: is deprecated
#pragma GCC diagnostic error "-Wdeprecated-declarations"
#include <golden/deprecated.hpp>

namespace api = golden::deprecated;

boost::asio::awaitable<void> fill(api::client client)
{
    restbind::no_body_t const none = restbind::no_body;
#ifndef CORRECT
    auto const filled = co_await client.fill_basket(none);
    static_cast<void>(filled);
#endif
    static_cast<void>(none);
    static_cast<void>(client);
    co_return;
}
