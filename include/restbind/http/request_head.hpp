// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/security.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

/** Writes requests to one origin as HTTP/1.1 sends them (RFC 9112). No I/O.

    What all requests to an origin have in common is put together once.
*/
class request_head
{
public:
    /** Largest body, in bytes, that is copied behind its head: one buffer is sent for less than
        two. */
    static constexpr std::size_t max_copied_body = 4096;

    /** @param authority Value of Host: the origin's host, and its port unless it is the scheme's
            usual one. Of a tunnel through a proxy: host and port behind it.
        @param user_agent Value of User-Agent for requests that have none of their own; empty: none
            is sent.
    */
    RESTBIND_COLD request_head(std::string_view authority, std::string_view user_agent);

    /** Puts the head of a request together, and a small body behind it: request line, Host,
        User-Agent, the request's own headers, credentials, Content-Length where there may be a
        body.

        @param memory Emptied, then filled. Holds credentials: overwrite it when the request was
            sent. What it holds is overwritten here before its memory grows, which happens at most
            once.
        @param what Must outlive the result.
        @param authorization A header line with its end, such as `Authorization: Bearer …`; empty:
            none.
        @param shown Further credentials: header lines, parameters of the query, cookies.
        @returns The bytes, in `memory` and, for a large body, in `what`.
    */
    outgoing_request write(std::string& memory, request const& what, std::string_view authorization,
        selected_credentials const& shown = {}) const;

private:
    void append(std::string& memory, request const& what, selected_credentials const& shown) const;
    /// `common_`, without User-Agent if the request has one of its own.
    std::string_view common(request const& what) const noexcept;

    std::string common_; ///< the rest of the request line, Host and User-Agent
    std::size_t size_to_host_ = 0;
};

} // namespace restbind::http

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/http/detail/request_head.ipp>
#endif
