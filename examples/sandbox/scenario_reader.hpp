// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_SCENARIO_READER_HPP
#define SANDBOX_SCENARIO_READER_HPP

#include "scenario.hpp"

#include <boost/json/object.hpp>

#include <functional>

namespace sandbox {

/** Reads the members of one JSON object of a scenario and knows its path.

    Every function throws `scenario_error` with the path of the member when it is missing (unless it says
    "optional"), null, or of the wrong type. `finish` refuses what nobody asked for, so that a misspelt optional
    member is found.
*/
class scenario_object
{
public:
    /// `file` must outlive the object.
    scenario_object(boost::json::value const& value, std::string path, std::string_view file);

    std::string text(std::string_view name);
    std::string optional_text(std::string_view name, std::string_view otherwise);
    bool optional_flag(std::string_view name, bool otherwise);

    /// An integer greater than 0.
    id identifier(std::string_view name);

    /// As `identifier`; nothing when the member is absent or null.
    std::optional<id> optional_identifier(std::string_view name);

    /// An integer of at least `least`.
    std::int64_t integer(std::string_view name, std::int64_t least);
    std::optional<std::int64_t> optional_integer(std::string_view name, std::int64_t least);

    /// A finite number between -1e6 and 1e6.
    double number(std::string_view name);
    double optional_number(std::string_view name, double otherwise);

    /// A string that holds a decimal number.
    decimal money(std::string_view name);

    std::vector<id> optional_identifiers(std::string_view name);
    std::vector<std::string> texts(std::string_view name);
    std::vector<std::string> optional_texts(std::string_view name);
    [[nodiscard]] bool has(std::string_view name) const;

    /// Calls `read` for each element of an array of objects, and `finish` on it afterwards.
    void each(std::string_view name, std::function<void(scenario_object&)> const& read);

    /// As `each`; an absent member counts as an empty array.
    void optional_each(std::string_view name, std::function<void(scenario_object&)> const& read);

    /// Throws for a member that was never asked for.
    void finish() const;

    /// Throws for `name`, which need not exist.
    [[noreturn]] void fail(std::string_view name, std::string const& reason) const;

private:
    boost::json::value const* find(std::string_view name);
    boost::json::value const& require(std::string_view name);

    boost::json::object const* object_ = nullptr;
    std::string path_;
    std::string_view file_;
    std::set<std::string, std::less<>> asked_;
};

} // namespace sandbox

#endif
