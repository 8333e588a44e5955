// Problem documents as JSON.
#pragma once

#include <restbind/core/config.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/json/limits.hpp>

#include <string>
#include <string_view>

namespace restbind::json
{

/** Reads a problem document, leniently as RFC 9457 asks: a member of the wrong type counts as
    absent, an unreadable timestamp too. Both shapes of `errors` become one list; of its parts, too,
    those of the wrong type are left out.

    @param text One JSON object.
    @returns The document; an empty object gives an empty document.
    @par Errors
    error_kind::unreadable when the text is not a JSON object, error_kind::too_large beyond
    limits::max_bytes.
*/
RESTBIND_DECL result<problem_details> decode_problem(
    std::string_view text, limits const& bounds = {});

/** Writes a problem document as compact JSON. Members in the order type, title, status, detail,
    instance, errorCode, errorCount, errors, traceId, timestamp, then the extra ones; empty ones are
    left out. Never fails: what is not UTF-8 becomes U+FFFD, and an extra member that is not JSON is
    left out. */
RESTBIND_DECL std::string encode_problem(problem_details const& problem);

} // namespace restbind::json

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/impl/problem.ipp>
#endif
