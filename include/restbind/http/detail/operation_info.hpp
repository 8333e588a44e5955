#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/idempotency.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/security.hpp>
#include <restbind/json/reading.hpp>

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace restbind::http
{

/** A value that every call of one client sends, by name. Generated.

    @tparam Parameters The structure that holds all such values of an API.
*/
template <class Parameters>
struct client_parameter
{
    /** Its name (`x-restbind-client-parameter`); a literal. */
    std::string_view name{};

    /** Where it is. */
    std::string Parameters::* value = nullptr;
};

/** What is fixed about one operation. Generated; all texts are literals. A member for each fact. */
struct operation_info
{
    /** The operation's identifier in the API description. */
    std::string_view operation_id{};

    /** Method of its requests. */
    http::verb method = http::verb::get;

    /** Path with its parameters in braces and the query that the document writes behind it, without
        the base address. */
    std::string_view path{};

    /** How harmless a retry is unless a request says otherwise. */
    http::idempotency idempotency = http::idempotency::not_idempotent;

    /** What the document says about retries; none if it says nothing: the client decides. */
    std::optional<retry_rule> retry{};

    /** Statuses from 500 on that say that a request was not applied. */
    status_list unapplied_statuses{};

    /** How the service words a refusal. */
    validation_problem_format validation_problem{};

    /** The rules on all parts of a request: what the service says about a broken one is looked for
        in their messages. */
    std::span<std::span<rule_info const> const> rules{};

    /** In which members problem documents hold what RFC 9457 has none for. Never null. */
    problem_format const* problem = &plain_problem_format;

    /** Status of a response that is a success. */
    int success_status = 200;

    /** Place of the operation in the API description, a JSON pointer. */
    std::string_view pointer{};

    /** Value of the Accept header of its requests. */
    std::string_view accept = "application/json";

    /** Media types of successes of which a call may ask for one alone; empty where there is one. */
    std::span<std::string_view const> accept_choices{};

    /** What then follows in the Accept header: the media types of errors. */
    std::string_view accept_errors{};

    /** Headers of responses that the description names, with `, ` between them; empty for none. */
    std::string_view response_headers{};
    /** What a request must show, in order of preference. Empty: nothing is stated; the client's
        token is sent if it has one. */
    std::span<security_requirement const> security{};

    /** Name of the server that it is sent to instead of the client's base address, see
        `client_options::servers`. Empty: the base address. */
    std::string_view server{};

    /** How responses are read unless the client or the call says otherwise. */
    json::reading reading = json::reading::strict;
};

/** Turns the code of a problem document into the typed code of an API. */
using error_code_lookup = boost::system::error_code (*)(std::int64_t);

} // namespace restbind::http
