// SPDX-License-Identifier: BSL-1.0
// A small API written by hand as the generator would write it, for tests of the network layer.
#pragma once

#include <restbind/core/validation.hpp>

#include <restbind/http/operation.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/net/blocking_client.hpp>
#include <restbind/net/client.hpp>

#include <boost/describe/class.hpp>
#include <boost/system/error_category.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace fake
{

namespace net = restbind::net;

struct Item
{
    std::int64_t id = 0;
    std::string name;

    friend bool operator==(Item const&, Item const&) = default;
};

BOOST_DESCRIBE_STRUCT(Item, (), (id, name))

constexpr std::array<restbind::member, 2> restbind_members(Item const*) noexcept
{
    return {{{"id", restbind::presence::required}, {"name", restbind::presence::required}}};
}

inline void validate(Item const& value, restbind::violations& found)
{
    if (!(value.id > 0))
        found.add("id", "Id must be greater than 0");
}

enum class error_code : int
{
    sold_out = 42
};

class error_category_type final : public boost::system::error_category
{
public:
    char const* name() const noexcept override { return "fake"; }
    std::string message(int) const override { return "sold out"; }
};

inline boost::system::error_category const& error_category() noexcept
{
    static error_category_type const instance;
    return instance;
}

inline boost::system::error_code make_error_code(error_code code) noexcept
{
    return {static_cast<int>(code), error_category()};
}

inline boost::system::error_code find_error_code(std::int64_t wire) noexcept
{
    return {static_cast<int>(wire), error_category()};
}

struct client_parameters
{
    std::string tenant;
    std::string ext = "ext";

    restbind::result<void> check() const
    {
        if (tenant.empty() || !restbind::http::is_header_value(tenant))
            return restbind::error(restbind::error_kind::invalid_argument,
                "parameter tenant is empty or cannot be sent");
        return {};
    }

    static constexpr auto by_name() noexcept
    {
        return std::array<restbind::http::client_parameter<client_parameters>, 2>{
            {{"tenant", &client_parameters::tenant}, {"ext", &client_parameters::ext}}};
    }
};

inline constexpr restbind::problem_format problem_members{.code = "errorCode",
    .error_count = "errorCount",
    .errors = "errors",
    .error_field = "field",
    .error_message = "message",
    .trace_id = "traceId"};

namespace operations
{

/// What the three operations have in common.
template <class Derived>
struct item_operation
{
    using request_type = Item;
    using response_type = Item;

    static restbind::result<restbind::http::request> build(request_type const& request,
        client_parameters const& shared,
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(Derived::info, path_prefix);
        fill(builder, request, shared, policy, local_problem);
        return std::move(builder).finish();
    }

    static void fill(restbind::http::request_builder& builder, request_type const& request,
        client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.literal("/api/v1/");
        builder.segment("ext", shared.ext);
        builder.literal(Derived::path_end);
        builder.header("x-tenant", shared.tenant);
        builder.validate(
            policy, local_problem, [&](restbind::violations& found) { validate(request, found); });
        if constexpr (Derived::info.method == restbind::http::verb::get)
            builder.query("id", request.id);
        else
            builder.json_body(request);
    }

    static restbind::result<response_type> read_success(restbind::http::response const& response,
        restbind::json::limits const& limits = {},
        restbind::json::reading policy = restbind::json::reading::strict,
        restbind::json::deviations* found = nullptr)
    {
        return restbind::http::read_json<response_type>(response, limits, policy, found);
    }

    static constexpr restbind::http::operation_responses described_responses() noexcept
    {
        return {.info = &Derived::info, .find_code = find_error_code};
    }

    static restbind::result<response_type> read(restbind::http::response const& response)
    {
        if (!described_responses().is_success(response.status))
            return restbind::http::read_error_response(described_responses(), response);
        return read_success(response);
    }

    static constexpr restbind::http::operation_info make_info(std::string_view id,
        restbind::http::verb verb, std::string_view path, restbind::http::idempotency idempotency)
    {
        return {.operation_id = id,
            .method = verb,
            .path = path,
            .idempotency = idempotency,
            .retry = restbind::http::retry_rule{.max_attempts = 3,
                .initial_delay = std::chrono::milliseconds(1000),
                .multiplier = 2,
                .statuses = {500, 503}},
            .validation_problem = {.status = 422,
                .shape = restbind::errors_shape::list,
                .keys = restbind::key_style::wire,
                .detail = "The request contains {count} validation error(s)"},
            .problem = &problem_members,
            .success_status = 200,
            .pointer = "#/paths"};
    }
};

struct look : item_operation<look>
{
    static constexpr std::string_view path_end = "/look";
    static constexpr restbind::http::operation_info info = make_info(
        "look", restbind::http::verb::get, "/api/v1/{ext}/look", restbind::http::idempotency::safe);
};

struct change : item_operation<change>
{
    static constexpr std::string_view path_end = "/change";
    static constexpr restbind::http::operation_info info =
        make_info("change", restbind::http::verb::post, "/api/v1/{ext}/change",
            restbind::http::idempotency::idempotent);
};

struct buy : item_operation<buy>
{
    static constexpr std::string_view path_end = "/buy";
    static constexpr restbind::http::operation_info info =
        make_info("buy", restbind::http::verb::post, "/api/v1/{ext}/buy",
            restbind::http::idempotency::not_idempotent);
};

} // namespace operations

class client : public net::basic_client<client_parameters>
{
public:
    using basic_client::basic_client;

    static restbind::result<client> make(
        boost::asio::any_io_executor executor, net::client_options options, parameters_type shared)
    {
        return make_as<client>(std::move(executor), std::move(options), std::move(shared));
    }

    restbind::result<client> for_tenant(std::string tenant) const
    {
        return view_as<client>("tenant", std::move(tenant));
    }

    boost::asio::awaitable<restbind::result<Item>> look(
        Item const& request, net::call_options const& options = {}) const
    {
        return this->call<operations::look>(request, options);
    }

    boost::asio::awaitable<restbind::result<Item>> change(
        Item const& request, net::call_options const& options = {}) const
    {
        return this->call<operations::change>(request, options);
    }

    boost::asio::awaitable<restbind::result<Item>> buy(
        Item const& request, net::call_options const& options = {}) const
    {
        return this->call<operations::buy>(request, options);
    }

    template <boost::asio::completion_token_for<void(restbind::result<Item>)> Token>
    auto async_buy(Item const& request, net::call_options const& options, Token&& token) const
    {
        return this->async_call<operations::buy>(request, options, std::forward<Token>(token));
    }
};

class blocking_client : public net::basic_blocking_client<client>
{
public:
    using basic_blocking_client::basic_blocking_client;

    static restbind::result<blocking_client> make(
        net::client_options options, parameters_type shared)
    {
        return make_as<blocking_client>(std::move(options), std::move(shared));
    }

    restbind::result<blocking_client> for_tenant(std::string tenant) const
    {
        return view_as<blocking_client>("tenant", std::move(tenant));
    }

    restbind::result<Item> buy(Item const& request, net::call_options const& options = {}) const
    {
        return this->run<operations::buy>(request, options);
    }
};

} // namespace fake

namespace boost::system
{
template <>
struct is_error_code_enum<fake::error_code> : std::true_type
{
};
} // namespace boost::system
