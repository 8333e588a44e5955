// SPDX-License-Identifier: BSL-1.0
#include "faults.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

namespace sandbox {
namespace {

constexpr std::array<std::string_view, operation_count> operation_names{
    "listEvents", "allocateBestSeats", "allocateManualSeats", "confirmOrder", "venuePicture", "allocateProducts"};

constexpr std::string_view forms = 
    "a fault is STATUS or STATUS:SECONDS (400 to 599, with Retry-After), applied:STATUS, lost, slow:TIME (such as 2s or 500ms) or ok, "
    "with 3x in front three times";
constexpr std::string_view names = "there are listEvents, allocateBestSeats, allocateManualSeats, confirmOrder, venuePicture, "
                                   "allocateProducts, any and token";

/// A fault may delay a response for so long at most.
constexpr unsigned longest_delay = 3'600'000;

constexpr unsigned most_at_once = 10'000;

std::string quoted(std::string_view text)
{
    std::string result(1, '\'');
    result.append(text).append(1, '\'');

    return result;
}

/// The number that the text is, all of it.
std::optional<unsigned> number(std::string_view text)
{
    unsigned value = 0;
    auto const* const end = text.data() + text.size();
    auto const read = std::from_chars(text.data(), end, value);
    return text.empty() || read.ec != std::errc() || read.ptr != end ? std::nullopt : std::optional(value);
}

std::optional<unsigned> status(std::string_view text)
{
    auto const value = number(text);
    return value && *value >= 400 && *value <= 599 ? value : std::nullopt;
}

std::optional<std::chrono::milliseconds> duration(std::string_view text)
{
    auto const unit = text.substr(std::min(text.find_first_not_of("0123456789"), text.size()));
    auto const value = number(text.substr(0, text.size() - unit.size()));
    if (!value || (unit != "s" && unit != "ms") || *value > longest_delay / (unit == "s" ? 1000 : 1))
        return std::nullopt;
    return std::chrono::milliseconds(*value * (unit == "s" ? 1000 : 1));
}

fault parse_fault(std::string_view text)
{
    fault result;
    result.text = std::string(text);
    auto const value_at = text.find(':');
    auto const word = text.substr(0, value_at);
    auto const value = value_at == std::string_view::npos ? std::string_view() : text.substr(value_at + 1);
    if (text == "ok")
        return result;

    if (text == "lost")
    {
        result.lost = true;
        return result;
    }

    bool const has_value = word.size() != text.size();
    if (auto const wanted = status(word == "applied" ? value : word))
    {
        result.status = *wanted;
        result.applied = word == "applied";
        result.retry_after = result.applied || !has_value ? std::nullopt : number(value);
        if (result.applied || result.retry_after.has_value() == has_value)
            return result;
    }

    if (auto const wanted = word == "slow" ? duration(value) : std::nullopt)
    {
        result.delay = *wanted;
        return result;
    }

    throw std::invalid_argument(quoted(text) + " is no fault: " + std::string(forms));
}

/// Adds a fault as often as a count in front of it says: `3x503`.
void add_faults(std::deque<fault>& faults, std::string_view text)
{
    auto const digits = std::min(text.find_first_not_of("0123456789"), text.size());
    bool const counted = digits > 0 && text.substr(digits, 1) == "x";
    unsigned const count = counted ? number(text.substr(0, digits)).value_or(0) : 1;
    if (count == 0 || count > most_at_once)
        throw std::invalid_argument(quoted(text) + " is no fault: it is met 1 to " + std::to_string(most_at_once) + " times");

    faults.insert(faults.end(), count, parse_fault(counted ? text.substr(digits + 1) : text));
}

/// Hands each part between separators to a function, also empty ones.
template <class Function>
void for_each_part(std::string_view text, char separator, Function function)
{
    for (bool more = true; more;)
    {
        auto const at = text.find(separator);
        function(text.substr(0, at));
        more = at != std::string_view::npos;
        text.remove_prefix(more ? at + 1 : text.size());
    }
}

} // namespace

std::string_view name_of(operation o) noexcept
{
    return operation_names[static_cast<std::size_t>(o)];
}

fault_plan parse_faults(std::string_view text)
{
    fault_plan result;
    for_each_part(text, '&', [&](std::string_view one) {
        auto const equals = one.find('=');
        auto const name = one.substr(0, equals);
        bool const known = name == "any" || name == "token" ||
                           std::find(operation_names.begin(), operation_names.end(), name) != operation_names.end();
        if (!known)
            throw std::invalid_argument(quoted(name) + " is no operation: " + std::string(names));

        auto& faults = result[std::string(name)];
        for_each_part(equals == std::string_view::npos ? std::string_view() : one.substr(equals + 1), ',',
                      [&](std::string_view fault_text) { add_faults(faults, fault_text); });
    });
    return result;
}

} // namespace sandbox
