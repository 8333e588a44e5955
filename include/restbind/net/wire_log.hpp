// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/net/interceptor.hpp>

#include <boost/asio/awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ios>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::net
{

/** Logs each attempt as it goes over the wire onto a stream, without the client's credentials and
    without members of the request that are secret or only written:

        7/1 > POST https://api.example.com/v1/things
        7/1 > X-Account: 12
        7/1 > {"name":"chair"}
        7/1 < 200 after 41 ms
        7/1 < Content-Type: application/json

    The numbers are those of the call and of the attempt. Headers that the client writes itself are
    not shown, nor is one whose value holds a credential. A line says so if members of the request
    are left out. Bodies are not shown unless a size is
    given, because they hold what customers have entered. Bytes that are no printable UTF-8 are
    escaped, so that each header and each body is one line.

    Thread-safe: the lines of one request, and those of one response, stand together. The stream
    belongs to this object, and is flushed after a response.
*/
class wire_log : public interceptor
{
public:
    /** @param out Written to under a lock of this object; must outlive it.
        @param max_body Bytes of each body that are shown; of other texts 500, or as many if that is
            more. Default 0: no body is.
    */
    explicit wire_log(std::ostream& out, std::size_t max_body = 0)
        : out_(out)
        , max_body_(max_body)
    {
    }

    asio::awaitable<void> around(attempt& sent, proceed next) override
    {
        std::string const number =
            std::to_string(sent.call_id()) + "/" + std::to_string(sent.number());
        std::string text;
        add(text, number + " > ", std::string(sent.method()) + " " + std::string(sent.origin()) +
                                      std::string(sent.target()));
        add(text, number + " > ", sent.headers(), sent.without_secrets(sent.body()));
        if (!sent.is_complete())
            add(text, number + " > ", "(members that are secret or only written are left out)");
        write(text, false);
        auto const begun = sent.now();
        attempt_response const came = co_await next();
        auto const took =
            std::chrono::floor<std::chrono::milliseconds>(sent.now() - begun).count();
        text.clear();
        add(text, number + " < ",
            (came.failure ? came.failure->message() : std::to_string(came.status)) + " after " +
                std::to_string(took) + " ms");
        add(text, number + " < ", came.headers, came.body);
        write(text, true);
    }

private:
    void add(std::string& text, std::string_view front, std::string_view line) const
    {
        constexpr std::size_t usual = 500;
        std::size_t const longest = (std::max)(usual, max_body_);
        text.append(front).append(restbind::printable(line, longest)).push_back('\n');
    }

    void add(std::string& text, std::string const& front, http::header_list const& headers,
        std::string_view body) const
    {
        for (auto const [name, value] : headers)
            add(text, front, std::string(name) + ": " + std::string(value));
        if (max_body_ != 0 && !body.empty())
            add(text, front, body.substr(0, max_body_));
    }

    void write(std::string_view text, bool is_end)
    {
        std::lock_guard const lock(mutex_);
        out_.write(text.data(), static_cast<std::streamsize>(text.size()));
        if (is_end)
            out_.flush();
    }

    std::mutex mutex_;
    std::ostream& out_;
    std::size_t const max_body_;
};

} // namespace restbind::net
