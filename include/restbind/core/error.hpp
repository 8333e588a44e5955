// SPDX-License-Identifier: BSL-1.0
// What went wrong: one small value for validation, transport, tokens, errors of the service and
// unreadable responses.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/validation.hpp>

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <boost/system/error_category.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/is_error_code_enum.hpp>
#include <boost/system/is_error_condition_enum.hpp>
#include <boost/system/system_error.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <iterator>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI
{

/** What happened, as far as a program has to act differently. */
enum class error_kind : unsigned char
{
    none = 0,          ///< nothing; only a default-constructed error has it
    validation_failed, ///< a local rule is broken; nothing was sent; problem() is what the server
                       ///< would have said
    invalid_argument,  ///< a parameter, address, header, option or value that cannot be sent;
                       ///< nothing was sent
    client_error,      ///< 400, 422, and any other 4xx without a kind of its own
    unauthorized,      ///< 401
    forbidden,         ///< 403
    not_found,         ///< 404
    conflict,          ///< 409
    server_error,      ///< 500, and any other 5xx without a kind of its own
    unavailable,       ///< 503
    unexpected_status, ///< 1xx as the final response, or 2xx or 3xx that the operation does not
                       ///< declare
    invalid_response,  ///< the response's body is not what the operation promises: json_path(),
                       ///< json_offset()
    protocol,          ///< the response is not proper HTTP
    too_large,         ///< a limit on the response's size was passed
    resolve,           ///< the host's name could not be looked up
    connect,           ///< no connection could be made
    certificate_rejected, ///< the peer's certificate cannot be trusted, or is not that of the host;
                          ///< nothing was sent, and it is not tried again
    write,                ///< the request could not be sent
    read,                 ///< the response could not be received
    token_refused,        ///< the authorization server said no in the words of RFC 6749:
                          ///< token_error()
    token_unavailable, ///< a token provider gave none that can be used; what goes wrong on the way
                       ///< to the authorization server has the kind that it would have on the way
                       ///< to the service, and detail() names the server
    timed_out,         ///< the deadline passed
    cancelled,         ///< the caller cancelled
    callback_failed,   ///< a function of the program that was asked for something (a sink,
                       ///< encryption, a codec) has thrown an exception; detail() names it and
                       ///< has the exception's what()
    client_closed,     ///< the client was closed
    journal_failed     ///< the journal could not record the request; nothing was sent
};

/** How far a call had come. */
enum class phase : unsigned char
{
    none,       ///< not within a call
    validate,   ///< looking at the request's rules
    encode,     ///< writing the request's text
    token,      ///< waiting for a token; a failed request for it has the phase in which it failed
    pool,       ///< waiting for a place among the connections
    resolve,    ///< looking up the host's name
    connect,    ///< connecting, also through a proxy
    handshake,  ///< agreeing on encryption
    write,      ///< sending the request
    first_byte, ///< waiting for the response
    read,       ///< receiving the response
    decode,     ///< reading the response's text
    backoff     ///< waiting for the next attempt
};

namespace detail
{

/** The kinds in words, in their order. An array of characters needs no relocation. */
inline constexpr char kind_texts[][37] = {
    "no error", "validation failed, nothing was sent", "invalid argument, nothing was sent",
    "client error", "unauthorized", "forbidden", "not found", "conflict", "server error",
    "service unavailable", "unexpected status", "invalid response", "HTTP protocol error",
    "response too large", "name lookup failed", "connection failed", "certificate rejected",
    "sending failed", "receiving failed", "token refused", "token unavailable", "timed out",
    "cancelled", "a function of the program has failed", "client closed",
    "not recorded, nothing was sent"};
static_assert(std::size(kind_texts) == static_cast<std::size_t>(error_kind::journal_failed) + 1);

/** The phases in words, in their order. */
inline constexpr char phase_texts[][11] = {
    "", "validate", "encode", "token", "pool", "resolve", "connect", "handshake", "write",
    "first byte", "read", "decode", "backoff"};
static_assert(std::size(phase_texts) == static_cast<std::size_t>(phase::backoff) + 1);

} // namespace detail

/** A kind in words, for a log or an operator: "name lookup failed". Lives as long as the program.
 */
RESTBIND_COLD constexpr std::string_view to_string(error_kind kind) noexcept
{
    auto const index = static_cast<std::size_t>(kind);
    return index < std::size(detail::kind_texts) ? detail::kind_texts[index] : "unknown error";
}

/** A phase in one word. Lives as long as the program. */
RESTBIND_COLD constexpr std::string_view to_string(phase at) noexcept
{
    auto const index = static_cast<std::size_t>(at);
    return index < std::size(detail::phase_texts) ? detail::phase_texts[index] : "unknown phase";
}

namespace detail
{

/** An enumeration of the runtime that has a text. */
template <class T>
concept named_enum = std::is_enum_v<T> && requires(T value) {
    { to_string(value) } -> std::same_as<std::string_view>;
};

} // namespace detail

/** Prints to_string(). */
template <class Traits, detail::named_enum E> // compiled where it is used
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, E value)
{
    return out << to_string(value);
}

