// SPDX-License-Identifier: BSL-1.0
// A server that gives tokens and wants to see them, for tests of how clients use them.
#pragma once

#include "fixture.hpp"

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fake
{

inline constexpr std::string_view token_path = "/login/";
inline constexpr std::string_view api_path = "/api/";

/// Runs calls side by side and gives their results.
inline std::vector<restbind::result<Item>> call_all(
    boost::asio::io_context& io, std::vector<client> const& callers)
{
    std::vector<restbind::result<Item>> results(callers.size());
    for (std::size_t i = 0; i != callers.size(); ++i)
        boost::asio::co_spawn(io, callers[i].buy(good_item),
            [&, i](std::exception_ptr e, restbind::result<Item> outcome)
            {
                if (e)
                    std::rethrow_exception(e);
                results[i] = std::move(outcome);
            });
    io.restart();
    io.run_for(10s);
    BOOST_TEST(io.stopped());
    return results;
}

/// A server that gives out token-1, token-2, … and says 401 to tokens that `accepts` does not like.
class token_server
{
public:
    explicit token_server(
        std::string expires_in = "3599", std::function<bool(std::string const&)> accepts = {})
        : accepts_(std::move(accepts))
        , server(
              [this, expires_in](received_request const& request)
              {
                  if (is_token_request(request))
                      return token_response("token-" + std::to_string(++tokens_), expires_in);
                  if (accepts_ && !accepts_(request.header("Authorization")))
                      return response(401, R"({"detail":"expired"})");
                  return response(200, good_body);
              })
    {
    }

private:
    std::function<bool(std::string const&)> accepts_;
    std::atomic<int> tokens_{0};

public:
    scripted_server server;
};

} // namespace fake
