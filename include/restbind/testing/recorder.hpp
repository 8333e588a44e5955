// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/testing/detail/har.hpp>

#include <algorithm>
#include <mutex>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::testing
{

/** Records what a client sends and receives, as `client_options::observer`. A `recording` plays it
    back.

    One line of JSON for each attempt: an entry of a HAR file. Neither tokens, keys and passwords
    nor requests for tokens are in it, nor members of requests that are secret or only written. All
    else that bodies hold is, with what customers have typed in. Of headers of responses only those
    are there that the client keeps; see `client_options::keep_all_headers`. An attempt without a
    whole response has the status 0.

    Thread-safe. The stream is flushed after each line.
*/
class recorder : public net::observer
{
public:
    /** @param out Must outlive this object. */
    explicit recorder(std::ostream& out) noexcept
        : out_(out)
    {
    }

    bool watches_traffic() const noexcept override { return true; }

    /** Writes the line. What is thrown here changes no call: see `net::observer`. */
    void exchanged(net::traffic_report const& seen) override
    {
        detail::har::entry entry{.operation = std::string(seen.operation),
            .request = {.method = std::string(seen.method),
                .url = std::string(seen.url),
                .headers = listed(seen.headers)},
            .response = {.status = seen.status,
                .headers = listed(seen.response_headers),
                .content = detail::har::content_of(seen.response_body, seen.content_type)}};
        if (!seen.is_complete)
            entry.is_complete = false;
        if (!seen.body.empty())
            entry.request.post_data = detail::har::content_of(
                seen.body, seen.headers.find("Content-Type").value_or(""));
        if (seen.retry_after && !seen.response_headers.find("Retry-After"))
            entry.response.headers.push_back(
                {"Retry-After", std::to_string((seen.retry_after->count() + 999) / 1000)});
        std::string const line = json::encode(entry).value() + "\n";
        std::lock_guard const lock(mutex_);
        out_ << line << std::flush;
    }

private:
    static std::vector<detail::har::header> listed(http::header_list const& headers)
    {
        std::vector<detail::har::header> list;
        for (auto const [name, value] : headers)
            list.push_back({std::string(name), std::string(value)});
        return list;
    }

    std::ostream& out_;
    std::mutex mutex_; ///< guards the stream
};

} // namespace restbind::testing
