// SPDX-License-Identifier: BSL-1.0
// libcurl, one call at a time: a reused easy handle.

#include "curl.hpp"

namespace bench
{

namespace
{

class curl_easy final : public contestant
{
public:
    curl_easy(service_address const& service, conditions const& under)
        : call_(service, under)
    {
    }

    void run(work const& part) override
    {
        for (std::size_t number = 0; number != part.calls; ++number)
        {
            stopwatch timer(part, number);
            call_.prepare();
            CURLcode const outcome = curl_easy_perform(call_.handle());
            timer.stop();
            call_.check(outcome);
        }
    }

private:
    curl_call call_;
};

std::unique_ptr<contestant> make(service_address const& service, conditions const& under)
{
    return std::make_unique<curl_easy>(service, under);
}

registration const plain(client_kind::libcurl, {transport::plain, 1}, make);
registration const tls(client_kind::libcurl, {transport::tls, 1}, make);
registration const resumed(
    client_kind::libcurl, {transport::tls, 1, connection_use::resumed}, make);
registration const full(client_kind::libcurl, {transport::tls, 1, connection_use::full}, make);

} // namespace

} // namespace bench
