// SPDX-License-Identifier: BSL-1.0
// Puts samples through a generated operation. What comes out is judged elsewhere (`run`).
#pragma once

#include "dump.hpp"

#include <restbind/core/error.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>

#include <map>
#include <string>
#include <string_view>
#include <type_traits>

namespace documents
{

/** One sample: of a request, or of a response where `status` is not 0. */
struct sample
{
    std::string text{};
    int status = 0;
    std::string content_type{};
};

/** What became of it. `step` is empty if nothing failed, else what did. */
struct outcome
{
    std::string step{};
    std::string why{};
    std::string encoded{};
    bool is_encoded = false;
    restbind::http::request request{};
    bool is_built = false;
};

using prover = outcome (*)(sample const&);
using table = std::map<std::string, prover>;

/** The operations of one file that was generated; each such file defines one. */
void fail(outcome& result, std::string_view step, restbind::error const& error);

/** Bytes of which only a range of media types is described need one that the caller names. */
template <class Request>
void name_content(Request& request)
{
    if constexpr (requires { request.content; request.content_type; })
        request.content_type = "application/octet-stream";
    else if constexpr (requires { name_content(*request.body); })
    {
        if (request.body)
            name_content(*request.body);
    }
    else if constexpr (requires { request.body.content_type; })
        name_content(request.body);
}

template <class Operation>
void prove_request(sample const& one, outcome& result)
{
    using request_type = typename Operation::request_type;
    auto request = [&]
    {
        if constexpr (std::is_empty_v<request_type>)
            return restbind::result<request_type>(request_type{});
        else
            return restbind::json::decode<request_type>(one.text);
    }();
    if (!request)
        return fail(result, "decode the request", request.error());
    if constexpr (!std::is_empty_v<request_type>)
    {
        auto encoded = restbind::json::encode(*request);
        if (!encoded)
            return fail(result, "encode the request", encoded.error());
        result.encoded = *encoded;
        result.is_encoded = true;
    }
    auto built = Operation::build(*request);
    if (!built)
    {
        name_content(*request);
        built = Operation::build(*request);
    }
    if (!built)
        return fail(result,
            built.error() == restbind::error_kind::validation_failed ? "validate" : "build",
            built.error());
    result.request = *built;
    result.is_built = true;
}

template <class Operation>
void prove_response(sample const& one, outcome& result)
{
    using response_type = typename Operation::response_type;
    restbind::http::response response;
    response.status = one.status;
    response.content_type = one.content_type;
    response.body = one.text;
    if (one.status >= 300)
        (void)response.headers.add("Location", one.text);
    auto const read = Operation::read(response);
    if (!read)
        return fail(result, "read the response", read.error());
    if constexpr (!std::is_void_v<response_type>)
    {
        dumper all;
        all.put(*read);
        result.step = all.why.empty() ? "" : "write the response";
        result.why = all.why;
        result.encoded = all.out;
        result.is_encoded = true;
    }
}

template <class Operation>
outcome prove(sample const& one)
{
    outcome result;
    if (one.status == 0)
        prove_request<Operation>(one, result);
    else
        prove_response<Operation>(one, result);
    return result;
}

} // namespace documents
