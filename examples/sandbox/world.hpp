// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_WORLD_HPP
#define SANDBOX_WORLD_HPP

#include "scenario.hpp"

#include <map>
#include <unordered_map>

namespace sandbox {

/// Who calls, after the request was authorised. The pointer lives as long as the world.
struct caller
{
    std::string client_id;
    std::string tenant;
    client_configuration const* configuration = nullptr;
};

/// An event session and what it belongs to; all null when there is no such session.
struct session_place
{
    sandbox::event const* event = nullptr;
    event_session const* session = nullptr;
    sandbox::venue const* venue = nullptr;
};

/** Finds the parts of a scenario by their identifier. Never changes, so that any thread may read it.

    The functions without a caller see everything; those with one see what the caller's configuration lets
    through. "Not there" and "not for you" are the same response.
*/
class world
{
public:
    /// `content` must outlive the world. An unknown reference in it is allowed and gives null.
    explicit world(scenario const& content);

    [[nodiscard]] scenario const& content() const { return content_; }

    [[nodiscard]] bool knows_tenant(std::string_view tenant) const;
    [[nodiscard]] sandbox::client const* client(std::string_view client_id) const;
    [[nodiscard]] client_configuration const* configuration(std::string_view client_id, std::string_view tenant) const;

    [[nodiscard]] sandbox::event const* event(id event_id) const;
    [[nodiscard]] session_place session(id event_session_id) const;
    [[nodiscard]] sandbox::venue const* venue(id venue_id) const;
    [[nodiscard]] sandbox::product const* product(id product_id) const;
    [[nodiscard]] sandbox::seat const* seat(sandbox::venue const& v, id seat_id) const;

    [[nodiscard]] bool sees_event(caller const& who, sandbox::event const& e) const;
    [[nodiscard]] session_place session_for(caller const& who, id event_session_id) const;
    [[nodiscard]] sandbox::venue const* venue_for(caller const& who, id venue_id) const;
    [[nodiscard]] sandbox::product const* product_for(caller const& who, id product_id) const;

private:
    scenario const& content_;
    std::unordered_map<id, sandbox::event const*> events_;
    std::unordered_map<id, session_place> sessions_;
    std::unordered_map<id, sandbox::venue const*> venues_;
    std::unordered_map<id, sandbox::product const*> products_;
    std::map<std::pair<sandbox::venue const*, id>, sandbox::seat const*> seats_;
};

/// Null when the table has no such entry.
std::string const* label_of(std::vector<labelled> const& table, id key);

/// Null when the session has no such rate or the rate no price for the category.
price const* price_of(event_session const& s, id rate_id, id category_id);

} // namespace sandbox

#endif