namespace detail
{

class restbind_category final : public boost::system::error_category
{
public:
    constexpr restbind_category() noexcept
        : error_category(0x7E5B1D4C0A3F9E21u)
    {
    }

    char const* name() const noexcept override { return "restbind"; }
    RESTBIND_COLD RESTBIND_DECL std::string message(int value) const override;
};

inline constexpr restbind_category category_instance{};

} // namespace detail

/** The error category "restbind"; its values are those of error_kind. */
inline boost::system::error_category const& category() noexcept
{
    return detail::category_instance;
}

/** A kind as an error code of category(). */
inline boost::system::error_code make_error_code(error_kind kind) noexcept
{
    return {static_cast<int>(kind), category()};
}

/** What the authorization server said when it refused a token (RFC 6749, section 5.2). */
struct token_error
{
    /** The most members that `extensions` holds; others are left out, the last ones first. */
    static constexpr std::size_t max_extensions = 16;

    /** The code, such as `invalid_client`. */
    std::string error;
    /** The explanation. Text of the server: show it, do not parse it. */
    std::string error_description;
    /** All other members: name, and the value's JSON text, in the order received. Many servers say
        here how their support can find the request. */
    std::vector<std::pair<std::string, std::string>> extensions;

    bool operator==(token_error const&) const = default;
};

/** What a response 401 or 403 says about the token that it refuses: the `Bearer` challenge of its
    WWW-Authenticate header (RFC 6750, section 3). Texts of the server; each may be empty. */
struct token_challenge
{
    /** The code, such as `invalid_token` or `insufficient_scope`. */
    std::string error;
    /** The explanation. */
    std::string error_description;
    /** What a token must be good for. */
    std::string scope;

    bool operator==(token_challenge const&) const = default;
};

/** What one attempt of a call has met. */
struct failed_attempt
{
    /** What went wrong. */
    error_kind kind = error_kind::none;
    /** HTTP status of its response; 0 if there was none. */
    int status = 0;
    /** The finest code, as `error::code()`. */
    boost::system::error_code code{};
    /** How far it had come. */
    phase at = phase::none;
    /** From its beginning to its end. */
    std::chrono::milliseconds duration{0};
};

namespace detail
{

class error_access;

template <class E>
concept error_enum =
    boost::system::is_error_code_enum<E>::value || boost::system::is_error_condition_enum<E>::value;

} // namespace detail

/** Why a call has no result.

    Look at `outcome_unknown()` first, whatever the kind is. Then kind() says what to do:

    | kind                               | what to do                                            |
    |------------------------------------|-------------------------------------------------------|
    | `validation_failed`                | Correct the request: violations() lists the members.  |
    | `invalid_argument`                 | Correct the program or its settings: detail().        |
    | `client_error`                     | Correct the request: code(), violations(), problem(). |
    | `unauthorized`                     | Check the credentials: challenge().                   |
    | `forbidden`                        | Ask the service's operator for rights: challenge().   |
    | `not_found`                        | Look for the thing again; it may be gone: code().     |
    | `conflict`                         | Read the present state, then decide anew: code().     |
    | `server_error`, `unavailable`      | Try later; report trace_id() if it lasts.             |
    | `unexpected_status`                | Compare document and service: detail().               |
    | `invalid_response`                 | Regenerate, or read leniently: json_path(), body().   |
    | `protocol`                         | Look what stands at host(): a proxy, another service. |
    | `too_large`                        | Raise `client_options::limits`.                       |
    | `resolve`, `connect`               | Check network and address: host(), code().            |
    | `certificate_rejected`             | Check the clock and the trusted authorities: code().  |
    | `write`, `read`                    | Try again, unless outcome_unknown().                  |
    | `token_refused`                    | Check client id, secret and scopes: token_error().    |
    | `token_unavailable`                | Look at the token provider: detail().                 |
    | `timed_out`                        | Try again, unless outcome_unknown(); at() says where. |
    | `cancelled`, `client_closed`       | Nothing: the program did it.                          |
    | `callback_failed`                  | Correct the function that threw: detail().            |

    Small and cheap to copy: details are shared between the copies and never change under a reader.
    References that it hands out live as long as any copy of this error in which they were not
    replaced. No part of it holds a client secret or a token, except that body() is what the server
    sent, whatever that is; message() and operator<< leave the body out.
*/
class error
{
public:
    /** The most bytes of a response's body that an error keeps. */
    static constexpr std::size_t max_body = 64 * 1024;

