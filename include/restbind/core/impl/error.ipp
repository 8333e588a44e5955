// Bodies of <restbind/core/error.hpp>.
#pragma once

#include <restbind/core/error.hpp>

namespace restbind
{

namespace detail
{

RESTBIND_DECL std::string restbind_category::message(int value) const
{
    return std::string(to_string(static_cast<error_kind>(static_cast<unsigned char>(value))));
}
} // namespace detail

[[gnu::noinline]] RESTBIND_DECL error::details_type& error::change()
{
    auto* const own = details_ ? new details_type(*details_) : new details_type();
    details_.reset(own);
    return *own;
}
RESTBIND_DECL std::string error::message() const
{
    // The most validation errors that are spelt out.
    constexpr std::size_t most_errors = 3;

    auto const& d = details();
    problem_details const& refused = problem();
    std::string out(to_string(kind_));
    if (status_ != 0)
        out.append(" (").append(detail::number_text(status_)).append(1, ')');
    // Text of others, made safe for a log.
    auto const put = [&out](std::string_view before, std::string_view text, std::size_t limit = 500)
    {
        if (!text.empty())
            out.append(before).append(printable(text, limit));
    };
    if (code_.category() != category() &&
        refused.detail.empty()) // else the service has said it in its own words
        put(": ", code_.message());
    put(": at ", d.json_path);
    put(": ", d.detail);
    if (refused.detail != d.detail)
        put(": ", refused.detail.empty() && d.detail.empty() ? refused.title : refused.detail);
    for (std::size_t i = 0; i != refused.errors.size(); ++i)
    {
        if (i == most_errors)
        {
            auto const more = static_cast<std::int64_t>(refused.errors.size() - i);
            out.append(" (+").append(detail::number_text(more)).append(" more)");
            break;
        }
        auto const& e = refused.errors[i];
        out.append(i == 0 ? ": " : "; ");
        put("", e.field, 100);
        out.append(e.field.empty() ? "" : ": ");
        put("", e.message, 200);
    }
    if (auto const* const said = token_refusal())
    {
        put(": ", said->error, 100);
        put(": ", said->error_description);
        put(" (correlation id: ", said->correlation_id, 100);
        out.append(said->correlation_id.empty() ? "" : ")");
    }
    if (code_.category() != category())
        out.append(" [")
            .append(code_.category().name())
            .append(":")
            .append(detail::number_text(code_.value()))
            .append("]");
    std::string_view separator = " (";
    auto const note = [&](std::string_view first, std::string_view second)
    {
        out.append(separator).append(first).append(second);
        separator = ", ";
    };
    if (phase_ != phase::none)
        note("phase: ", to_string(phase_));
    if (attempts_ > 1)
        note(detail::number_text(attempts_), " attempts");
    if (auto const id = trace_id(); !id.empty())
        note("trace id: ", printable(id, 100));
    if (separator == ", ")
        out.push_back(')');
    if (outcome_unknown_)
        out.append("; the request may have taken effect");
    return out;
}

} // namespace restbind
