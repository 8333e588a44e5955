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
    auto const add = [&out](std::string_view text)
    {
        if (!text.empty())
            out.append(": ").append(text);
    };
    if (code_.category() != category() &&
        refused.detail.empty()) // else the service has said it in its own words
        add(printable(code_.message()));
    if (!d.json_path.empty())
        add("at " + printable(d.json_path));
    add(printable(d.detail));
    if (refused.detail != d.detail)
        add(printable(refused.detail.empty() && d.detail.empty() ? refused.title : refused.detail));
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
        if (!e.field.empty())
            out.append(printable(e.field, 100)).append(": ");
        out.append(printable(e.message, 200));
    }
    if (auto const* const said = token_refusal())
    {
        add(printable(said->error, 100));
        add(printable(said->error_description));
        if (!said->correlation_id.empty())
            out.append(" (correlation id: ")
                .append(printable(said->correlation_id, 100))
                .append(1, ')');
    }
    if (code_.category() != category())
        out.append(" [")
            .append(code_.category().name())
            .append(1, ':')
            .append(detail::number_text(code_.value()))
            .append(1, ']');
    std::string_view separator = " (";
    auto const note = [&](std::string_view text)
    {
        out.append(separator).append(text);
        separator = ", ";
    };
    if (phase_ != phase::none)
        note("phase: " + std::string(to_string(phase_)));
    if (attempts_ > 1)
        note(detail::number_text(attempts_) + " attempts");
    if (auto const id = trace_id(); !id.empty())
        note("trace id: " + printable(id, 100));
    if (separator == ", ")
        out.push_back(')');
    if (outcome_unknown_)
        out.append("; the request may have taken effect");
    return out;
}

} // namespace restbind
