// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/reports.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/proxy.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/http/security.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/json/reading.hpp>
#include <restbind/net/journal.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/resolve_function.hpp>
#include <restbind/net/token_provider.hpp>
#include <restbind/net/transport.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net
{

class interceptor;

/** Values by name. */
using named_values = std::map<std::string, std::string, std::less<>>;

/** What differs between the environments of a service, such as staging and production. */
struct environment_addresses
{
    /** Base address of the service. */
    std::string base_url{};

    /** Values for `client_options::tokens.variables`, such as the address of an authorization
        server. Others that are set there stay as they are. */
    named_values token_variables{};
};

/** Environments by name. Holds whatever the application's configuration says: no address is built
    in. */
class environments
{
public:
    environments() = default;

    /** Starts with these environments; of two with one name the first counts. */
    environments(std::initializer_list<std::pair<std::string const, environment_addresses>> known)
    {
        for (auto const& [name, addresses] : known)
            if (!find(name))
                set(name, addresses);
    }

    /** Adds an environment or replaces the one of that name. */
    void set(std::string_view name, environment_addresses const& addresses)
    {
        for (auto& [known, present] : known_)
            if (known == name)
                return void(present = addresses);
        known_.emplace_back(name, addresses);
    }

    /** The addresses of an environment; `invalid_argument`, naming the known ones in the order in
        which they were added, if there is none of that name. */
    result<environment_addresses> find(std::string_view name) const
    {
        std::string detail("there is no environment \"");
        detail.append(name).append("\"; known are:");
        for (auto const& [known, addresses] : known_)
        {
            if (known == name)
                return addresses;
            detail.append(" ").append(known);
        }
        if (known_.empty())
            detail.append(" none");
        return error(error_kind::invalid_argument, std::move(detail));
    }

private:
    std::vector<std::pair<std::string, environment_addresses>> known_;
};

/** How long a call and its parts may take. None may exceed 24 h. */
struct timeout_settings
{
    /** The deadline of one call: its longest duration, all attempts and pauses included. Default 30
        s, at least 1 ms. Error: `timed_out`, with the phase in which it struck. */
    std::chrono::milliseconds call{30000};

    /** Longest duration of finding a host: name lookup, connecting, and the request to a proxy. The
        addresses of a name are tried 250 ms apart (RFC 8305), at most 16 of them. Default 10 s. 0:
        no limit of its own, only the call's deadline. Errors: `resolve` or `connect` with the code
        `timed_out`. */
    std::chrono::milliseconds connect{10000};

    /** Longest duration of a TLS handshake. Default 10 s. 0: no limit of its own. Error: `connect`
        with the code `timed_out`, phase `handshake`. */
    std::chrono::milliseconds handshake{10000};

    /** Longest time in which the system accepts not one byte of a request for sending; it begins
        again with each byte. A peer that reads single bytes counts as one that reads nothing,
        because the system waits for more space than that. Default 10 s. 0: no limit of its own.
        Error: `write` with the code `timed_out`. */
    std::chrono::milliseconds write{10000};

    /** Longest time from the end of sending to the first byte of the response. Default 0: no limit
        of its own, because giving up on a slow sale leaves its outcome unknown. Error: `read` with
        the code `timed_out`, phase `first_byte`; a safe request is then retried. */
    std::chrono::milliseconds first_byte{0};

    /** Longest silence inside a response. Default 10 s. 0: no limit of its own. Error: `read` with
        the code `timed_out`, phase `read`. */
    std::chrono::milliseconds idle_read{10000};
};

/** Connections that are kept and shared by the calls of a client. Each host has its own. */
struct pool_settings
{
    /** Connections at a time; further calls wait. Default 32. Must be above 0. */
    std::size_t max_connections = 32;

    /** Unused connections that are kept; of more the oldest are closed. Default: as many as there
        may be. 0: connections are not kept. */
    std::size_t max_idle = (std::numeric_limits<std::size_t>::max)();

    /** Longest time in line for a connection when `max_connections` are in use. At most 24 h.
        Default 0: no limit of its own. Error: `timed_out` with the code `timed_out`, phase `pool`.
     */
    std::chrono::milliseconds wait{0};

    /** Time after which an unused connection is not used again; a second less than the server's
        `Keep-Alive: timeout=…` if that is shorter. It is closed when next looked at. Time in
        which the system sleeps counts, on Linux and Windows. Default 60 s, at most 24 h. 0:
        connections are not kept. */
    std::chrono::milliseconds idle_timeout{60000};

    /** Greatest age of a connection: after it, less up to a tenth at random, no request begins on
        it, and the next one has the name looked up anew. An exchange is never cut. Time in which
        the system sleeps counts as in `idle_timeout`. Default 5 min, at most 24 h. 0: no limit. */
    std::chrono::milliseconds max_age{300000};
};

/** How a client gets tokens. Exactly one of `credentials`, `access_token`, `provider` and
    `client_options::anonymous` is set; none may be if there is something in
    `client_options::security`. Moved into the client; see `clone` for a second copy. */
struct token_settings
{
    /** Credentials for tokens by the client credentials grant (RFC 6749, section 4.4).

        All clients of the process share one token, and one token request, if they have the same
        client_id, client_secret, `url` and `scopes` (variables filled in), `client_authentication`,
        `lifetime`, `renew_before` and `client_options::tls`. Whichever client needs it first makes
        the request, with its own deadlines and retries, and its observer is told. A token that the
        service rejects (401) is replaced once for each call. An operation that goes on to be
        rejected ends with the 401 and leads to a new token after 10 s, 20 s, and so on up to every
        5 min; of all operations together at most 8 lead to one at once, and then one in 10 s. */
    http::client_credentials credentials{};

    /** Address of the token endpoint (RFC 6749, section 3.2). https, or http to a loopback address;
        may be relative to `client_options::base_url`. `{name}` stands for a variable. Required with
        `credentials`. */
    std::string url{};

    /** Values of the variables in `url` and `scopes`, also in those of the schemes of
        `client_options::security`, by name. */
    named_values variables{};

    /** What tokens are asked for; variables as in `url`. None: what the authorization server gives
        without being asked. */
    std::vector<std::string> scopes{};

    /** How identifier and secret are sent. Default: HTTP Basic, which each authorization server has
        to know (RFC 6749, section 2.3.1). */
    http::client_authentication client_authentication =
        http::client_authentication::client_secret_basic;

    /** Lifetime of a token whose response names none. Default 1 h. Must be above 0, at most 24 h.
     */
    std::chrono::seconds lifetime = std::chrono::hours(1);

    /** Time before the end of a token's life at which it is renewed in the background; half of its
        life if that is shorter. Default 5 min, at most 24 h. 0: only when it has ended. */
    std::chrono::seconds renew_before = std::chrono::minutes(5);

    /** A token that is sent as it is and never renewed. Empty: not used. */
    secret access_token{};

    /** Gets tokens in a way of the application's own. Empty: not used. */
    token_provider provider{};

    /** A second copy, secrets included, made on purpose. */
    token_settings clone() const
    {
        return {.credentials = credentials.clone(),
            .url = url,
            .variables = variables,
            .scopes = scopes,
            .client_authentication = client_authentication,
            .lifetime = lifetime,
            .renew_before = renew_before,
            .access_token = access_token.clone(),
            .provider = provider};
    }
};

/** Retries of requests. */
struct retry_settings
{
    /** How far requests are retried. Default: as the rule for them says; that of a document may
        apply a request twice, see `http::retry_policy`. */
    http::retry_policy policy = http::retry_policy::as_specified;

    /** The rule for operations about whose retries the document says nothing. Default: safe and
        idempotent requests are sent 3 times in all, 0.5 s and 1 s apart, after failures of the
        connection and after 429, 502, 503 and 504. Whatever it lists, a request that is not
        idempotent is retried only if it cannot have been applied. `{.max_attempts = 1}`: no
       retries.
     */
    http::retry_rule otherwise{.at_least = http::idempotency::idempotent};

    /** Statuses after which safe requests are retried beside those of the rule that holds for
        them, tokens' among them. Default: none. */
    http::status_list further_statuses{};

    /** Pause after the first attempt instead of that of the document or of `otherwise`. Not set:
        theirs; 1 s for tokens. 0: retries follow at once. */
    std::optional<std::chrono::milliseconds> initial_delay{};

    /** Longest Retry-After that is waited for; a longer one ends the call. Default 60 s. 0: none is
        waited for. */
    std::chrono::milliseconds max_retry_after{60000};

    /** Whether a request that is idempotent only by an assumption of whoever wrote the document is
        retried after a lost response, too. Default: no, because the service has never said so. */
    bool lost_responses = false;

    /** Points of the retry budget that all calls of a client share: each failed attempt takes one,
        each success gives a tenth back, and while half of them are gone nothing is retried.
        Default 100. 0: no limit. */
    unsigned budget = 100;
};

/** Bounds on what a response may be. None may be 0. */
struct response_limits
{
    /** Bytes of a body. Default 16 MiB. */
    std::size_t body = 16U << 20;

    /** Bytes of a head, chunk extensions and trailers included. Default 64 KiB, at least 1 KiB, at
        most 16 MiB. A response has 500 headers at most. */
    std::size_t header = 64U << 10;

    /** Depth of nested JSON values. Default 32; more than 1,000 counts as that. */
    unsigned json_depth = 32;
};

/** How a client reaches a service. Moved into the client; see `clone` for a second copy. */
struct client_options
{
    /** Base address of the service; may carry a path prefix. https, or http to a loopback address.
        Required. */
    std::string base_url{};

    /** Addresses of operations that the API description sends to a server of their own, by the
        server's name there; see `use_document_servers` of a generated client. May be relative to
        `base_url` (`/v2`). Default: none, and everything goes to `base_url`, as through a proxy or
        to a test service.

        Tokens and all other credentials go to `base_url` and to these addresses, and nowhere else.
        Each host has its own connections, `pool` and budget of retries. */
    named_values servers{};

    /** Name of the environment the addresses belong to; for logs only, may be empty. Set by
        `use_environment`. */
    std::string environment{};

    /** How tokens are got, or the token itself. */
    token_settings tokens{};

    /** API keys, passwords and other credentials by the security scheme of the API description that
        they are for, client credentials for further tokens among them. A call carries the first
        alternative of its operation for which everything is here (or is the client's token); if
        there is none it ends with `invalid_argument` before anything is sent. Only tokens that
        the client gets itself are renewed; otherwise a 401 ends the call. Keys that travel in the
        query are in no error, report or trace of this library, but the service's own logs may hold
        them.
     */
    http::security_credentials security{};

    /** Whether requests carry no token at all, and an operation for which `security` has nothing
        that fits is sent without credentials instead of being refused. Default: no. */
    bool anonymous = false;

    /** Encryption for https addresses. Null: https addresses are refused. */
    std::shared_ptr<http::secure_channel_factory> tls{};

    /** Whether http addresses may name other hosts than this machine. Tokens then travel readable
        for everybody. Default: no. */
    bool allow_plain_http = false;

    /** The HTTP proxy through which the service and authorization servers are reached, by tunnels
        (CONNECT). Hosts of this machine never are. The proxy looks the names up. Default: none. See
        `use_proxy_from_environment`. */
    http::proxy_settings proxy{};

    /** Looks host names up instead of the system. Empty: the system does (`getaddrinfo`), in a
        thread for each name that ends when the system's resolver returns. A call ends at its
        deadline meanwhile, and neither a client nor an execution context waits for a silent name
        server when it is destroyed. */
    resolve_function resolver{};

    /** How long a call and its parts may take. */
    timeout_settings timeouts{};

    /** Which connections are kept. */
    pool_settings pool{};

    /** Retries of requests. */
    retry_settings retry{};

    /** Bounds on responses. */
    response_limits limits{};

    /** What a request that breaks a local rule leads to. Default: it is refused and not sent. */
    validation_policy validation = validation_policy::enforce;

    /** What happens where a response in JSON is not as its document describes. `strict`: the call
        ends with `invalid_response`, whose text says if `lenient` would read on. `lenient`: what
        cannot be read is left out, and reported by `call_info::deviations` and
        `observer::response_deviated`. Default: as was chosen when the API was generated
        (`--reading`), which is `strict` if nothing was. */
    std::optional<json::reading> reading{};

    /** Values that parameters of the client may have, by the parameter's name. One that is not
        named here may have any. `invalid_argument` for a name that the API does not have. */
    std::map<std::string, std::vector<std::string>, std::less<>> allowed_parameters{};

    /** Value of the User-Agent header. Empty: none is sent. An operation's own parameter of that
        name takes its place. */
    std::string user_agent = "restbind/" RESTBIND_VERSION_STRING;

    /** Whether all headers of a response are kept, instead of those that help to trace it and
        those that the document describes for the operation. Default: no. */
    bool keep_all_headers = false;

    /** Headers of responses that hold the service's own name for the request, with `, ` between
        their names: the first that is there becomes `call_info::trace_id`. Empty: none. */
    std::string trace_headers{http::usual_trace_headers};

    /** Told what the client does. May be null. */
    std::shared_ptr<net::observer> observer{};

    /** Keeps each call that is not safe, before its request leaves and when its outcome is known.
        What cannot be recorded is not sent: `journal_failed`. May serve several clients. May be
        null; `restbind::journal::open` makes one that is a file. */
    std::shared_ptr<net::journal> journal{};

    /** Stand around each attempt of each call, the first one outermost; see `interceptor`. They may
        serve several clients, and none may be null. Default: none, which costs nothing. */
    std::vector<std::shared_ptr<net::interceptor>> around{};

    /** What stands in for the system's network and clocks, in tests; `resolver` is then not asked.
        Its client belongs to one thread. It must live until the execution context has done or
        dropped all work: connections outlive their client. Null: the system's. */
    std::shared_ptr<net::transport> transport{};

    /** Takes how tokens are got from a scheme of the API description: `url`, `scopes`,
        `client_authentication`, `lifetime` and `renew_before` of `tokens`. */
    void use_scheme(http::oauth2_scheme const& scheme)
    {
        tokens.url = scheme.token_url;
        tokens.scopes = http::split_scopes(scheme.scopes);
        tokens.client_authentication = scheme.authentication;
        tokens.lifetime = scheme.token_lifetime;
        tokens.renew_before = scheme.renew_before;
    }

    /** Takes the address and the variables of an environment; `invalid_argument` if there is none
        of that name. */
    result<void> use_environment(environments const& known, std::string_view name)
    {
        auto found = known.find(name);
        if (!found)
            return found.error();
        base_url = std::move(found->base_url);
        for (auto const& [variable, value] : found->token_variables)
            tokens.variables.insert_or_assign(variable, value);
        environment = name;
        return {};
    }

    /** Takes the proxy that the environment variables name, if any: for an https `base_url`
        `https_proxy` or `HTTPS_PROXY`, for http only `http_proxy`; exceptions from `no_proxy` or
        `NO_PROXY`. Call it when `base_url` is set, and not while another thread changes the
        environment. `invalid_argument` if a variable cannot be used; its value is not repeated. */
    result<void> use_proxy_from_environment()
    {
        bool const is_plain = http::iequals(base_url.substr(0, 7), "http://");
        auto found = http::proxy_from_environment(
            is_plain ? "http" : "https", [](char const* name) { return std::getenv(name); });
        if (!found)
            return found.error();
        proxy = std::move(*found);
        return {};
    }

    /** A second copy, secrets included, made on purpose. */
    client_options clone() const
    {
        return {.base_url = base_url,
            .servers = servers,
            .environment = environment,
            .tokens = tokens.clone(),
            .security = security.clone(),
            .anonymous = anonymous,
            .tls = tls,
            .allow_plain_http = allow_plain_http,
            .proxy = proxy.clone(),
            .resolver = resolver,
            .timeouts = timeouts,
            .pool = pool,
            .retry = retry,
            .limits = limits,
            .validation = validation,
            .reading = reading,
            .allowed_parameters = allowed_parameters,
            .user_agent = user_agent,
            .keep_all_headers = keep_all_headers,
            .trace_headers = trace_headers,
            .observer = observer,
            .journal = journal,
            .around = around,
            .transport = transport};
    }
};

/** What became of one call, also if it has succeeded. */
struct call_info
{
    /** Number of the call, as the events of an observer and its error have it. */
    std::uint64_t call_id = 0;

    /** How often the request was sent, the first time included; 0 if it never was. */
    unsigned attempts = 0;

    /** Status of the last response; 0 if none came. */
    int status = 0;

    /** Whether an attempt before the last one may have taken effect although its response was a
        failure: after the success of a retry, the request may have been applied twice. Never for
        safe requests. What the last attempt itself came to is said by the result. */
    bool earlier_may_have_applied = false;

    /** The idempotency key that all attempts carried; empty if there was none. */
    std::string idempotency_key{};

    /** The service's own name for the last attempt, as in `attempt_report::trace_id`. */
    std::string trace_id{};

    /** Headers of the last response: those that the document describes for the operation, and those
        that help to trace it; all with `client_options::keep_all_headers`. Values in which the
        token or another credential occurs are left out. Names are looked up without case:
        `headers.find("Location")`. */
    http::header_list headers{};

    /** The places of the response that lenient reading could not read; none of a response that is
        as described. */
    json::deviations deviations{};

    /** The first exception of an observer's function that was told of the call, or of an
        interceptor behind the response: of kind `callback_failed`, with the function and the
        exception's text in `detail()`. It has changed nothing of the call. Empty if none has
        thrown. */
    std::optional<error> observer_failure{};

    /** Why the journal could not note how the call has ended. It has changed nothing of the call; for
        the journal the outcome is still unknown. Empty if all is well. */
    std::optional<error> journal_failure{};
};

/** How one call differs from the client's other calls. Everything that is not set is as the client
    has it. */
struct call_options
{
    /** Longest duration of the call. From 1 ms to 24 h. */
    std::optional<std::chrono::milliseconds> deadline{};

    /** What a request that breaks a local rule leads to. */
    std::optional<validation_policy> validation{};

    /** What happens where the response is not as described. */
    std::optional<json::reading> reading{};

    /** The media type of the response that is asked for, alone, where the document describes
        several: one of `accepts` of the operation, as in `{.accept = load_picture::accepts::pdf}`.
        Empty: all are asked for. `invalid_argument` for a type that is not described. */
    std::optional<std::string> accept{};

    /** The idempotency key of this call, where the document names a header for it; for example that
        of a journal's record, to send the same request again. Not set: a new random UUID. No default
        of a client. `invalid_argument` for an operation without such a header. */
    std::optional<std::string> idempotency_key{};

    /** What the journal keeps with this call, for whoever has to find out what became of it: what
        the customer has paid, and how to reach them. Not sent. Not set: nothing. No default of a
        client. */
    std::optional<std::string> memo{};

    /** Values of this call for parameters of the client, by name; held to
        `client_options::allowed_parameters`. Those of a client's defaults count where the call says
        nothing. */
    std::vector<std::pair<std::string, std::string>> parameters{};

    /** How far the request is retried. */
    std::optional<http::retry_policy> retry{};

    /** The rule for retries of this call, in place of the document's and the client's. How far it
        is followed is said by `retry`, else by the client's policy: a client that never retries
        does not because of a rule. Whatever it lists, a request that is not idempotent is retried
        only if it cannot have been applied. `invalid_argument` for a pause that is not between 0 ms
        and 24 h. */
    std::optional<http::retry_rule> retry_rule{};

    /** How harmless it is to send this very request twice, which the caller may know better than
        the document: because it carries a key by which the service knows it again, for example. */
    std::optional<http::idempotency> idempotency{};

    /** Further headers. Those of a call take the place of all of the same name in the client's
        defaults. A name that is here twice is sent twice. `invalid_argument`, naming the header,
        for one that the client or the operation sets itself, for a second one that a request can
        have only once (`Content-Type`), and for a value that is not printable ASCII. */
    std::vector<std::pair<std::string, std::string>> headers{};

    /** Promises that the request lives until the call has ended, also if it is given up: the bytes
        of a file in it (`restbind::file`) are then not copied. A blocking client needs no promise.
        Not taken from a client's defaults. Default: no. */
    bool request_outlives_call = false;

    /** Filled in when the call ends, before its result is handed out; must not be looked at before
        that, nor be given to two calls at a time. A call that is refused before anything is sent
        fills in its number alone. Null: not wanted. Cannot be a default of a client: its calls then
        end with `invalid_argument`. */
    std::shared_ptr<call_info> info{};
};

/** A call that differs in nothing from the client's other calls. It is the default argument of
    calls, so that none makes such an object of its own. */
inline call_options const no_call_options{};

} // namespace restbind::net
