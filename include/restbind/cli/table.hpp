// SPDX-License-Identifier: BSL-1.0
// Rows of the tables that a generated command line consists of, and its exit statuses.
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/http/security.hpp>
#include <restbind/http/token_request.hpp>

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::cli
{

/** Exit statuses. They never change. */
enum exit_status : int
{
    succeeded = 0,        ///< the call has succeeded
    failed = 1,           ///< none of the others: a file cannot be written, for example
    misused = 2,          ///< options, settings or profile cannot be used; nothing was sent
    refused = 3,          ///< rules are broken: found here, or told by the service (400, 422, …)
    not_allowed = 4,      ///< no token, or 401, or 403
    not_found = 5,        ///< 404
    conflicting = 6,      ///< 409
    service_failed = 7,   ///< 5xx, or a status that the document does not describe
    unreachable = 8,      ///< name lookup, connection, certificate, or the exchange of bytes
    timed_out = 9,        ///< the time was over
    unreadable = 10,      ///< the response is not as the document describes
    outcome_unknown = 11, ///< as 7 to 10, but the request may have taken effect: ask before a repeat
    drifted = 12,         ///< `verify`: the service refuses in other words than its document
    accepted = 13         ///< `verify`: the service has accepted what its document refuses
};

/** A word that stands for a value on the command line, such as a constant of an enum. */
struct named_value
{
    std::string_view name;  ///< the word
    std::string_view value; ///< what it stands for
};

/** An option of a command. */
struct option
{
    /** With its dashes: `--page-size`. */
    std::string_view name;
    /** What its value is, in capitals: `INTEGER`. */
    std::string_view value;
    /** What it means, with its limits. */
    std::string_view help;
    /** Writes a text into the object that the option belongs to. */
    result<void> (*set)(void* object, std::string_view text);
    /** Whether a request without it is incomplete, unless `--json` gives it. */
    bool required = false;
    /** Whether it may be given several times. */
    bool repeats = false;
    /** Words that may stand for values. */
    std::span<named_value const> names{};
};

/** A request that breaks a rule. */
struct probe
{
    /** Where and which: `/eventSessionId: exclusiveMinimum 0`. */
    std::string_view rule;
    /** The request as JSON; empty where no request is known that breaks the rule. */
    std::string_view json;
};

/** What a security scheme asks for that is no token: a key, a password, or a text of its own. */
struct credential
{
    /** With underscores. The secret is in the environment as `PROGRAM_NAME`, in the file that the
        setting `name_file` names, or asked for. */
    std::string_view name;
    /** The scheme as the document calls it. */
    std::string_view scheme;
    /** Whether there is a user, too: the setting `name_user`. */
    bool has_user;
    /** Gives it to a client. */
    void (*give)(http::security_credentials& to, std::string user, secret text);
};

/** A scheme whose tokens the client gets, where a document has several. */
struct grant
{
    /** The scheme as the document calls it. */
    std::string_view scheme;
    /** Has a client get its tokens with these credentials. */
    void (*give)(http::security_credentials& to, http::client_credentials credentials);
};

/** What a run has found. */
struct verification
{
    /** Requests that the service has refused in the words of its document. */
    unsigned same = 0;
    /** Requests that it has refused in others. */
    unsigned drifted = 0;
    /** Rules that no request of ours breaks: nothing was sent. */
    unsigned not_asked = 0;
};

/** Settings by name, such as `base_url`. */
using settings = std::map<std::string, std::string, std::less<>>;

} // namespace restbind::cli