    /** The most attempts that an error lists: of more, the last ones. */
    static constexpr std::size_t max_attempts = 16;

    /** No error: kind none. */
    error() noexcept = default;
    // Spelt out for noexcept, which intrusive_ptr leaves out of its copies.
    error(error const&) noexcept = default;
    error(error&&) noexcept = default;
    error& operator=(error const&) noexcept = default;
    error& operator=(error&&) noexcept = default;
    ~error() = default;

    /** An error whose code() is that of its kind.

        @param detail One sentence for a log; never a secret.
    */
    explicit error(error_kind kind, std::string detail)
        : error(kind)
    {
        if (!detail.empty())
            change().detail = std::move(detail);
    }
    /** @overload */
    explicit error(error_kind kind) noexcept
        : code_(make_error_code(kind))
        , kind_(kind)
    {
    }
    /** An error with a finer code, of a connection or an encryption of your own.

        @param at How far the call had come.
    */
    error(error_kind kind, boost::system::error_code const& code, std::string detail = {},
        phase at = phase::none)
        : error(kind, std::move(detail))
    {
        code_ = code;
        phase_ = at;
    }

    /** What happened. */
    error_kind kind() const noexcept { return kind_; }
    /** The finest code there is: the service's typed error code, the operating system's code, or
        else that of kind(). */
    boost::system::error_code const& code() const noexcept { return code_; }
    /** The HTTP status; 0 when there was no response. For validation_failed the one that the server
        would have sent. */
    int status() const noexcept { return status_; }
    /** How often the request was sent, the first time included; 0 when it never was. When no token
        could be got, token requests are counted, too. */
    unsigned sends() const noexcept { return sends_; }
    /** How each attempt ended, in order: also attempts that could send nothing, and those of a call
        that its deadline ended. When no token could be got, how the requests for it ended. Empty
        when nothing was tried. */
    std::vector<failed_attempt> const& attempts() const noexcept { return details().attempts; }
    /** Host and port of the service, or of the authorization server where that is what failed:
        `api.example.com:443`. Empty when no connection was asked for. */
    std::string const& host() const noexcept { return details().host; }
    /** True when the request was not sent again only because the client's retry budget is spent. */
    bool retry_budget_spent() const noexcept { return budget_spent_; }
    /** How far the call had come. */
    phase at() const noexcept { return phase_; }
    /** True when the request may have taken effect although there is no result: ask the service
        before sending it again. With a status from 200 to 299 it has taken effect. */
    bool outcome_unknown() const noexcept
    {
        return may_have_applied_ || earlier_may_have_applied_;
    }
    /** True when an attempt before the last one may have taken effect, so that the request may have
        been applied more than once. Never for safe requests. */
    bool earlier_may_have_applied() const noexcept { return earlier_may_have_applied_; }
    /** The pause that the service asked for (Retry-After), where the call ended because that is
        more than the time left or than `retry.max_retry_after`; else 0. */
    std::chrono::milliseconds retry_after() const noexcept { return details().retry_after; }
    /** The number of the call, as the events of `net::observer` have it; 0 for an error that is not
        that of a client's call. */
    std::uint64_t call_id() const noexcept { return details().call_id; }

