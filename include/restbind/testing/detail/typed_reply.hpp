// SPDX-License-Identifier: BSL-1.0
// Responses of operations as a service sends them.
#pragma once

#include <restbind/core/response.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/testing/detail/server_json.hpp>
#include <restbind/testing/reply.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace restbind::inline RESTBIND_ABI::testing::detail
{

/// A body as a rule of the document describes it. What JSON cannot hold throws.
template <class Body>
reply reply_of_body(int number, Body const& body, http::response_rule const& rule)
{
    std::string_view media = rule.media;
    std::string const described(http::take_element(media));
    if constexpr (std::is_same_v<Body, no_content>)
        return status(number);
    else if constexpr (std::is_same_v<Body, binary_body>)
        return status(number, std::string(body.text()),
            body.content_type.empty() ? described : body.content_type);
    else if constexpr (std::is_same_v<Body, std::string>)
        if (rule.body == http::body_kind::text)
            return status(number, body, described);
    if constexpr (!std::is_same_v<Body, no_content> && !std::is_same_v<Body, binary_body>)
        return status(number, encode_as_server(body),
            rule.body == http::body_kind::scalar ? described : "application/json");
}

/// A status of its own, or the first one that stands for several.
constexpr int status_of(int described, int otherwise) noexcept
{
    return described >= 100 ? described : described == 0 ? otherwise : described * 100;
}

/// The response of an operation that gives a value.
template <class Operation, class Value>
reply reply_of(Value const& value)
{
    constexpr int usual = Operation::info.success_status;
    if constexpr (std::is_same_v<Value, reply>)
        return value;
    else if constexpr (std::is_same_v<Value, redirect>)
        return with_header(status(value.status), "Location", value.location);
    else if constexpr (!requires { Operation::responses; })
        return reply_of_body(usual, value, {.body = http::body_kind::json});
    else if constexpr (requires { value.body; value.status(); })
    {
        for (http::response_rule const& rule : Operation::responses)
            if (http::covers(rule, value.status()))
                return reply_of_body(status_of(value.status(), usual), value.body, rule);
        return reply_of_body(status_of(value.status(), usual), value.body, {});
    }
    else if constexpr (requires { std::variant_size<Value>::value; })
        return std::visit([](auto const& one) { return reply_of<Operation>(one); }, value);
    else
    {
        http::response_rule const& rule = Operation::responses[0];
        return reply_of_body(status_of(rule.status, usual), value, rule);
    }
}

} // namespace restbind::testing::detail
