// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/open_value.hpp>
#include <restbind/testing/detail/har.hpp>
#include <restbind/testing/detail/parts.hpp>
#include <restbind/testing/received_request.hpp>
#include <restbind/testing/reply.hpp>

#include <boost/json/value.hpp>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::testing
{

/** Real traffic, played back to a fake service: `fake.otherwise(std::ref(tape))`.

    Reads what a `recorder` has written, and HAR files, which browsers and proxies export. A request
    gets the response that was recorded for the same method, path, query and body; bodies of JSON
    are compared as values. Where a `recorder` has left secrets out, what it has kept is compared;
    `***` stands for any text within a segment of a path or a parameter. The address of the service
    does not matter, nor does the path in front of the API's own. Each exchange is played once, in
    the order of the file, so that a retry meets what it met then. Headers are not compared.

    Needs `<restbind/src.hpp>` in one source file of the program.
*/
class recording
{
public:
    /** Reads a file. @returns `invalid_argument` if it cannot be read, `invalid_response` with the
        line for what is no recording. */
    static result<recording> read(std::string const& path)
    {
        std::ifstream file(path, std::ios::binary);
        std::string const text{std::istreambuf_iterator<char>(file), {}};
        if (!file)
            return error(error_kind::invalid_argument, "the file cannot be read: " + path);
        return parse(text);
    }

    /** The same for a text: lines, or a whole HAR file. */
    static result<recording> parse(std::string_view text)
    {
        constexpr json::limits bounds{.max_bytes = std::size_t(1) << 30};
        recording made;
        if (auto whole = json::decode<detail::har::file>(text, bounds))
        {
            for (detail::har::entry& one : whole->log.entries)
                if (!made.add(std::move(one)))
                    return error(error_kind::invalid_response, "a body is no base64");
            return made;
        }
        for (std::size_t number = 1; !text.empty(); ++number)
        {
            std::string_view const line = text.substr(0, text.find('\n'));
            text.remove_prefix((std::min)(line.size() + 1, text.size()));
            if (http::trim(line).empty())
                continue;
            auto entry = json::decode<detail::har::entry>(line, bounds);
            if (!entry || !made.add(std::move(*entry)))
                return error(error_kind::invalid_response,
                    "line " + std::to_string(number) + ": " +
                        (entry ? "a body is no base64" : std::string(entry.error().detail())));
        }
        return made;
    }

    /** The response to a request; nothing if none is left that was recorded for it. */
    std::optional<reply> operator()(received_request const& asked)
    {
        for (exchange& one : exchanges_)
            if (!one.is_played && fits(one, asked))
            {
                one.is_played = true;
                return one.response;
            }
        return std::nullopt;
    }

    /** How many exchanges there are. */
    std::size_t size() const noexcept { return exchanges_.size(); }

    /** How many of them were not played yet. */
    std::size_t left() const noexcept
    {
        return static_cast<std::size_t>(std::count_if(exchanges_.begin(), exchanges_.end(),
            [](exchange const& one) { return !one.is_played; }));
    }

private:
    struct exchange
    {
        std::string method;
        std::string target;
        std::string body;
        reply response;
        bool is_complete = true;
        bool is_played = false;
    };

    /// @returns Whether its bodies can be read.
    bool add(detail::har::entry&& seen)
    {
        std::optional<std::string> body{std::in_place};
        if (seen.request.post_data)
            body = detail::har::bytes_of(*seen.request.post_data);
        auto content = detail::har::bytes_of(seen.response.content);
        if (!body || !content)
            return false;
        std::string_view target = seen.request.url;
        if (std::size_t const host = target.find("://"); host != std::string_view::npos)
            target.remove_prefix((std::min)(target.find('/', host + 3), target.size()));
        reply response = lost_response();
        if (seen.response.status != 0)
            response = status(seen.response.status, std::move(*content),
                std::move(seen.response.content.mime_type));
        for (auto& [name, value] : seen.response.headers)
            if (!is_of_connection(name))
                response.headers.emplace_back(std::move(name), std::move(value));
        exchanges_.push_back({std::move(seen.request.method), std::string(target),
            std::move(*body), std::move(response), seen.is_complete.value_or(true)});
        return true;
    }

    /// Headers that say how a body came, which is decoded in the file.
    static bool is_of_connection(std::string_view name) noexcept
    {
        for (std::string_view const one : {"Content-Type", "Content-Length", "Content-Encoding",
                 "Transfer-Encoding", "Connection", "Keep-Alive"})
            if (http::iequals(one, name))
                return true;
        return name.starts_with(':'); // of HTTP/2
    }

    static bool fits(exchange const& one, received_request const& asked)
    {
        if (one.method != asked.method)
            return false;
        if (one.is_complete)
            return one.target.ends_with(asked.target) && is_same_body(one.body, asked.body);
        auto const [path, query] = detail::cut(one.target, '?');
        auto const [asked_path, asked_query] = detail::cut(asked.target, '?');
        return is_end_of_path(path, asked_path) && is_part_of_list(query, asked_query) &&
               is_part_of_body(one.body, asked.body);
    }

    /// Whether a text is the recorded one, with something in the place of each secret.
    static bool resembles(std::string_view recorded, std::string_view asked)
    {
        constexpr std::string_view secret = "***";
        std::size_t const open = recorded.find(secret);
        if (open == std::string_view::npos)
            return recorded == asked;
        if (!asked.starts_with(recorded.substr(0, open)))
            return false;
        for (std::size_t end = open; end <= asked.size(); ++end)
            if (resembles(recorded.substr(open + secret.size()), asked.substr(end)))
                return true;
        return false;
    }

    static bool is_end_of_path(std::string_view recorded, std::string_view asked)
    {
        auto const all = detail::split(recorded, "/");
        auto const last = detail::split(asked.substr((std::min)(asked.size(), std::size_t(1))), "/");
        return last.size() <= all.size() &&
               std::equal(last.rbegin(), last.rend(), all.rbegin(),
                   [](std::string_view mine, std::string_view theirs)
                   { return resembles(theirs, mine); });
    }

    /// Whether a query or a form has all parameters that were recorded.
    static bool is_part_of_list(std::string_view recorded, std::string_view asked)
    {
        auto const all = detail::split(asked, "&");
        auto const kept = detail::split(recorded, "&");
        auto const is_asked = [&all](std::string_view one)
        {
            return std::any_of(all.begin(), all.end(),
                [one](std::string_view mine) { return resembles(one, mine); });
        };
        return recorded.empty() || std::all_of(kept.begin(), kept.end(), is_asked);
    }

    /// Whether a body has all members that were recorded. One in several parts is not compared.
    static bool is_part_of_body(std::string_view recorded, std::string_view asked)
    {
        auto const first = json::decode<boost::json::value>(recorded);
        auto const second = json::decode<boost::json::value>(asked);
        if (first && second)
            return is_part_of_value(*first, *second);
        return recorded.starts_with("--") || is_part_of_list(recorded, asked);
    }

    static bool is_part_of_value(
        boost::json::value const& recorded, boost::json::value const& asked)
    {
        if (recorded.is_object() && asked.is_object())
            return std::all_of(recorded.get_object().begin(), recorded.get_object().end(),
                [&asked](auto const& one)
                {
                    auto const* const found = asked.get_object().if_contains(one.key());
                    return found && is_part_of_value(one.value(), *found);
                });
        if (recorded.is_array() && asked.is_array())
            return std::equal(recorded.get_array().begin(), recorded.get_array().end(),
                asked.get_array().begin(), asked.get_array().end(), &recording::is_part_of_value);
        return recorded == asked;
    }

    static bool is_same_body(std::string_view recorded, std::string_view asked)
    {
        if (recorded == asked)
            return true;
        auto const first = json::decode<boost::json::value>(recorded);
        auto const second = json::decode<boost::json::value>(asked);
        return first && second && *first == *second;
    }

    std::vector<exchange> exchanges_;
};

} // namespace restbind::testing
