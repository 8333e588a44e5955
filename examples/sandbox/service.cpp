// SPDX-License-Identifier: BSL-1.0
#include "service.hpp"

#include "crypto.hpp"
#include "events.hpp"
#include "form.hpp"
#include "orders.hpp"
#include "picture.hpp"
#include "products.hpp"
#include "scenario_check.hpp"
#include "seats.hpp"
#include "validation.hpp"

#include <array>

namespace sandbox {

struct service::route
{
    std::string_view method;
    operation what;
    std::vector<std::string> segments;
};

namespace {

constexpr int injected_token_fault = 9000;

scenario checked(scenario content)
{
    check_scenario(content, "scenario");
    return content;
}

/// The segments of an API path, or none when the path is not below the base path.
std::vector<std::string> api_segments(std::string_view path, std::string const& base_path)
{
    if (path.substr(0, base_path.size()) != base_path)
        return {};

    return path_segments(path.substr(base_path.size())).value_or(std::vector<std::string>{});
}

problem method_not_allowed(std::string_view allowed)
{
    problem p{.status = 405, .detail = "The path only takes " + std::string(allowed)};
    p.headers.emplace_back("Allow", allowed);

    return p;
}

pending_fault as_pending(fault const& planned)
{
    return {1, planned.status, planned.retry_after ? std::to_string(*planned.retry_after) : std::string()};
}

problem injected(pending_fault const& fault)
{
    problem p{.status = fault.status, .detail = "Injected fault"};
    if (!fault.retry_after.empty())
        p.headers.emplace_back("Retry-After", fault.retry_after);

    return p;
}

template <class Request>
std::optional<problem> refuse_invalid(
    Request const& r, problem::shape shape, std::vector<changed_rule> const& changed)
{
    auto errors = validate(r);
    for (auto const& rule : changed)
    {
        std::erase_if(errors, [&](field_message const& e) { return rule.says.empty() && e.message == rule.message; });
        for (auto& e : errors)
            if (e.message == rule.message)
                e.message = rule.says;
    }
    if (errors.empty())
        return std::nullopt;

    return validation_problem(shape, std::move(errors));
}

} // namespace

service::service(scenario content)
    : content_(checked(std::move(content))), world_(content_), tokens_(world_), state_(world_)
{
    control_.legacy_status(content_.legacy_status);
}

response service::handle(request const& r)
{
    auto const path = r.path();
    auto const token_path = path_segments(path).value_or(std::vector<std::string>{});
    if (token_path.size() == 4 && token_path[1] == "oauth2" && token_path[2] == "v2.0" && token_path[3] == "token")
        return handle_token(r, token_path[0]);

    control_.record(r);

    auto const& ext = content_.ext;
    std::array<route, 6> const routes{{
        {"GET", operation::list_events, {"api", "v1", "catalog", "events"}},
        {"POST", operation::allocate_best_seats, {"api", "v1", "cart", "allocateBestSeats"}},
        {"POST", operation::allocate_manual_seats, {"api", "v1", "cart", "allocateManualSeats"}},
        {"POST", operation::confirm_order, {"api", "v1", "order", "confirm"}},
        {"POST", operation::venue_picture, {"api", "v1", ext, "catalog", "venues", "picture"}},
        {"POST", operation::allocate_products, {"api", "v1", ext, "cart", "allocateProducts"}},
    }};

    auto const segments = api_segments(path, content_.base_path);
    for (auto const& where : routes)
    {
        if (where.segments == segments)
            return handle_api(r, where);
    }

    return {refuse(404, "The path does not exist", path)};
}

reply service::refuse(unsigned status, std::string_view detail, std::string_view path) const
{
    return to_reply({.status = status, .detail = std::string(detail)}, path, random_hex(16));
}

response service::handle_token(request const& r, std::string_view directory)
{
    control_.record_token(r);
    response result;
    result.delay = control_.delay_tokens();

    auto const planned = control_.take_planned_token();
    result.delay += planned.delay;
    result.drop = planned.lost;

    if (auto const fault = planned.status != 0 ? std::optional(as_pending(planned)) : control_.take_token_fault())
    {
        if (planned.status != 0 && planned.applied)
            tokens_.token(r, directory);
        auto const* const error = fault->status >= 500 ? "temporarily_unavailable" : "invalid_client";
        result.content = token_error(fault->status, error, "Injected fault", injected_token_fault);
        if (!fault->retry_after.empty())
            result.content.headers.emplace_back("Retry-After", fault->retry_after);
    }
    else if (r.method != "POST")
    {
        result.content = to_reply(method_not_allowed("POST"), r.path(), random_hex(16));
    }
    else
    {
        result.content = tokens_.token(r, directory);
    }

    return result;
}

response service::handle_api(request const& r, route const& where)
{
    control_.count_request(where.what);

    auto const planned = control_.take_planned(where.what);
    bool const instead = planned.status != 0 && !planned.applied;
    outcome<std::string> done;
    if (auto const fault = instead ? std::optional(as_pending(planned)) : control_.take_fault())
    {
        done = injected(*fault);
    }
    else if (r.method != where.method)
    {
        done = method_not_allowed(where.method);
    }
    else
    {
        done = perform(r, where.what);
    }

    response result;
    result.delay = control_.delay() + planned.delay;
    if (auto const* const refusal = std::get_if<problem>(&done))
    {
        result.content = to_reply(*refusal, r.path(), random_hex(16));
    }
    else
    {
        control_.count_effect(where.what, r);
        result.content.body = std::move(std::get<std::string>(done));
    }
    if (planned.status != 0 && planned.applied)
        result.content = to_reply(injected(as_pending(planned)), r.path(), random_hex(16));
    result.drop = control_.take_drop() || planned.lost;

    return result;
}

outcome<std::string> service::perform(request const& r, operation what)
{
    auto const who = authorise(r, world_, tokens_);
    if (auto const* const refusal = std::get_if<problem>(&who))
        return *refusal;

    try
    {
        return run(r, std::get<caller>(who), what);
    }
    catch (std::exception const& e)
    {
        return problem{.status = 500, .detail = std::string("Unexpected failure: ") + e.what()};
    }
}

outcome<std::string> service::run(request const& r, caller const& who, operation what)
{
    if (what == operation::list_events)
    {
        auto const query = read_events(r.query());
        if (auto const* const refusal = std::get_if<problem>(&query))
            return *refusal;

        return list_events(world_, state_, who, std::get<events_request>(query));
    }

    auto const body = read_body(r);
    if (auto const* const refusal = std::get_if<problem>(&body))
        return *refusal;

    auto const& object = std::get<boost::json::object>(body);

    // Takes the body apart with `read` and hands what it holds to `act`, unless its shape is wrong.
    auto const with = [&](auto const& read, auto const& act) -> outcome<std::string> {
        auto const parsed = read(object);
        if (auto const* const refusal = std::get_if<problem>(&parsed))
            return *refusal;

        return act(std::get<0>(parsed));
    };

    switch (what)
    {
    case operation::allocate_manual_seats:
        return with(read_manual_seats, [&](auto const& wanted) -> outcome<std::string> {
            if (auto refusal = refuse_invalid(wanted, problem::shape::list, content_.rules))
                return *refusal;

            return allocate_manual_seats(world_, state_, who, wanted, control_.legacy_status());
        });

    case operation::allocate_best_seats:
        return with(read_best_seats, [&](auto const& wanted) -> outcome<std::string> {
            if (auto refusal = refuse_invalid(wanted, problem::shape::map, content_.rules))
                return *refusal;

            return allocate_best_seats(world_, state_, who, wanted);
        });

    case operation::venue_picture:
        return with(read_picture, [&](auto const& wanted) -> outcome<std::string> {
            if (auto refusal = refuse_invalid(wanted, problem::shape::map, content_.rules))
                return *refusal;

            return draw_picture(world_, who, wanted);
        });

    case operation::allocate_products:
        return with(read_products, [&](auto const& wanted) -> outcome<std::string> {
            if (auto const failure = first_failure(wanted))
                return problem{.status = 400, .detail = *failure};

            return allocate_products(world_, state_, who, wanted);
        });

    case operation::confirm_order:
        return with(read_confirm, [&](auto const& wanted) { return confirm_order(world_, state_, who, wanted); });

    case operation::list_events:
        break;
    }

    return problem{.status = 500, .detail = "Unexpected failure"};
}

} // namespace sandbox
