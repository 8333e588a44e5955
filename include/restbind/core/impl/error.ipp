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
    auto own =
        details_ ? std::make_shared<details_type>(*details_) : std::make_shared<details_type>();
    details_type& result = *own;
    details_ = std::move(own);
    return result;
}
RESTBIND_DECL std::string error::message() const
{
    // The most validation errors that are spelt out.
    constexpr std::size_t most_errors = 3;

    auto const& d = details();
    std::string out(to_string(kind_));
    if (status_ != 0)
        out.append(" (").append(std::to_string(status_)).append(1, ')');
    auto const add = [&out](std::string_view text)
    {
        if (!text.empty())
            out.append(": ").append(text);
    };
    if (code_.category() != category() &&
        d.problem.detail.empty()) // else the service has said it in its own words
        add(printable(code_.message()));
    if (!d.json_path.empty())
        add("at " + printable(d.json_path));
    add(printable(d.detail));
    if (d.problem.detail != d.detail)
        add(printable(
            d.problem.detail.empty() && d.detail.empty() ? d.problem.title : d.problem.detail));
    for (std::size_t i = 0; i != d.problem.errors.size(); ++i)
    {
        if (i == most_errors)
        {
            out.append(" (+").append(std::to_string(d.problem.errors.size() - i)).append(" more)");
            break;
        }
        auto const& e = d.problem.errors[i];
        out.append(i == 0 ? ": " : "; ");
        if (!e.field.empty())
            out.append(printable(e.field, 100)).append(": ");
        out.append(printable(e.message, 200));
    }
    if (d.refusal)
    {
        add(printable(d.refusal->error, 100));
        add(printable(d.refusal->error_description));
        if (!d.refusal->correlation_id.empty())
            out.append(" (correlation id: ")
                .append(printable(d.refusal->correlation_id, 100))
                .append(1, ')');
    }
    if (code_.category() != category())
        out.append(" [").append(code_.to_string()).append(1, ']');
    std::string_view separator = " (";
    auto const note = [&](std::string_view text)
    {
        out.append(separator).append(text);
        separator = ", ";
    };
    if (phase_ != phase::none)
        note("phase: " + std::string(to_string(phase_)));
    if (attempts_ > 1)
        note(std::to_string(attempts_) + " attempts");
    if (auto const id = trace_id(); !id.empty())
        note("trace id: " + printable(id, 100));
    if (separator == ", ")
        out.push_back(')');
    if (outcome_unknown_)
        out.append("; the request may have taken effect");
    return out;
}

} // namespace restbind
