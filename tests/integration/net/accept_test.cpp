// SPDX-License-Identifier: BSL-1.0
// Which media type a call asks for.
#include "fixture.hpp"
#include "golden/responses.hpp"

#include <atomic>
#include <string>
#include <string_view>
#include <utility>

namespace
{

using namespace fake;
namespace api = golden::responses;
using load_picture = api::operations::load_picture;

/// What one call sends as Accept; else why it is refused.
std::string asked(net::call_options const& options, net::call_options defaults = {})
{
    std::string accept;
    scripted_server server(
        [&](received_request const& request)
        {
            accept = request.header("Accept");
            return response(202);
        });
    boost::asio::io_context io;
    auto caller = api::client::make(io.get_executor(), options_for(server), {}).value();
    caller.set_defaults(std::move(defaults));
    run(io,
        [&]() -> awaitable<void>
        {
            api::no_request const request;
            auto work = caller.load_picture(request, options);
            auto const loaded = co_await std::move(work);
            if (!loaded)
                accept = loaded.error().detail();
        });
    return accept;
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_accept)

BOOST_AUTO_TEST_CASE(a_call_asks_for_all_that_is_described_or_for_one_of_it)
{
    BOOST_TEST(asked({}) == "image/*, application/pdf, application/json;q=0.5");
    net::call_options const pdf{.accept = load_picture::accepts::application_pdf};
    BOOST_TEST(asked(pdf) == "application/pdf, application/json;q=0.5");
    BOOST_TEST(asked({}, pdf) == "application/pdf, application/json;q=0.5");
    BOOST_TEST(asked({.accept = load_picture::accepts::image_any}) == "image/*, application/json;q=0.5");
    BOOST_TEST(asked({.accept = "image/webp"}, pdf) == "image/webp, application/json;q=0.5");
}

BOOST_AUTO_TEST_CASE(a_media_type_that_is_not_described_is_not_asked_for)
{
    BOOST_TEST(
        asked({.accept = "text/csv"}) ==
        "call_options: accept names text/csv, but loadPicture describes image/*, application/pdf");
    BOOST_TEST(asked({.accept = "application/json"}) ==
               "call_options: accept names application/json, but "
               "loadPicture describes image/*, application/pdf");
    BOOST_TEST(asked({.accept = "image/a\r\nX: y"}) ==
               "the value of header Accept holds a control or non-ASCII character");
}

BOOST_AUTO_TEST_SUITE_END()
