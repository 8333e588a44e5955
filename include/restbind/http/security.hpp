// SPDX-License-Identifier: BSL-1.0
// Credentials: which ones an operation asks for, and which ones a client has.
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/secrets.hpp>
#include <restbind/http/detail/style.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/token_request.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::http
{

/** What a security scheme of an API description sends. */
enum class credential_kind : unsigned char
{
    token,        ///< `Authorization: Bearer …`
    basic,        ///< `Authorization: Basic …`, RFC 7617
    key,          ///< a text of the service's in a header, the query or a cookie
    authorization ///< `Authorization: ` with another scheme
};

/** A security scheme. Generated, in the namespace `schemes`; all texts live as long as the program.
 */
struct security_scheme
{
    /** Its name in the API description. */
    std::string_view name{};

    /** What it sends. */
    credential_kind kind = credential_kind::token;

    /** Where a key goes: header, query or cookie. */
    location place = location::header;

    /** Name of a key's header, parameter or cookie; of kind `authorization` the scheme's. */
    std::string_view field{};
};

/** A scheme of the Authorization header. Schemes of each kind have a type of their own, so that
    only the credentials that fit can be given for them. */
template <credential_kind Kind>
struct authorization_scheme : security_scheme
{
    /** @param word With `credential_kind::authorization`: what stands in front of the credential.
     */
    explicit constexpr authorization_scheme(
        std::string_view scheme, std::string_view word = "Authorization") noexcept
        : security_scheme{scheme, Kind, location::header, word}
    {
    }
};

/** A scheme of bearer tokens: the client's own token satisfies it, or one that was set for it. */
using bearer_scheme = authorization_scheme<credential_kind::token>;

/** A scheme of username and password. */
using basic_scheme = authorization_scheme<credential_kind::basic>;

/** A scheme of the Authorization header that is neither Basic nor Bearer. */
using http_scheme = authorization_scheme<credential_kind::authorization>;

/** A scheme of tokens that an authorization server gives by the client credentials grant. Where a
    client has no credentials for it, a bearer token meets it as any other. */
struct oauth2_scheme : bearer_scheme
{
    /** @param url Address of the token endpoint; see `client_options::tokens.url`.
        @param wanted Scopes with spaces between them; see `client_options::tokens.scopes`.
        @param method How identifier and secret are sent.
        @param lifetime See `client_options::tokens.lifetime`.
        @param lead See `client_options::tokens.renew_before`.
    */
    constexpr oauth2_scheme(std::string_view scheme, std::string_view url, std::string_view wanted,
        client_authentication method, std::chrono::seconds lifetime,
        std::chrono::seconds lead) noexcept
        : bearer_scheme(scheme)
        , token_url(url)
        , scopes(wanted)
        , authentication(method)
        , token_lifetime(lifetime)
        , renew_before(lead)
    {
    }

    /** Address of the token endpoint. */
    std::string_view token_url;
    /** Scopes, with spaces between them; empty for none. */
    std::string_view scopes;
    /** How identifier and secret are sent. */
    client_authentication authentication;
    /** Lifetime of a token whose response names none. */
    std::chrono::seconds token_lifetime;
    /** How long before its end a token is renewed. */
    std::chrono::seconds renew_before;
};

/** A scheme of a key. */
struct api_key_scheme : security_scheme
{
    /** @param scheme Its name in the document. Must live as long as the program.
        @param where In the header, query or cookie.
        @param parameter The header's or parameter's name. Must live as long, too.
    */
    constexpr api_key_scheme(
        std::string_view scheme, location where, std::string_view parameter) noexcept
        : security_scheme{scheme, credential_kind::key, where, parameter}
    {
    }
};

/** Schemes that a request must satisfy together, at most four. None: no credentials are needed. */
struct security_requirement
{
    /** The most schemes. */
    static constexpr std::size_t max_size = 4;

    /** The schemes, in the places before `count`. They live as long as the program. */
    std::array<security_scheme const*, max_size> schemes{};
    /** Number of schemes, from 0 to `max_size`. */
    std::size_t count = 0;

    constexpr security_requirement() = default;

    /** Asks for all these schemes; each must live as long as the program. */
    template <class... Scheme>
    constexpr security_requirement(security_scheme const* first, Scheme const*... others) noexcept
        : schemes{first, others...}
        , count(1 + sizeof...(Scheme))
    {
        static_assert(sizeof...(Scheme) < max_size, "too many schemes in one alternative");
    }

    /** The first scheme. */
    constexpr security_scheme const* const* begin() const noexcept { return schemes.data(); }
    /** Behind the last scheme. */
    constexpr security_scheme const* const* end() const noexcept { return schemes.data() + count; }
};

/** A credential as it is sent. */
struct credential
{
    /** Name of its scheme. */
    std::string_view scheme{};

    /** Where it goes: header, query or cookie. */
    location place = location::header;

    /** Name of the header, parameter or cookie. */
    std::string_view field{};

    /** What is sent: a header line with its end, or `name=value` of a query or cookie. */
    secret wire{};

    /** Texts that no log or error may repeat: the value as given and as encoded. */
    std::array<secret, 2> hidden{};

    /** If it is a token that the client gets for this scheme: the number of where from, above 0.
        There is nothing in `wire` then. */
    std::size_t token_source = 0;
};

/** The credentials that an application gives a client, by scheme. Moved; see `clone`.

    @code
    options.security.set(api::schemes::api_key, restbind::secret(key));
    options.security.set(api::schemes::login, "office", restbind::secret(password));
    @endcode
    What was set for a scheme before is replaced. Nothing is checked before a client is made.
*/
class security_credentials
{
public:
    /** A key. No control characters; printable ASCII in a header; in a cookie no space, quote,
        comma, semicolon or backslash either. */
    void set(api_key_scheme const& scheme, secret key) { put(scheme, {}, std::move(key)); }

    /** @param username UTF-8 without colon and control characters.
        @param password UTF-8 without control characters; may be empty. */
    void set(basic_scheme const& scheme, std::string username, secret password)
    {
        put(scheme, std::move(username), std::move(password));
    }

    /** A token for this scheme alone, never renewed. It goes before the client's own token. */
    void set(bearer_scheme const& scheme, secret token) { put(scheme, {}, std::move(token)); }

    /** What stands behind the scheme's word in the Authorization header; printable ASCII. */
    void set(http_scheme const& scheme, secret text) { put(scheme, {}, std::move(text)); }

    /** Has the client get tokens for this scheme alone, beside those of the client's own
        credentials. */
    void set(oauth2_scheme const& scheme, client_credentials credentials)
    {
        forget(scheme.name);
        grants_.push_back({scheme.name, std::move(credentials), std::string(scheme.token_url),
            split_scopes(scheme.scopes), scheme.authentication, scheme.token_lifetime,
            scheme.renew_before});
    }

    /** Whether nothing was set. */
    bool empty() const noexcept { return given_.empty() && grants_.empty(); }

    /** What was set for schemes whose tokens the client gets. */
    std::vector<token_grant>& grants() noexcept { return grants_; }

    /** A second copy, made on purpose. */
    security_credentials clone() const
    {
        security_credentials copy;
        for (given const& one : given_)
            copy.put(one.scheme, one.username, one.text.clone());
        for (token_grant const& one : grants_)
            copy.grants_.push_back(one.clone());
        return copy;
    }

    /** Everything in the form in which it is sent.

        @returns `invalid_argument`, naming the scheme and never a value, for what cannot be sent.
    */
    RESTBIND_COLD result<std::vector<credential>> prepare() const
    {
        std::vector<credential> ready;
        if (!given_.empty())
            if (auto const done = prepare_(given_, ready); !done)
                return done.error();
        return ready;
    }

private:
    struct given
    {
        security_scheme scheme;
        std::string username;
        secret text;
    };

    void forget(std::string_view scheme)
    {
        std::erase_if(given_, [scheme](given const& one) { return one.scheme.name == scheme; });
        std::erase_if(grants_, [scheme](token_grant const& one) { return one.scheme == scheme; });
    }

    void put(security_scheme const& scheme, std::string username, secret text)
    {
        prepare_ = &prepare_all;
        forget(scheme.name);
        given_.push_back({scheme, std::move(username), std::move(text)});
    }

    static result<void> prepare_all(std::vector<given> const& given, std::vector<credential>& ready)
    {
        ready.reserve(given.size());
        for (auto const& one : given)
        {
            if (auto const checked = check(one); !checked)
                return checked.error();
            ready.push_back(wire_of(one));
        }
        return {};
    }

    static result<void> check(given const& one)
    {
        auto const wrong = [&one](std::string_view what) {
            return invalid_argument({"security: what is given for ", one.scheme.name, " ", what});
        };
        std::string_view const text = one.text.reveal();
        bool const is_basic = one.scheme.kind == credential_kind::basic;
        if (has_control(text) || has_control(one.username))
            return wrong("holds a control character");
        if (utf8_prefix(text) != text.size() || utf8_prefix(one.username) != one.username.size())
            return wrong("is not UTF-8");
        if (is_basic && one.username.find(':') != std::string::npos)
            return wrong("has a colon in the username");
        if (text.empty() && one.username.empty())
            return wrong("is empty");
        if (is_basic || one.scheme.place == location::query)
            return {};
        if (one.scheme.place == location::cookie)
        {
            if (!is_cookie_text(text))
                return wrong("holds a character that no cookie may hold");
            return {};
        }
        if (!is_header_value(text) || trim(text).size() != text.size())
            return wrong(
                "holds a character that no header may hold, or begins or ends with a space");
        if (one.scheme.kind == credential_kind::token && text.find(' ') != text.npos)
            return wrong("holds a space");
        return {};
    }

    /// @pre There is no problem.
    static credential wire_of(given const& one)
    {
        security_scheme const& scheme = one.scheme;
        std::string_view const text = one.text.reveal();
        credential ready;
        ready.scheme = scheme.name;
        ready.place = scheme.place;
        ready.field =
            scheme.kind == credential_kind::key ? scheme.field : std::string_view("Authorization");
        ready.hidden[0] = one.text.clone();
        if (scheme.kind == credential_kind::token)
        {
            ready.wire = bearer_line(text);
            return ready;
        }
        std::string wire;
        // In one piece from the start: growing would leave copies behind.
        wire.reserve(
            3 * (ready.field.size() + scheme.field.size() + one.username.size() + text.size()) +
            32);
        if (scheme.place == location::query)
        {
            percent_encode_segment(wire, scheme.field);
            wire.push_back('=');
            std::size_t const begin = wire.size();
            percent_encode_segment(wire, text);
            ready.hidden[1] = secret(std::string_view(wire).substr(begin));
        }
        else if (scheme.place == location::cookie)
            wire.append(scheme.field).append("=").append(text);
        else
        {
            wire.append(ready.field).append(": ");
            if (scheme.kind == credential_kind::authorization)
                wire.append(scheme.field).append(" ");
            if (scheme.kind == credential_kind::basic)
            {
                ready.hidden[1] = basic_text(one.username, text);
                wire.append("Basic ").append(ready.hidden[1].reveal());
            }
            else
                wire.append(text);
            wire.append("\r\n");
        }
        ready.wire = secret(std::move(wire));
        return ready;
    }

    std::vector<given> given_;
    std::vector<token_grant> grants_;

    /// Named only where something is set: programs without credentials hold no code for them.
    result<void> (*prepare_)(std::vector<given> const&, std::vector<credential>&) = nullptr;
};

/** What one call shows. */
struct selected_credentials
{
    /** Whether it carries a token that the client gets, if it has a way to one. */
    bool token = true;

    /** Where from: 0 is the client's own credentials, others are those of `credential`. */
    std::size_t token_source = 0;

    /** Number of further credentials. */
    std::size_t count = 0;

    /** The further credentials. They belong to the client. */
    std::array<credential const*, security_requirement::max_size> credentials{};

    /** The first of the further credentials. */
    credential const* const* begin() const noexcept { return credentials.data(); }
    /** Behind the last of them. */
    credential const* const* end() const noexcept { return credentials.data() + count; }
};

namespace detail
{

inline credential const* find_credential(
    std::span<credential const> held, std::string_view scheme) noexcept
{
    for (credential const& one : held)
        if (one.scheme == scheme)
            return &one;
    return nullptr;
}

/// The wanted schemes for a message: `api_key, or login with session`.
RESTBIND_COLD inline std::string describe(std::span<security_requirement const> accepted)
{
    std::string text;
    for (security_requirement const& alternative : accepted)
    {
        text.append(text.empty() ? "" : ", or ");
        bool is_first = true;
        for (security_scheme const* const scheme : alternative)
            text.append(std::exchange(is_first, false) ? "" : " with ").append(scheme->name);
    }
    return text;
}

} // namespace detail

/** Chooses what a call shows: the first alternative for which everything is there.

    @param operation Name for the message.
    @param accepted What the operation takes, in order of preference. None: nothing is stated, and
    the call carries the client's token if there is one.
    @param held What the application gave. Must outlive the result.
    @param has_token Whether the client has a token of its own, or a way to one.
    @param allow_anonymous Whether to send nothing where nothing fits, instead of an error.
    @returns `invalid_argument`, naming the schemes, if no alternative fits.
*/
inline result<selected_credentials> select_credentials(std::string_view operation,
    std::span<security_requirement const> accepted, std::span<credential const> held,
    bool has_token, bool allow_anonymous)
{
    if (accepted.empty())
        return selected_credentials{};
    for (security_requirement const& alternative : accepted)
    {
        selected_credentials found{.token = false};
        bool fits = true;
        for (security_scheme const* const scheme : alternative)
        {
            credential const* const one = detail::find_credential(held, scheme->name);
            if (one && one->token_source != 0)
            {
                found.token = true;
                found.token_source = one->token_source;
            }
            else if (one)
                found.credentials[found.count++] = one;
            else if (scheme->kind == credential_kind::token && has_token)
                found.token = true;
            else
                fits = false;
        }
        if (fits)
            return found;
    }
    if (allow_anonymous)
        return selected_credentials{.token = false};
    return invalid_argument({"the operation ", operation, " needs ", detail::describe(accepted),
        ", for which the client has no credentials: see client_options::security"});
}

} // namespace restbind::http
