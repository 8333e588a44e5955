// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/core/error.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>

namespace restbind::inline RESTBIND_ABI
{

namespace detail
{

RESTBIND_DECL std::string restbind_category::message(int value) const
{
    return std::string(to_string(static_cast<error_kind>(static_cast<unsigned char>(value))));
}

} // namespace detail

RESTBIND_COLD RESTBIND_DECL error detail::invalid_argument(
    std::initializer_list<std::string_view> parts)
{
    return error(error_kind::invalid_argument, joined(parts));
}

RESTBIND_COLD RESTBIND_DECL std::string detail::duration_text(std::chrono::milliseconds length)
{
    auto const count = length.count();
    if (count % 100 != 0 || count < 1000)
        return number_text(count).append(" ms");
    std::string text = number_text(count / 1000);
    if (count % 1000 != 0)
        text.append(".").append(number_text(count / 100 % 10));
    return text.append(" s");
}

RESTBIND_DECL error::details_type& error::change()
{
    // The object was created as a details_type that is not const.
    if (details_ && details_->use_count() == 1)
        return const_cast<details_type&>(*details_);
    auto* const own = details_ ? new details_type(*details_) : new details_type();
    details_.reset(own);
    return *own;
}

RESTBIND_DECL detail::error_access detail::error_access::with_refused_pause(
    std::chrono::milliseconds asked, std::string why) const
{
    auto& d = error_.change();
    d.retry_after = asked;
    d.refused_pause = std::move(why);
    return *this;
}

RESTBIND_DECL detail::error_access detail::error_access::with_attempts(
    std::vector<failed_attempt> met) const
{
    if (met.size() > error::max_attempts)
        met.erase(met.begin(), met.end() - error::max_attempts);
    error_.change().attempts = std::move(met);
    return *this;
}

RESTBIND_DECL detail::error_access detail::error_access::with_problem(problem_details problem) const
{
    error_.change().problem = error::share(std::move(problem));
    return *this;
}

RESTBIND_DECL detail::error_access detail::error_access::with_violations(
    std::vector<violation> broken) const
{
    error_.change().violations = error::share(std::move(broken));
    return *this;
}

RESTBIND_DECL detail::error_access detail::error_access::with_body(std::string body) const
{
    if (body.size() > error::max_body)
        body.resize(error::max_body);
    error_.change().body = std::move(body);
    return *this;
}

RESTBIND_DECL detail::error_access detail::error_access::with_json_location(
    std::string path, std::size_t offset) const
{
    auto& d = error_.change();
    d.json_path = std::move(path);
    d.json_offset = offset;
    return *this;
}

RESTBIND_DECL detail::error_access detail::error_access::with_token_error(
    restbind::token_error said) const
{
    error_.change().token_error = error::share(std::move(said));
    return *this;
}

RESTBIND_DECL detail::error_access detail::error_access::with_challenge(token_challenge said) const
{
    error_.change().challenge = error::share(std::move(said));
    return *this;
}

RESTBIND_DECL std::string error::message() const
{
    // The most validation errors that are spelt out.
    constexpr std::size_t max_errors = 3;

    auto const& d = details();
    problem_details const& refused = problem();
    std::string out(to_string(kind_));
    if (status_ != 0)
        detail::append_parts(out, {" (", detail::number_text(status_), ")"});
    // Text of a server, with control characters escaped.
    auto const put = [&out](std::string_view before, std::string_view text, std::size_t limit = 500)
    {
        if (!text.empty())
            detail::append_parts(out, {before, printable(text, limit)});
    };
    if (code_.category() != category() &&
        refused.detail.empty()) // else the service has said it in its own words
        put(": ", code_.message());
    put(": at ", d.json_path);
    put(": ", d.detail);
    // A detail that only says what the first validation error says is left out.
    bool const is_first_error =
        !refused.errors.empty() && refused.errors.front().message == refused.detail;
    if (refused.detail != d.detail && !is_first_error)
        put(": ", refused.detail.empty() && d.detail.empty() ? refused.title : refused.detail);
    for (std::size_t i = 0; i != refused.errors.size(); ++i)
    {
        if (i == max_errors)
        {
            auto const more = static_cast<std::int64_t>(refused.errors.size() - i);
            detail::append_parts(out, {" (+", detail::number_text(more), " more)"});
            break;
        }
        auto const& e = refused.errors[i];
        detail::append_parts(out, {i == 0 ? ": " : "; ", printable(e.field, 100),
                                      e.field.empty() ? "" : ": ", printable(e.message, 200)});
    }
    if (auto const* const said = challenge())
    {
        put(": ", said->error, 100);
        put(": ", said->error_description);
        put("; scope: ", said->scope, 200);
    }
    if (auto const* const said = token_error())
    {
        put(": ", said->error, 100);
        put(": ", said->error_description);
        for (auto const& [name, value] : said->extensions)
        {
            put("; ", name, 100);
            put(": ", value, 100);
        }
    }
    if (code_.category() != category())
        detail::append_parts(
            out, {" [", code_.category().name(), ":", detail::number_text(code_.value()), "]"});
    std::string notes;
    auto const note = [&notes](std::string_view first, std::string_view second)
    { detail::append_parts(notes, {notes.empty() ? " (" : ", ", first, second}); };
    if (phase_ != phase::none)
        note("phase: ", to_string(phase_));
    if (!d.host.empty())
        note("host: ", printable(d.host, 300));
    if (sends_ > 1)
        note("sent ", detail::number_text(sends_).append(" times"));
    // How the attempts ended is worth telling where they did not all end alike.
    std::string met;
    bool differs = false;
    for (failed_attempt const& one : d.attempts)
    {
        // Of a success that could not be read, the kind says more than the status.
        bool const has_failed_by_status = one.status >= 300;
        differs = differs || one.status != status_ || (!has_failed_by_status && one.kind != kind_);
        detail::append_parts(met,
            {met.empty() ? "" : ", ",
                has_failed_by_status ? std::string_view(detail::number_text(one.status))
                                     : to_string(one.kind)});
    }
    if (differs)
        note("met: ", met);
    if (budget_spent_)
        note("not sent again: ", "the retry budget is spent");
    if (!d.refused_pause.empty())
        note("not sent again: ", d.refused_pause);
    if (auto const id = trace_id(); !id.empty())
        note("trace id: ", printable(id, 100));
    detail::append_parts(out, {notes, notes.empty() ? "" : ")"});
    bool const twice = may_have_applied_ && earlier_may_have_applied_;
    if (may_have_applied_ && status_ >= 200 && status_ < 300)
        detail::append_parts(out,
            {"; the request was applied", twice ? ", perhaps more than once" : "",
                ", but its result is lost"});
    else if (may_have_applied_)
        detail::append_parts(
            out, {"; the request may have taken effect", twice ? " more than once" : ""});
    else if (earlier_may_have_applied_)
        out.append("; an earlier attempt may have taken effect");
    return out;
}

} // namespace restbind
