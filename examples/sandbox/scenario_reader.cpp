// SPDX-License-Identifier: BSL-1.0
#include "scenario_reader.hpp"

#include <boost/json/array.hpp>

#include <cmath>

namespace sandbox {
namespace {

namespace json = boost::json;

std::string text_of(json::string const& text)
{
    return {text.data(), text.size()};
}

} // namespace

scenario_object::scenario_object(json::value const& value, std::string path, std::string_view file)
    : object_(value.if_object()), path_(std::move(path)), file_(file)
{
    if (object_ == nullptr)
        throw scenario_error(std::string(file_) + ": " + path_ + ": must be an object");
}

void scenario_object::fail(std::string_view name, std::string const& reason) const
{
    throw scenario_error(std::string(file_) + ": " + path_ + "." + std::string(name) + ": " + reason);
}

json::value const* scenario_object::find(std::string_view name)
{
    asked_.emplace(name);
    return object_->if_contains(json::string_view(name.data(), name.size()));
}

json::value const& scenario_object::require(std::string_view name)
{
    auto const* const value = find(name);
    if (value == nullptr)
        fail(name, "is missing");

    return *value;
}

bool scenario_object::has(std::string_view name) const
{
    return object_->if_contains(json::string_view(name.data(), name.size())) != nullptr;
}

std::string scenario_object::text(std::string_view name)
{
    auto const& value = require(name);
    if (!value.is_string())
        fail(name, "must be a string");

    return text_of(value.get_string());
}

std::string scenario_object::optional_text(std::string_view name, std::string_view otherwise)
{
    return find(name) == nullptr ? std::string(otherwise) : text(name);
}

bool scenario_object::optional_flag(std::string_view name, bool otherwise)
{
    auto const* const value = find(name);
    if (value == nullptr)
        return otherwise;

    if (!value->is_bool())
        fail(name, "must be true or false");

    return value->get_bool();
}

std::int64_t scenario_object::integer(std::string_view name, std::int64_t least)
{
    auto const& value = require(name);
    if (!value.is_int64())
        fail(name, "must be an integer");

    if (value.get_int64() < least)
        fail(name, "must be at least " + std::to_string(least));

    return value.get_int64();
}

std::optional<std::int64_t> scenario_object::optional_integer(std::string_view name, std::int64_t least)
{
    auto const* const value = find(name);
    if (value == nullptr || value->is_null())
        return std::nullopt;

    return integer(name, least);
}

id scenario_object::identifier(std::string_view name)
{
    return integer(name, 1);
}

std::optional<id> scenario_object::optional_identifier(std::string_view name)
{
    return optional_integer(name, 1);
}

double scenario_object::number(std::string_view name)
{
    auto const& value = require(name);
    double const result = value.is_double()  ? value.get_double()
                          : value.is_int64() ? static_cast<double>(value.get_int64())
                                             : std::nan("");

    // Written so that "not a number" fails too.
    if (!(std::abs(result) <= 1e6))
        fail(name, "must be a number between -1000000 and 1000000");

    return result;
}

double scenario_object::optional_number(std::string_view name, double otherwise)
{
    return find(name) == nullptr ? otherwise : number(name);
}

decimal scenario_object::money(std::string_view name)
{
    auto const parsed = decimal::parse(text(name));
    if (!parsed)
        fail(name, "must be a decimal number in a string, such as \"19.90\"");

    return *parsed;
}

std::vector<id> scenario_object::optional_identifiers(std::string_view name)
{
    std::vector<id> result;
    auto const* const value = find(name);
    if (value == nullptr)
        return result;

    if (!value->is_array())
        fail(name, "must be an array of integers");

    for (auto const& element : value->get_array())
    {
        if (!element.is_int64() || element.get_int64() < 1)
            fail(std::string(name) + "[" + std::to_string(result.size()) + "]", "must be an integer of at least 1");

        result.push_back(element.get_int64());
    }

    return result;
}

std::vector<std::string> scenario_object::texts(std::string_view name)
{
    require(name);
    return optional_texts(name);
}

std::vector<std::string> scenario_object::optional_texts(std::string_view name)
{
    std::vector<std::string> result;
    auto const* const value = find(name);
    if (value == nullptr)
        return result;

    if (!value->is_array())
        fail(name, "must be an array of strings");

    for (auto const& element : value->get_array())
    {
        if (!element.is_string())
            fail(std::string(name) + "[" + std::to_string(result.size()) + "]", "must be a string");

        result.push_back(text_of(element.get_string()));
    }

    return result;
}

void scenario_object::each(std::string_view name, std::function<void(scenario_object&)> const& read)
{
    require(name);
    optional_each(name, read);
}

void scenario_object::optional_each(std::string_view name, std::function<void(scenario_object&)> const& read)
{
    auto const* const value = find(name);
    if (value == nullptr)
        return;

    if (!value->is_array())
        fail(name, "must be an array of objects");

    std::size_t index = 0;
    for (auto const& element : value->get_array())
    {
        scenario_object object(element, path_ + "." + std::string(name) + "[" + std::to_string(index++) + "]", file_);
        read(object);
        object.finish();
    }
}

void scenario_object::finish() const
{
    for (auto const& member : *object_)
    {
        std::string_view const name(member.key().data(), member.key().size());
        if (asked_.find(name) == asked_.end())
            fail(name, "is not a member of the scenario format");
    }
}

} // namespace sandbox
