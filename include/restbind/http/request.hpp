// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/http/headers.hpp>
#include <restbind/http/retry.hpp>

// Beast 1.81 declares operators of std::ostream without including it.
#include <boost/beast/http/verb.hpp>

#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI
{

/** The type of no_body: holds nothing. */
struct no_body_t
{
    /** Only the runtime names it. */
    enum class made
    {
        once ///< the only value
    };

    /** Not made of `{}` or of a number, so that no request in braces is mistaken for it. */
    explicit constexpr no_body_t(made) noexcept {}
};

/** In place of a request whose body may be left out: `client.start_job(restbind::no_body)`. The
    request is then sent without a body and without a Content-Type. */
inline constexpr no_body_t no_body{no_body_t::made::once};

} // namespace restbind

namespace restbind::inline RESTBIND_ABI::http
{

/** Methods of HTTP. `to_string` makes the word of the request line of one, for example `POST`. */
using boost::beast::http::verb;

/** A request that is ready to be sent.

    Its headers are complete apart from Host, Content-Length and Authorization, which whoever sends
    it adds.
*/
struct request
{
    /** Method of the request line. */
    http::verb method = http::verb::get;

    /** Path and query, escaped, the base address's path prefix included. */
    std::string target{};

    /** Accept, Content-Type if there is a body, and the headers of the operation. */
    header_list headers{};

    /** The body; empty if there is none. */
    std::string body{};

    /** A body that is not copied: bytes of somebody else, which live until the request was sent for
        the last time. Empty: the body is `body`. */
    std::string_view referred_body{};

    /** Media type of the body as the operation describes it, without parameters; empty if there is
        none. What is sent is in `headers`: it also has a form's boundary, and the type that a
        caller chose. Points to a literal. */
    std::string_view content_type{};

    /** How harmless a retry of this very request is. */
    http::idempotency idempotency = http::idempotency::not_idempotent;

    /** The idempotency key that all attempts carry; empty if there is none. */
    std::string idempotency_key{};

    /** The rule for retries; none if the document says nothing. */
    std::optional<retry_rule> retry{};

    /** Statuses from 500 on that say that the request was not applied. */
    status_list unapplied_statuses{};

    /** Identifier of the operation, for logs. Points to static storage. */
    std::string_view operation{};

    /** Status of a response that is a success. */
    int success_status = 200;

    /** Headers of the response that are worth keeping, with `, ` between their names. Points to
        static storage. */
    std::string_view response_headers{};

    /** The body, wherever it is. */
    std::string_view content() const noexcept
    {
        return referred_body.empty() ? std::string_view(body) : referred_body;
    }

    /** Copies a body that is somebody else's. */
    void own_body()
    {
        if (!referred_body.empty())
            body = referred_body;
        referred_body = {};
    }
};

/** The bytes of a request. The texts belong to somebody else. */
struct outgoing_request
{
    /** Everything in front of the body, perhaps with the body behind it. */
    std::string_view head{};

    /** The body, unless it is in `head`. */
    std::string_view body{};

    /** Whether the response has no content whatever its head says (HEAD, CONNECT). */
    bool response_has_no_content = false;
};

} // namespace restbind::http
