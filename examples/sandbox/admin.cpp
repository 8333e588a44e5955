// SPDX-License-Identifier: BSL-1.0
#include "admin.hpp"

#include "form.hpp"
#include "json_writer.hpp"

#include <stdexcept>

namespace sandbox {
namespace {

reply json_reply(json_writer out)
{
    reply r;
    r.body = out.take() + "\n";
    return r;
}

std::int64_t integer(std::uint64_t count)
{
    return static_cast<std::int64_t>(count);
}

/// `{"effects":{"listEvents":1,…},"requests":{…},"tokenRequests":1,"tokensIssued":1}`
reply counters(service& target)
{
    auto const& control = target.control();
    json_writer out;
    auto const each = [&](std::string_view name, auto const& count) {
        out.key(name).begin_object();
        for (std::size_t i = 0; i < operation_count; ++i)
            out.key(name_of(static_cast<operation>(i))).integer(integer(count(static_cast<operation>(i))));
        out.end_object();
    };

    out.begin_object();
    each("effects", [&](operation o) { return control.effects(o); });
    each("requests", [&](operation o) { return control.requests(o); });
    out.key("tokenRequests").integer(integer(control.token_requests()));
    out.key("tokensIssued").integer(integer(target.tokens().tokens_issued()));
    out.end_object();
    return json_reply(std::move(out));
}

/// `{"allocateBestSeats":["503","slow:2s"]}`: the faults that are still due.
reply due_faults(controls const& control)
{
    json_writer out;
    out.begin_object();
    for (auto const& [name, faults] : control.planned())
    {
        out.key(name).begin_array();
        for (auto const& one : faults)
            out.string(one.text);
        out.end_array();
    }
    out.end_object();
    return json_reply(std::move(out));
}

} // namespace

response admin::handle(request const& r)
{
    if (auto known = answer(r))
        return {std::move(*known)};

    return {refuse(404,
                   "There are GET /effects, GET /faults, POST /faults, DELETE /faults, POST /tokens/revoke and POST "
                   "/tokens/expire",
                   r.path())};
}

std::optional<reply> admin::answer(request const& r)
{
    auto const wanted = r.method + " " + std::string(r.path());
    if (wanted == "GET /effects")
        return counters(target_);

    if (wanted == "GET /faults")
        return due_faults(target_.control());

    if (wanted == "POST /faults")
        return add_faults(r);

    if (wanted == "DELETE /faults")
    {
        target_.control().forget_plan();
        return due_faults(target_.control());
    }

    if (wanted == "POST /tokens/revoke")
    {
        target_.tokens().revoke_tokens();
        return counters(target_);
    }

    if (wanted == "POST /tokens/expire")
    {
        target_.tokens().force_expired_tokens();
        return counters(target_);
    }

    return std::nullopt;
}

reply admin::add_faults(request const& r)
{
    try
    {
        // A form may write `:` and `,` as escapes.
        auto const text = percent_decode(r.body, true);
        target_.control().plan(parse_faults(text.value_or(r.body)));
        return due_faults(target_.control());
    }
    catch (std::invalid_argument const& e)
    {
        return refuse(400, e.what(), r.path());
    }
}

reply admin::refuse(unsigned status, std::string_view detail, std::string_view path) const
{
    return target_.refuse(status, detail, path);
}

} // namespace sandbox
