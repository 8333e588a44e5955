// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/http/detail/request_builder.hpp>.
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/style.hpp>
#include <restbind/http/detail/text.hpp>

#include <algorithm>

namespace restbind::inline RESTBIND_ABI::http
{

RESTBIND_DECL void request_builder::begin(std::string_view path_prefix)
{
    operation_info const& info = *info_;
    while (path_prefix.ends_with('/'))
        path_prefix.remove_suffix(1);
    // Most requests then grow no text: one allocation each.
    request_.target.reserve(path_prefix.size() + usual_target);
    request_.headers.reserve(usual_headers);
    request_.target.clear();
    request_.target.append(path_prefix);
    request_.headers.clear();
    request_.body.clear();
    request_.referred_body = {};
    request_.content_type = {};
    request_.method = info.method;
    request_.idempotency = info.idempotency;
    request_.idempotency_key.clear();
    request_.retry = info.retry;
    request_.unapplied_statuses = info.unapplied_statuses;
    request_.operation = info.operation_id;
    request_.success_status = info.success_status;
    request_.response_headers = info.response_headers;
    request_.headers.add_unchecked("Accept", info.accept);
}

RESTBIND_DECL void request_builder::literal(std::string_view text)
{
    request_.target.append(text);
}

RESTBIND_DECL void request_builder::path()
{
    append_path(info_->path);
}

RESTBIND_DECL void request_builder::pass_placeholder()
{
    append_path(rest_of_path_.substr(rest_of_path_.find('}') + 1));
}

RESTBIND_DECL void request_builder::append_path(std::string_view text)
{
    std::size_t const end = (std::min)({text.find('{'), text.find('?'), text.size()});
    request_.target.append(text.substr(0, end));
    rest_of_path_ = text.substr(end);
}

RESTBIND_DECL void request_builder::apply(validation_policy policy,
    problem_details* local_problem, void (*check)(void* rules, violations& found), void* rules)
{
    if (policy == validation_policy::off || (error_ && !is_unset_))
        return;
    violations found;
    found.check_formats(policy != validation_policy::without_formats);
    check(rules, found);
    if (!found.empty())
        judge(policy, local_problem, std::move(found));
}

RESTBIND_DECL void request_builder::body(result<encoded_body> encoded)
{
    if (error_)
        return;
    if (!encoded)
        return keep_broken(location::body, "", encoded.error());
    std::string_view const type =
        encoded->content_type.empty() ? encoded->media_type : encoded->content_type;
    if (auto const added = request_.headers.add("Content-Type", type); !added)
        return keep(added.error());
    request_.content_type = encoded->media_type;
    request_.body = std::move(encoded->bytes);
    request_.referred_body = encoded->referred;
}

RESTBIND_COLD RESTBIND_DECL void request_builder::repeat(std::string_view target,
    std::string_view headers, std::string_view left_out, std::string_view body)
{
    request_.target = target;
    request_.headers.clear();
    while (!headers.empty())
    {
        std::string_view const line = headers.substr(0, headers.find("\r\n"));
        headers.remove_prefix((std::min)(line.size() + 2, headers.size()));
        std::size_t const colon = (std::min)(line.find(':'), line.size());
        std::string_view const name = line.substr(0, colon);
        if (iequals(name, left_out))
            continue;
        std::string_view const value = trim(line.substr((std::min)(colon + 1, line.size())));
        if (auto const added = request_.headers.add(name, value); !added)
            return keep(added.error());
    }
    request_.body = body;
}

RESTBIND_DECL result<void> request_builder::complete()
{
    if (error_)
        return *std::move(error_);
    if (!cookies_.empty())
        request_.headers.add_unchecked("Cookie", cookies_);
    return {};
}

RESTBIND_DECL result<request> request_builder::finish() &&
{
    if (auto const done = complete(); !done)
        return done.error();
    request_.own_body();
    return std::move(request_);
}

RESTBIND_DECL bool request_builder::passes(
    location where, std::string_view name, std::optional<std::string_view> text)
{
    bool const good = text && utf8_prefix(*text) == text->size();
    if (!good)
        refuse(where, name,
            {"the parameter ", name, text ? " is not UTF-8" : " is not a finite number"});
    return good;
}

RESTBIND_DECL void request_builder::add_segment(
    std::string_view name, std::optional<std::string_view> text)
{
    if (!passes(location::path, name, text))
        return;
    if (text->empty() || *text == "." || *text == "..")
        return refuse(
            location::path, name, {"the path parameter ", name, " is empty, . or .."});
    percent_encode_segment(request_.target, *text);
}

RESTBIND_DECL void request_builder::add_query(
    std::string_view name, std::optional<std::string_view> text)
{
    if (!passes(location::query, name, text))
        return;
    path_size_ = has_query_ ? path_size_ : request_.target.size();
    append_query(request_.target, !has_query_, name, *text);
    has_query_ = true;
}

RESTBIND_DECL void request_builder::fixed_query(
    std::string_view name, std::string_view value)
{
    add_query(name, value);
    fixed_size_ = request_.target.size() - path_size_;
}

RESTBIND_DECL void request_builder::add_header(
    std::string_view name, std::optional<std::string_view> text)
{
    // Printable ASCII is UTF-8, too: what can be sent is looked at once.
    bool const good = text && is_header_value(*text);
    std::string_view const value = good ? trim(*text) : std::string_view();
    if (value.empty()) [[unlikely]]
        return refuse_header(name, text);
    request_.headers.add_unchecked(name, value);
}

RESTBIND_COLD RESTBIND_DECL void request_builder::refuse_header(
    std::string_view name, std::optional<std::string_view> text)
{
    if (!passes(location::header, name, text))
        return;
    if (trim(*text).empty())
        return refuse(location::header, name, {"header ", name, " has an empty value"});
    keep_broken(location::header, std::string(name), request_.headers.add(name, *text).error());
}

RESTBIND_DECL void request_builder::add_styled(location place,
    std::string_view name, void const* value, json::detail::write_plan const& plan,
    style_options how)
{
    if (how.is_secret && hides_secrets_) [[unlikely]]
        return add_hidden(place, name);
    bool const is_header = place == location::header;
    bool const is_cookie = place == location::cookie;
    std::string header;
    std::string& out = is_header ? header : is_cookie ? cookies_ : request_.target;
    std::size_t const size = out.size();
    auto const to = detail::target_of(how, place, is_cookie ? cookies_.empty() : !has_query_);
    detail::text_sink sink(out, to);
    sink.hides_secrets = hides_secrets_;
    std::string given;
    if (place == location::query && fixed_size_ != 0)
        sink.given = given.assign(request_.target, path_size_, fixed_size_);
    if (auto const written = detail::write_styled(value, plan, name, how, to, sink); !written)
        return refuse_value(place, name, written.error());
    if (is_header && sink.wrote())
        add_header(name, header);
    std::string_view const added = std::string_view(out).substr(size);
    if (place == location::path && added.empty() && hides_secrets_) // all members are secret
        return add_hidden(place, name);
    if (place == location::path && (added.empty() || added == "." || added == ".."))
        refuse(location::path, name, {"the path parameter ", name, " is empty, . or .."});
    if (place != location::query || added.empty())
        return;
    path_size_ = has_query_ ? path_size_ : size;
    has_query_ = true;
}

/// Writes a parameter whose value is not shown.
RESTBIND_COLD RESTBIND_DECL void request_builder::add_hidden(location place, std::string_view name)
{
    constexpr std::string_view hidden = "***";
    if (place == location::header)
        return request_.headers.add_unchecked(name, hidden);
    if (place == location::cookie)
    {
        cookies_.append(cookies_.empty() ? "" : "; ").append(name).append("=").append(hidden);
        return;
    }
    if (place == location::query)
        add_query(name, "");
    request_.target.append(hidden);
}

RESTBIND_COLD RESTBIND_DECL void request_builder::refuse_value(
    location where, std::string_view name, error const& found)
{
    error refused =
        restbind::detail::invalid_argument({"the parameter ", name, ": ", found.detail()});
    restbind::detail::fill(refused).with_json_location(found.json_path(), 0);
    keep_broken(where, std::string(name), std::move(refused));
}

RESTBIND_COLD RESTBIND_DECL void request_builder::refuse_unset(
    location where, std::string_view name)
{
    is_unset_ = is_unset_ || !error_;
    refuse(where, name, {"the parameter ", name, " has no value"});
}

RESTBIND_COLD RESTBIND_DECL void request_builder::refuse(
    location where, std::string_view name, std::initializer_list<std::string_view> detail)
{
    keep_broken(where, std::string(name), restbind::detail::invalid_argument(detail));
}

RESTBIND_COLD RESTBIND_DECL void request_builder::judge(
    validation_policy policy, problem_details* local_problem, violations&& found)
{
    // The refusal names the path of the request.
    std::string_view const instance =
        std::string_view(request_.target).substr(0, has_query_ ? path_size_ : std::string::npos);
    std::vector<violation> broken = found.take();
    problem_details problem = make_validation_problem(
        info_->validation_problem, restbind::detail::errors_of(broken), instance);
    if (policy == validation_policy::observe)
    {
        if (local_problem)
            *local_problem = std::move(problem);
        return;
    }
    restbind::detail::fill(error_.emplace(error_kind::validation_failed, problem.detail))
        .with_phase(phase::validate)
        .with_status(problem.status)
        .with_violations(std::move(broken))
        .with_problem(std::move(problem));
}

RESTBIND_DECL void request_builder::add_json(
    void const* body, json::detail::write_plan const& plan, std::string_view content_type)
{
    if (error_)
        return;
    request_.content_type = content_type;
    request_.headers.add_unchecked("Content-Type", content_type);
    if (auto const encoded = json::detail::append(request_.body, body, plan, hides_secrets_); !encoded)
        keep_broken(location::body, "", encoded.error());
}

// Notes where it is: the path that the error has leads on from `pointer`.
RESTBIND_COLD RESTBIND_DECL void request_builder::keep_broken(
    location where, std::string pointer, error found)
{
    violation broken{.where = where, .pointer = std::move(pointer)};
    restbind::detail::append_pointer_of_path(broken.pointer, found.json_path());
    broken.field = where == location::body ? found.json_path() : broken.pointer;
    broken.message = found.detail();
    keep(restbind::detail::fill(found).with_violations({std::move(broken)}).take());
}

RESTBIND_COLD RESTBIND_DECL void request_builder::keep(error found)
{
    if (error_)
        return;
    restbind::detail::fill(found).with_phase(phase::encode);
    error_ = std::move(found);
}

} // namespace restbind::http