    /** One sentence for a log; may be empty. */
    std::string const& detail() const noexcept { return details().detail; }
    /** The problem document that came, or that the server would have sent. An empty one when there
        is none. */
    problem_details const& problem() const noexcept
    {
        static problem_details const none;
        auto const& problem = details().problem;
        return problem ? problem->value : none;
    }
    /** True when problem() came from the server or stands for what the server would have sent. */
    bool has_problem() const noexcept { return details().problem != nullptr; }
    /** The broken rules: where, which, with which limit. The same list whether they were found here
        or by the server, whatever its problem documents look like. Of the server's, members that
        its document does not tell are empty. */
    std::vector<violation> const& violations() const noexcept
    {
        static std::vector<violation> const none;
        auto const& broken = details().violations;
        return broken ? broken->value : none;
    }
    /** The response's body as received, up to max_body bytes of it. */
    std::string const& body() const noexcept { return details().body; }
    /** The service's own name for the request, for its support; may be empty. */
    std::string_view trace_id() const noexcept
    {
        auto const& id = problem().trace_id;
        return id ? std::string_view(*id) : std::string_view();
    }
    /** What the authorization server said, whatever its status was; null if it did not use the
        words of RFC 6749, section 5.2. */
    restbind::token_error const* token_error() const noexcept
    {
        auto const& said = details().token_error;
        return said ? &said->value : nullptr;
    }
    /** What a response 401 or 403 said about the token; null if it said nothing. */
    token_challenge const* challenge() const noexcept
    {
        auto const& said = details().challenge;
        return said ? &said->value : nullptr;
    }
    /** Where a response could not be read or a value could not be written:
        `lines[3].properties.id`. Empty for the value as a whole. */
    std::string const& json_path() const noexcept { return details().json_path; }
    /** The offset in bytes at which reading stopped; 0 for what could not be written. */
    std::size_t json_offset() const noexcept { return details().json_offset; }

    /** The whole story in one line, fit for an operator: kind, status, code, detail, the first
        validation errors, phase, host, how often the request was sent, and how its attempts ended
        where they differ. Text of the server is bounded and its control characters are escaped. */
    RESTBIND_COLD std::string message() const;

    /** Says whether the request may have taken effect: for a network of your own, which makes calls
        with an http::exchange alone. The client says it by itself. */
    error& with_outcome_unknown(bool unknown = true) noexcept
    {
        may_have_applied_ = unknown;
        return *this;
    }

    /** True when kind() is `kind`. */
    friend bool operator==(error const& e, error_kind kind) noexcept { return e.kind_ == kind; }
    /** Compares code() with an enumerator of any error code or error condition, such as the
        service's typed codes. */
    template <detail::error_enum E>
    friend bool operator==(error const& e, E value)
    {
        return e.code_ == value;
    }

    /** Prints message(). */
    template <class Traits> // compiled where it is used
    friend std::basic_ostream<char, Traits>& operator<<(
        std::basic_ostream<char, Traits>& out, error const& e)
    {
        return out << e.message();
    }

private:
    friend class detail::error_access;

    // A part that never changes. It counts its owners itself, which compiles in half the time of
    // std::shared_ptr.
    template <class T>
    struct shared : boost::intrusive_ref_counter<shared<T>>
    {
        explicit shared(T part)
            : value(std::move(part))
        {
        }

        T value;
    };
    template <class T>
    static boost::intrusive_ptr<shared<T> const> share(T part)
    {
        return boost::intrusive_ptr<shared<T> const>(new shared<T>(std::move(part)));
    }

    struct details_type : boost::intrusive_ref_counter<details_type>
    {
        std::string detail;
        std::string body;
        std::string json_path;
        std::size_t json_offset = 0;
        boost::intrusive_ptr<shared<problem_details> const> problem;
        boost::intrusive_ptr<shared<std::vector<violation>> const> violations;
        boost::intrusive_ptr<shared<restbind::token_error> const> token_error;
        boost::intrusive_ptr<shared<token_challenge> const> challenge;
        std::string host;
        std::vector<failed_attempt> attempts;
        std::string refused_pause; ///< that no attempt followed because of it, in words
        std::chrono::milliseconds retry_after{0};
        std::uint64_t call_id = 0;

        // Out of line, because nearly every function lets go of an error somewhere.
        RESTBIND_COLD friend void intrusive_ptr_release(
            details_type const* one) noexcept
        {
            intrusive_ptr_release(
                static_cast<boost::intrusive_ref_counter<details_type> const*>(one));
        }
    };

    details_type const& details() const noexcept
    {
        static details_type const nothing;
        return details_ ? *details_ : nothing;
    }
    // Other copies keep what they have: a change works on details that no other copy has.
    RESTBIND_COLD details_type& change();

    boost::intrusive_ptr<details_type const> details_;
    boost::system::error_code code_;
    int status_ = 0;
    std::uint16_t sends_ = 0;
    error_kind kind_ = error_kind::none;
    phase phase_ : 4 = phase::none;
    bool may_have_applied_ : 1 = false; ///< of the last attempt
    bool earlier_may_have_applied_ : 1 = false;
    bool budget_spent_ : 1 = false;
};

