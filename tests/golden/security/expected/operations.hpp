/** Security schemes of the service: see `restbind::net::client_options::security`. */
namespace schemes {

/** The key of a shop.

    A key, sent as header `X-Api-Key`.

    @par Source
    `#/components/securitySchemes/header_key`
*/
inline constexpr restbind::http::api_key_scheme header_key("header_key", restbind::location::header,
    "X-Api-Key");

/** A key, sent as query parameter `api key`.

    @par Source
    `#/components/securitySchemes/queryKey`
*/
inline constexpr restbind::http::api_key_scheme query_key("queryKey", restbind::location::query,
    "api key");

/** A key, sent as cookie `SESSION`.

    @par Source
    `#/components/securitySchemes/cookieKey`
*/
inline constexpr restbind::http::api_key_scheme cookie_key("cookieKey", restbind::location::cookie,
    "SESSION");

/** Username and password.

    @par Source
    `#/components/securitySchemes/login`
*/
inline constexpr restbind::http::basic_scheme login("login");

/** Sent as `Authorization: Token …`.

    @par Source
    `#/components/securitySchemes/word`
*/
inline constexpr restbind::http::http_scheme word("word", "Token");

/** A bearer token, which the client gets with its credentials or the application gives.

    @par Source
    `#/components/securitySchemes/partner`
*/
inline constexpr restbind::http::oauth2_scheme partner("partner", "/token", "read",
    restbind::http::client_authentication::client_secret_basic, std::chrono::seconds(3600),
    std::chrono::seconds(300));

/** A bearer token, which the client gets with its credentials or the application gives.

    @par Source
    `#/components/securitySchemes/reporting`
*/
inline constexpr restbind::http::oauth2_scheme reporting("reporting", "/{realm}/token?for=reports",
    "write read", restbind::http::client_authentication::client_secret_post,
    std::chrono::seconds(3600), std::chrono::seconds(300));

/** A bearer token; the client's own token will do.

    @par Source
    `#/components/securitySchemes/user`
*/
inline constexpr restbind::http::bearer_scheme user("user");

/** `GET /by-header`. The client's function of this name says more: errors, retries.

    @par Source
    `#/paths/~1by-header/get`
*/
struct by_header
    : restbind::http::basic_operation<by_header, no_request, void, find_error_code,
        client_parameters, false>
{
    /** What a request must show, in order of preference. */
    static constexpr restbind::http::security_requirement accepted[] = {{&schemes::header_key}};

    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "byHeader",
        .method = restbind::http::verb::get,
        .path = "/by-header",
        .idempotency = restbind::http::idempotency::safe,
        .success_status = 204,
        .pointer = "#/paths/~1by-header/get",
        .security = accepted};

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, [[maybe_unused]] no_request const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
    }
};

/** All operations, for code that walks over them. */
using all_operations = boost::mp11::mp_list<operations::by_header, operations::by_query,
    operations::by_cookie, operations::by_password, operations::by_token,
    operations::by_reporting_token, operations::by_other_token, operations::by_word,
    operations::either, operations::optional, operations::open_, operations::certificate>;

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, ByQueryRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        builder.query("q", request.q);
    }

    /** What a request must show, in order of preference. */
    static constexpr restbind::http::security_requirement accepted[] = {{&schemes::query_key}};

    /** What a request must show, in order of preference. */
    static constexpr restbind::http::security_requirement accepted[] = {{&schemes::cookie_key}};

    /** What a request must show, in order of preference. */
    static constexpr restbind::http::security_requirement accepted[] = {{&schemes::login}};

    /** What a request must show, in order of preference. */
    static constexpr restbind::http::security_requirement accepted[] = {{&schemes::partner}};

    /** What a request must show, in order of preference. */
    static constexpr restbind::http::security_requirement accepted[] = {{&schemes::reporting}};

    /** What a request must show, in order of preference. */
    static constexpr restbind::http::security_requirement accepted[] = {{&schemes::user}};

    /** What a request must show, in order of preference. */
    static constexpr restbind::http::security_requirement accepted[] = {{&schemes::word}};

    /** What a request must show, in order of preference. */
    static constexpr restbind::http::security_requirement accepted[] = {
        {&schemes::login, &schemes::query_key}, {&schemes::partner, &schemes::header_key}};

    /** What a request must show, in order of preference. */
    static constexpr restbind::http::security_requirement accepted[] = {{&schemes::header_key}, {}};

    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "open",
        .method = restbind::http::verb::get,
        .path = "/open",
        .idempotency = restbind::http::idempotency::safe,
        .success_status = 204,
        .pointer = "#/paths/~1open/get",
        .security = accepted};

    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "certificate",
        .method = restbind::http::verb::get,
        .path = "/certificate",
        .idempotency = restbind::http::idempotency::safe,
        .success_status = 204,
        .pointer = "#/paths/~1certificate/get",
        .security = accepted};
