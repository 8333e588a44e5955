// Problem documents as JSON.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/json/reading.hpp>

#include <string_view>

namespace restbind::json
{

/** Reads a problem document, leniently as RFC 9457 asks: a member of the wrong type counts as
    absent, an unreadable timestamp too. Both shapes of `errors` become one list; of its parts, too,
    those of the wrong type are left out.

    @param text One JSON object.
    @param format Which members hold what RFC 9457 has none for.
    @returns The document; an empty object gives an empty document.
    @par Errors
    error_kind::invalid_response when the text is not a JSON object, error_kind::too_large beyond
    limits::max_bytes.
*/
RESTBIND_DECL result<problem_details> decode_problem(
    std::string_view text, problem_format const& format = {}, limits const& bounds = {});

} // namespace restbind::json

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/detail/problem.ipp>
#endif