namespace detail
{

/** Fills an error in, for the layers of the runtime: `fill(failure).with_phase(phase::read)`.
    Refers to the error, and stands for it. */
class error_access
{
public:
    explicit error_access(error& filled) noexcept
        : error_(filled)
    {
    }
    operator error&() const noexcept { return error_; }
    /** Moves the error out: what a function returns. */
    error&& take() const noexcept { return std::move(error_); }

    /** A code that is that of the old kind becomes that of the new one. */
    error_access with_kind(error_kind kind) const noexcept
    {
        if (error_.code_ == make_error_code(error_.kind_))
            error_.code_ = make_error_code(kind);
        error_.kind_ = kind;
        return *this;
    }
    error_access with_phase(phase at) const noexcept
    {
        error_.phase_ = at;
        return *this;
    }
    error_access with_status(int status) const noexcept
    {
        error_.status_ = status;
        return *this;
    }
    error_access with_code(boost::system::error_code const& code) const noexcept
    {
        error_.code_ = code;
        return *this;
    }
    /** Above 65535 it stays there. */
    error_access with_sends(unsigned sends) const noexcept
    {
        error_.sends_ = static_cast<std::uint16_t>(sends < 0xFFFFu ? sends : 0xFFFFu);
        return *this;
    }
    error_access with_retry_budget_spent() const noexcept
    {
        error_.budget_spent_ = true;
        return *this;
    }
    /** Of the last attempt. */
    error_access with_outcome_unknown(bool unknown = true) const noexcept
    {
        error_.may_have_applied_ = unknown;
        return *this;
    }
    error_access with_earlier_may_have_applied(bool may_have = true) const noexcept
    {
        error_.earlier_may_have_applied_ = may_have;
        return *this;
    }
    error_access with_host(std::string host) const
    {
        error_.change().host = std::move(host);
        return *this;
    }
    error_access with_call_id(std::uint64_t id) const
    {
        error_.change().call_id = id;
        return *this;
    }
    error_access with_detail(std::string detail) const
    {
        error_.change().detail = std::move(detail);
        return *this;
    }
    /** A pause was too long for the call.

        @param asked The pause, if the service asked for it; else 0.
        @param why The pause and its limit in words.
    */
    RESTBIND_COLD error_access with_refused_pause(
        std::chrono::milliseconds asked, std::string why) const;
    /** Keeps the last error::max_attempts. */
    RESTBIND_COLD error_access with_attempts(std::vector<failed_attempt> met) const;
    RESTBIND_COLD error_access with_problem(problem_details problem) const;
    RESTBIND_COLD error_access with_violations(std::vector<violation> broken) const;
    /** Keeps the first error::max_body bytes. */
    RESTBIND_COLD error_access with_body(std::string body) const;
    RESTBIND_COLD error_access with_json_location(std::string path, std::size_t offset) const;
    RESTBIND_COLD error_access with_token_error(restbind::token_error said) const;
    RESTBIND_COLD error_access with_challenge(token_challenge said) const;

private:
    error& error_;
};

inline error_access fill(error& filled) noexcept
{
    return error_access(filled);
}
/** The temporary lives until the end of the expression: take() moves it out. */
inline error_access fill(error&& filled) noexcept
{
    return error_access(filled);
}

/** A duration in words: "400 ms", "1.5 s", "30 s". */
RESTBIND_COLD std::string duration_text(std::chrono::milliseconds length);

/** An error of this kind with its detail in parts: a text of the caller's own is code at every
    place. */
RESTBIND_COLD error invalid_argument(std::initializer_list<std::string_view> detail);

} // namespace detail

/** What result<T>::value() throws: a boost::system::system_error that carries the whole error. */
class exception : public boost::system::system_error
{
public:
    /** @param e What error() gives; what() is its message(). */
    explicit exception(restbind::error e)
        : system_error(e.code())
        , error_(std::move(e))
        , text_(error_.message())
    {
    }

    /** What went wrong. */
    restbind::error const& error() const noexcept { return error_; }
    /** error().message(). */
    char const* what() const noexcept override { return text_.what(); }

private:
    restbind::error error_;
    std::runtime_error text_; // a text that copies share: an exception must not throw when copied
};

} // namespace restbind

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/core/detail/error.ipp>
#endif
