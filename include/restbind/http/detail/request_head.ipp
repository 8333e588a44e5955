// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/http/request_head.hpp>.
#pragma once

#include <restbind/core/secret.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/request_head.hpp>

#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

RESTBIND_COLD RESTBIND_DECL request_head::request_head(
    std::string_view authority, std::string_view user_agent)
    : common_(joined({" HTTP/1.1\r\nHost: ", authority, "\r\n"}))
    , size_to_host_(common_.size())
{
    if (!user_agent.empty())
        concat_to(common_, "User-Agent: ", user_agent, "\r\n");
}

RESTBIND_DECL std::string_view request_head::common(request const& what) const noexcept
{
    bool const own = what.headers.find("User-Agent").has_value();
    return std::string_view(common_).substr(0, own ? size_to_host_ : std::string_view::npos);
}

/// Appends request line and headers, with the credentials among them.
RESTBIND_COLD RESTBIND_DECL void request_head::append(
    std::string& memory, request const& what, selected_credentials const& shown) const
{
    concat_to(memory, to_string(what.method), " ", what.target);
    char mark = what.target.find('?') == std::string::npos ? '?' : '&';
    for (credential const* const one : shown)
        if (one->place == location::query)
        {
            memory.push_back(std::exchange(mark, '&'));
            memory.append(one->wire.reveal());
        }
    memory.append(common(what));

    // All cookies are one header (RFC 6265, section 5.4).
    std::string_view headers = what.headers.text();
    auto const own = what.headers.find("Cookie");
    bool has_cookie = own.has_value();
    if (own)
    {
        auto const end = static_cast<std::size_t>(own->data() + own->size() - headers.data());
        memory.append(headers.substr(0, end));
        headers.remove_prefix(end);
    }
    for (credential const* const one : shown)
        if (one->place == location::cookie)
        {
            memory.append(std::exchange(has_cookie, true) ? "; " : "Cookie: ");
            memory.append(one->wire.reveal());
        }
    if (!own && has_cookie)
        memory.append("\r\n");
    memory.append(headers);
    for (credential const* const one : shown)
        if (one->place == location::header)
            memory.append(one->wire.reveal());
}

RESTBIND_DECL outgoing_request request_head::write(std::string& memory, request const& what,
    std::string_view authorization, selected_credentials const& shown) const
{
    std::string_view const whole_body = what.content();
    bool const may_have_body =
        what.method == verb::post || what.method == verb::put || what.method == verb::patch;
    std::array<char, 24> digits;
    std::string_view name;
    std::string_view length;
    std::string_view end = "\r\n";
    if (may_have_body || !whole_body.empty())
    {
        auto const written =
            std::to_chars(digits.data(), digits.data() + digits.size(), whole_body.size());
        name = "Content-Length: ";
        length = {digits.data(), static_cast<std::size_t>(written.ptr - digits.data())};
        end = "\r\n\r\n";
    }
    std::string_view const method = to_string(what.method);
    std::string_view const headers = what.headers.text();
    bool const is_copied = whole_body.size() <= max_copied_body;
    std::string_view const body = is_copied ? whole_body : std::string_view();
    std::size_t credentials = 0;
    for (credential const* const one : shown)
        credentials += one->wire.size() + 12; // `Cookie: ` and line end, or one mark
    std::size_t const needed = credentials + method.size() + what.target.size() + common_.size() +
                               headers.size() + authorization.size() + body.size() + 64;
    if (memory.capacity() < needed)
    {
        restbind::wipe(memory);
        memory.reserve(needed);
    }
    if (shown.count == 0)
    {
        concat_behind(memory, 0, method, " ", what.target, common(what), headers, authorization,
            name, length, end, body);
    }
    else
    {
        memory.clear();
        append(memory, what, shown);
        concat_to(memory, authorization, name, length, end, body);
    }
    return {.head = memory,
        .body = is_copied ? std::string_view() : whole_body,
        .response_has_no_content = what.method == verb::head || what.method == verb::connect};
}

} // namespace restbind::http
