// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/testing/detail/encode_problem.hpp>
#include <restbind/testing/detail/read_back.hpp>
#include <restbind/testing/detail/typed_reply.hpp>
#include <restbind/testing/received_request.hpp>
#include <restbind/testing/reply.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::testing
{

namespace detail
{

/// What a fake knows of an operation.
class fake_operation
{
public:
    explicit fake_operation(http::operation_info const& known) noexcept
        : info(known)
    {
    }
    virtual ~fake_operation() = default;

    /** Keeps a request, and carries it out.

        @param applies Whether the service gets as far as that.
        @param is_known Whether the request shows the credentials that it needs.
        @returns What the service responds, never `usual`; nothing if there is no function.
    */
    virtual std::optional<reply> respond(
        received_request const& received, bool applies, bool is_known) = 0;

    http::operation_info const& info;
    detail::script script;
};

} // namespace detail

/** The script of one operation of a fake service. */
template <class Operation>
class scripted_operation final : public detail::fake_operation
{
public:
    /** The operation's request. */
    using request_type = typename Operation::request_type;

    /** What becomes of the next request, then of the one after it, and so on. */
    scripted_operation& then(reply next)
    {
        script.add(std::move(next));
        return *this;
    }

    /** The next request gets a response of the operation, as a server writes it: with members that
        are `readOnly`, but without those that are `writeOnly`. What a discriminator tells apart is
        the exception: it is written as a client writes it. */
    template <class Response>
        requires std::is_convertible_v<Response const&, typename Operation::response_type>
    scripted_operation& then(Response const& next)
    {
        return then(detail::reply_of<Operation>(next));
    }

    /** The last step serves that many requests in all. */
    scripted_operation& repeat(std::size_t count)
    {
        script.repeat(count);
        return *this;
    }

    /** The last step serves all later requests. */
    scripted_operation& always() { return repeat(detail::script::for_ever); }

private:
    friend class fake_service;

    scripted_operation()
        : fake_operation(Operation::info)
    {
    }

    template <class Function>
    void set(Function function)
    {
        function_ = [function = std::move(function)](received_request const& raw,
                        result<request_type> const& typed) mutable -> reply
        {
            if constexpr (!std::is_invocable_v<Function&, request_type const&>)
                return made_by([&]() -> decltype(auto) { return function(raw); });
            else if (!typed)
                return status(500, typed.error().message(), "text/plain");
            else
                return made_by([&]() -> decltype(auto) { return function(*typed); });
        };
    }

    template <class Call>
    static reply made_by(Call const& call)
    {
        if constexpr (std::is_void_v<decltype(call())>)
        {
            call();
            return status(Operation::info.success_status);
        }
        else
            return detail::reply_of<Operation>(call());
    }

    std::optional<reply> respond(
        received_request const& received, bool applies, bool is_known) override
    {
        auto& call = calls_.emplace_back(detail::read_back<Operation>(received));
        if (!is_known)
        {
            call.request = error(error_kind::unauthorized, "no credentials that the service takes");
            return with_header(
                status(401), "WWW-Authenticate", "Bearer error=\"invalid_token\"");
        }
        if (!call.request && call.request.error() == error_kind::validation_failed)
            return status(call.request.error().status(),
                detail::encode_problem(call.request.error().problem(), *Operation::info.problem),
                "application/problem+json");
        if (!applies || !function_)
            return std::nullopt;
        return function_(received, call.request);
    }

    std::function<reply(received_request const&, result<request_type> const&)> function_;
    std::vector<received_call<Operation>> calls_;
};

} // namespace restbind::testing
