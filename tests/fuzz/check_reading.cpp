// SPDX-License-Identifier: BSL-1.0
#include "../support/problem_format.hpp"
#include "checks.hpp"
#include "finding.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/json/detail/open_value.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/testing/detail/encode_problem.hpp>
#include <ticketing/v1/models.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz
{

namespace
{

namespace json = boost::json;
using restbind::json::decode;
using restbind::json::encode;
using restbind::test::problem_members;

constexpr restbind::json::limits bounds{.max_depth = 32};

struct reference
{
    bool comparable = true; ///< false where Boost.JSON is known to be wrong
    bool taken = false;
    json::value value;
};

reference read_with_boost(std::string_view text)
{
    reference made;
    boost::system::error_code ec;
    json::parse_options options;
    options.max_depth = bounds.max_depth;
    made.value = json::parse(json::string_view(text.data(), text.size()), ec, {}, options);
    // Allowed difference: Boost.JSON stops at an exponent that its int cannot hold, whatever
    // follows.
    made.comparable = ec != json::error::exponent_overflow;
    made.taken = !ec;
    return made;
}

// Allowed difference: Boost.JSON 1.81 does not round correctly, and makes infinity of what is too
// large and NaN of 0e400. Its error is a few units in the last place.
bool same_double(double ours, double theirs)
{
    if (std::isnan(theirs))
        return ours == 0;
    return std::isinf(theirs) ? std::fabs(ours) > 1e308
                              : std::fabs(ours - theirs) <= 4e-15 * std::fabs(ours) + 1e-307;
}

bool same_value(json::value const& ours, json::value const& theirs)
{
    // Allowed difference: -0 is a double for ours and the integer 0 for Boost.JSON.
    if (ours.is_number() && theirs.is_number())
    {
        if (ours.is_double() || theirs.is_double())
            return same_double(ours.to_number<double>(), theirs.to_number<double>());
        return ours == theirs;
    }
    if (ours.kind() != theirs.kind())
        return false;
    if (auto const* array = ours.if_array())
    {
        json::array const& other = theirs.get_array();
        if (array->size() != other.size())
            return false;
        for (std::size_t i = 0; i != array->size(); ++i)
            if (!same_value((*array)[i], other[i]))
                return false;
        return true;
    }
    if (auto const* object = ours.if_object())
    {
        json::object const& other = theirs.get_object();
        if (object->size() != other.size())
            return false;
        for (auto const& member : *object)
        {
            auto const* const same = other.if_contains(member.key());
            if (!same || !same_value(member.value(), *same))
                return false;
        }
        return true;
    }
    return ours == theirs;
}

// Whether a value was refused for a reason that is ours alone: a name twice, or a number that no
// double holds, which is where the error says.
bool is_own_refusal(restbind::error const& failure, std::string_view text)
{
    std::string_view const why = failure.detail();
    std::string_view number = text.substr(std::min(failure.json_offset(), text.size()));
    number = number.substr(0, number.find_first_not_of("+-.0123456789eE"));
    return why == "the member appears twice" ||
           (why.ends_with(" is out of the range of a floating-point number") &&
               std::isinf(std::strtod(std::string(number).c_str(), nullptr)));
}

// An element of an array, which has code of its own, is read as an object that is the whole text.
template <class T>
void check_element(std::string_view text, restbind::result<T> const& whole)
{
    restbind::json::limits wider = bounds;
    ++wider.max_depth;
    auto const elements = decode<std::vector<T>>("[" + std::string(text) + "]", wider);
    if (!whole)
        // Two elements, or none, are no such object.
        require(!elements || elements->size() != 1, "an object as an element only", text);
    else
        require(elements && elements->size() == 1 && elements->front() == *whole,
            "another value as an element", text);
}

// Leniently the same is read; of what is refused, all JSON that is a list or an object where T is
// one.
template <class T>
void check_lenient(std::string_view text, bool is_json, restbind::result<T> const& strict)
{
    using restbind::json::types;
    restbind::json::deviations found;
    auto const value = restbind::json::decode_leniently<T>(text, found, bounds);
    if (strict)
    {
        require(value && *value == *strict, "another value when read leniently", text);
        require(found.count == 0, "nothing deviates, but something is reported", text);
        return;
    }
    require(value.has_value() == (found.count != 0), "read on without a report", text);
    require(!value || is_json, "read leniently but no JSON", text);
    std::size_t const first = text.find_first_not_of(" \t\r\n");
    types const kind = first == text.npos   ? types::none
                       : text[first] == '{' ? types::object
                       : text[first] == '[' ? types::array
                                            : types::none;
    if (is_json && overlap(restbind::json::codec<T>::accepts, kind))
        require(value.has_value(), "JSON of the right type that is not read leniently", text);
}

// What is taken as T is JSON, and reads back as the same value from what is written of it.
template <class T>
void check_type(std::string_view text, bool is_json)
{
    auto const value = decode<T>(text, bounds);
    if constexpr (restbind::json::described<T>)
        check_element(text, value);
    check_lenient(text, is_json, value);
    if (!value)
    {
        require(value.error().json_offset() <= text.size(), "an offset behind the end", text);
        require(!value.error().detail().empty(), "a refusal without a reason", text);
        return;
    }
    require(is_json, "taken as a type but no JSON", text);
    auto const written = encode(*value);
    require(written.has_value(), "read but not written", text);
    auto const again = decode<T>(*written, bounds);
    require(again.has_value(), "what was written is not read", text);
    require(*again == *value, "reads back as another value", text);
}

// The two ways to look at strings find the same end.
void check_blocks(std::string_view text)
{
    namespace detail = restbind::json::detail;
    restbind::json::cursor one(text, bounds);
    restbind::json::cursor other(text, bounds);
    bool const by_words = detail::skip_plain<detail::word_block>(one);
    bool const by_best = detail::skip_plain<detail::best_block>(other);
    require(by_words == by_best && one.end - one.at == other.end - other.at,
        "blocks of different size find different ends", text);
}

} // namespace

void check_reading(std::string_view text)
{
    bool const taken = restbind::json::is_json(text, bounds);
    reference const theirs = read_with_boost(text);
    if (theirs.comparable)
        require(
            taken == theirs.taken, taken ? "taken by ours only" : "taken by Boost.JSON only", text);

    auto const ours = decode<json::value>(text, bounds);
    if (!ours)
        require(!taken || is_own_refusal(ours.error(), text), "JSON but no value", text);
    else
    {
        require(taken, "a value but no JSON", text);
        if (theirs.comparable)
            require(same_value(*ours, theirs.value), "another value than Boost.JSON's", text);
        auto const written = encode(*ours);
        require(written.has_value(), "a value that is not written", text);
        auto const again = decode<json::value>(*written, bounds);
        require(again && same_value(*again, *ours), "a value that reads back as another one", text);
    }

    check_type<ticketing::v1::AllocateManualSeatsResponse>(text, taken);
    check_type<ticketing::v1::AllocateManualSeatsRequest>(text, taken);
    check_type<ticketing::v1::AllocateProductsResponse>(text, taken);
    check_type<ticketing::v1::VenuePictureRequest>(text, taken);
    check_type<ticketing::v1::EventList>(text, taken);
    check_type<std::vector<std::optional<double>>>(text, taken);
    check_type<std::map<std::string, std::vector<std::string>>>(text, taken);
    check_type<restbind::decimal>(text, taken);
    check_type<std::int64_t>(text, taken);
    check_type<float>(text, taken);
    check_type<std::string>(text, taken);
    check_blocks(text);
    if (auto const problem = restbind::json::decode_problem(text, problem_members, bounds))
    {
        require(taken, "a problem but no JSON", text);
        std::string const written = restbind::testing::detail::encode_problem(*problem, problem_members);
        require(restbind::json::is_json(written, bounds), "a problem is not written as JSON", text);
    }
}

} // namespace fuzz
