#pragma once

#include <restbind/core/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/media_type.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/status.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/problem.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace restbind::http
{

/** Most bytes of a refusal's body that `error::body()` keeps; the rest is cut off. */
inline constexpr std::size_t kept_body_limit = 64U << 10;

/** Any answer that is not the operation's success, as an error.

    The kind follows the HTTP status alone, whatever the body says. If the body is a JSON object it
    is read as a problem document, whatever its content type; its errorCode becomes the typed code,
    whatever the status. The raw body is kept up to 64 KiB.
*/
[[gnu::cold]] RESTBIND_DECL error read_refusal(
    operation_info const& info, response const& answer, code_lookup find_code);

namespace detail
{

[[gnu::cold]] RESTBIND_DECL error unreadable(response const& answer, std::string detail);

/** What is wrong with an answer that should be a success in JSON, before its body is looked at;
   kind `none` if nothing is. */
RESTBIND_DECL error check_json_answer(
    operation_info const& info, response const& answer, code_lookup find_code);

} // namespace detail

/** Reads an answer with a JSON body.

    @param info The operation.
    @param answer Any answer.
    @param find_code Typed codes of the API; may be null.
    @param limits Bounds on the body.
    @returns The decoded body if the status is the operation's; `unreadable` if the Content-Type
    names something other than JSON (a missing one passes) or the body is not what the operation
    promises; otherwise the refusal.
*/
template <class T>
result<T> read_json(operation_info const& info, response const& answer, code_lookup find_code,
    json::limits const& limits = {})
{
    error failure = detail::check_json_answer(info, answer, find_code);
    bool const looks_good = failure.kind() == error_kind::none;
    result<T> decoded =
        looks_good ? json::decode<T>(answer.body, limits) : result<T>(std::move(failure));
    if (looks_good && !decoded) [[unlikely]]
    {
        error unreadable = decoded.error();
        unreadable.with_phase(phase::decode).with_status(answer.status);
        decoded = std::move(unreadable);
    }
    return decoded; // the only return, so that nothing is moved
}

/** Reads the answer of an operation whose success has no body; a body is ignored. */
inline result<void> read_nothing(
    operation_info const& info, response const& answer, code_lookup find_code)
{
    if (answer.status != info.success_status)
        return read_refusal(info, answer, find_code);
    return {};
}

} // namespace restbind::http

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/http/impl/read.ipp>
#endif
