// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/testing/received_request.hpp>
#include <restbind/testing/reply.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::testing
{

/** The authorization server of a fake service: gives each client that asks a token, which ends in
    virtual time. Only a test that is about tokens speaks to it. */
class fake_tokens
{
public:
    /** A moment of virtual time. */
    using time_point = std::chrono::steady_clock::time_point;

    fake_tokens() = default;
    fake_tokens(fake_tokens const&) = delete;
    fake_tokens& operator=(fake_tokens const&) = delete;

    /** How long tokens that are given from now on are good for. Default 1 h. */
    std::chrono::seconds lifetime{3600};

    /** What becomes of the next request for a token, then of the one after it, and so on. */
    fake_tokens& then(reply next)
    {
        script_.add(std::move(next));
        return *this;
    }

    /** The next request for a token is refused in the words of RFC 6749, section 5.2. */
    fake_tokens& then_refuse(std::string_view code = "invalid_client", int status = 401)
    {
        return then(testing::status(
            status, "{\"error\":\"" + std::string(code) + "\"}", "application/json"));
    }

    /** The last step serves that many requests in all. */
    fake_tokens& repeat(std::size_t count)
    {
        script_.repeat(count);
        return *this;
    }

    /** The last step serves all later requests. */
    fake_tokens& always() { return repeat(detail::script::for_ever); }

    /** From now on the service rejects all tokens that were given so far (401). */
    void revoke() noexcept
    {
        for (auto& [token, end] : ends_)
            end = (time_point::min)();
    }

    /** The requests for tokens that have come so far. */
    std::vector<received_request> const& requests() const noexcept { return requests_; }

    /** How many tokens were given so far. */
    std::size_t given() const noexcept { return ends_.size(); }

    /** Whether the service takes a token at some time. One that was not given here is the
        program's own, and is taken. */
    bool accepts(std::string_view token, time_point now) const noexcept
    {
        auto const found = ends_.find(token);
        return found == ends_.end() || now < found->second;
    }

private:
    friend class fake_service;

    /// The response to a request for a token.
    reply respond(received_request const& asked, std::function<void(std::string const&)> const& no)
    {
        requests_.push_back(asked);
        reply made = script_.next().value_or(reply{});
        if (made.what != reply::kind::usual)
            return made;
        if (asked.method != "POST" ||
            asked.body.find("grant_type=client_credentials") == std::string::npos)
            no(asked.method + " " + asked.target + ": no request for a token");
        std::string const token = "fake-token-" + std::to_string(ends_.size() + 1);
        ends_.emplace(token, asked.at + lifetime);
        made.what = reply::kind::content;
        made.status = 200;
        made.content_type = "application/json";
        made.body = "{\"access_token\":\"" + token +
                    "\",\"token_type\":\"Bearer\",\"expires_in\":" +
                    std::to_string(lifetime.count()) + "}";
        return made;
    }

    detail::script script_;
    std::vector<received_request> requests_;
    std::map<std::string, time_point, std::less<>> ends_;
};

} // namespace restbind::testing
