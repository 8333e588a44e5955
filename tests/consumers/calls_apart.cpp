// SPDX-License-Identifier: BSL-1.0
// Calls in each form from a file that sees no network: what it needs of one is in the file that makes the client. Header-only.
#include <restbind/net/options.hpp>
#include <restbind/net/streaming.hpp>
#include <ticketing/v1/blocking_client.hpp>
#include <ticketing/v1/client.hpp>

#include <boost/asio/awaitable.hpp>

#include <string>
#include <vector>

namespace api = ticketing::v1;
namespace net = restbind::net;

boost::asio::awaitable<bool> call_apart(api::client const& client, net::body_sink& sink);

class streaming_client : public api::blocking_client
{
public:
    using blocking_client::blocking_client;

    restbind::result<net::streamed_response> draw(net::body_sink& sink) const
    {
        return run_streaming<api::operations::venue_picture>({.venue_id = 1}, sink);
    }
};

bool call_blocking_apart(streaming_client const& client, net::body_sink& sink);
net::client_options options_apart();

boost::asio::awaitable<bool> call_apart(api::client const& client, net::body_sink& sink)
{
    api::client copy = client;
    copy.set_defaults({.parameters = {{"tenant", "opera"}}});
    copy.reset_token();
    auto const view = copy.for_tenant("opera");
    api::VenuePictureRequest const request{.venue_id = 1};
    net::call_options const options;
    auto const picture = co_await client.venue_picture(request, options);
    auto const streamed =
        co_await client.call_streaming<api::operations::venue_picture>(request, sink, options);
    client.async_venue_picture(request, options, [](auto const&) {});
    co_return view && picture && streamed && client.options().base_url.empty();
}

bool call_blocking_apart(streaming_client const& client, net::body_sink& sink)
{
    return client.venue_picture({.venue_id = 1}).has_value() && client.draw(sink).has_value();
}

net::client_options options_apart()
{
    auto options = api::default_options();
    options.resolver = [](std::string const&)
    { return restbind::result<std::vector<boost::asio::ip::address>>(std::in_place); };
    options.tokens.provider =
        []() -> boost::asio::awaitable<restbind::result<restbind::http::access_token>>
    { co_return restbind::error(restbind::error_kind::token_unavailable); };
    return options.clone();
}
