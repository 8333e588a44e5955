// SPDX-License-Identifier: BSL-1.0
#include "events.hpp"

#include "json_writer.hpp"

#include <algorithm>

namespace sandbox {
namespace {

bool within(event_session const& s, events_request const& r)
{
    auto const day = std::string_view(s.starts_at).substr(0, 10);
    return (r.start_date.empty() || day >= r.start_date) && (r.end_date.empty() || day <= r.end_date);
}

void write_rates(json_writer& out, venue const& v, event_session const& s)
{
    out.key("rates").begin_array();
    for (auto const& r : s.rates)
    {
        out.begin_object();
        out.key("rateId").integer(r.rate_id);
        out.key("label").string(r.label);
        out.key("prices").begin_array();
        for (auto const& p : r.prices)
        {
            auto const* const label = label_of(v.categories, p.category_id);
            out.begin_object();
            out.key("categoryId").integer(p.category_id);
            out.key("categoryLabel").string(label == nullptr ? std::string_view() : std::string_view(*label));
            out.key("amount").number(p.amount);
            out.key("fees").number(p.fees);
            out.end_object();
        }
        out.end_array();
        out.end_object();
    }
    out.end_array();
}

void write_session(json_writer& out, venue const& v, event_session const& s, store const& state)
{
    auto const free = std::count_if(v.seats.begin(), v.seats.end(), [&](auto const& one) {
        return state.status(s.event_session_id, one.seat_id) == seat_status::free;
    });

    out.begin_object();
    out.key("eventSessionId").integer(s.event_session_id);
    out.key("catalogId").integer(s.catalog_id);
    out.key("startsAt").string(s.starts_at);
    out.key("availableSeats").integer(free);
    write_rates(out, v, s);
    out.end_object();
}

} // namespace

std::string list_events(world const& content, store const& state, caller const& who, events_request const& r)
{
    auto const lock = state.lock();

    json_writer out;
    out.begin_object();
    out.key("events").begin_array();
    for (auto const& e : content.content().events)
    {
        bool const listed = content.sees_event(who, e) && std::any_of(e.sessions.begin(), e.sessions.end(),
                                                                      [&](auto const& s) { return within(s, r); });
        if (!listed)
            continue;

        auto const& v = *content.venue(e.venue_id);
        out.begin_object();
        out.key("eventId").integer(e.event_id);
        out.key("name").string(e.name);
        out.key("venueId").integer(e.venue_id);
        out.key("venueName").string(v.name);
        out.key("sessions").begin_array();
        for (auto const& s : e.sessions)
        {
            if (within(s, r))
                write_session(out, v, s, state);
        }
        out.end_array();
        out.end_object();
    }
    out.end_array();
    out.end_object();

    return out.take();
}

} // namespace sandbox
