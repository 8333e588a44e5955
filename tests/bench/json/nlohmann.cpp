// SPDX-License-Identifier: BSL-1.0
// nlohmann/json: its DOM with the documented to_json and from_json functions.
#include "contestant.hpp"

#include <nlohmann/json.hpp>

namespace bench
{

namespace
{

template <class T>
void take(nlohmann::json const& from, char const* name, T& to)
{
    from.at(name).get_to(to);
}

template <class T>
void take(nlohmann::json const& from, char const* name, std::optional<T>& to)
{
    auto const& value = from.at(name);
    if (value.is_null())
        to.reset();
    else
        value.get_to(to.emplace());
}

template <class T>
void give(nlohmann::json& to, char const* name, T const& value)
{
    to[name] = value;
}

template <class T>
void give(nlohmann::json& to, char const* name, std::optional<T> const& value)
{
    to[name] = value ? nlohmann::json(*value) : nlohmann::json();
}

} // namespace

namespace plain
{

template <class T>
requires boost::describe::has_describe_members<T>::value void from_json(
    nlohmann::json const& from, T& to)
{
    boost::mp11::mp_for_each<boost::describe::describe_members<T, boost::describe::mod_public>>(
        [&](auto member) { take(from, member.name, to.*member.pointer); });
}

template <class T>
requires boost::describe::has_describe_members<T>::value void to_json(
    nlohmann::json& to, T const& from)
{
    boost::mp11::mp_for_each<boost::describe::describe_members<T, boost::describe::mod_public>>(
        [&](auto member) { give(to, member.name, from.*member.pointer); });
}

} // namespace plain

void add_nlohmann(std::vector<task>& to, samples const& from)
{
    for (sample const& each : from.responses)
    {
        add_decode(
            to, "nlohmann", each.name, each.text,
            [](std::string const& text)
            { return nlohmann::json::parse(text).get<plain::response>(); },
            [&](plain::response const& value) { return value == each.expected; });
        add_encode(
            to, "nlohmann", each.name, [&] { return nlohmann::json(each.expected).dump(); },
            [&](std::string const& text) { return reads_as(text, each.expected); });
    }
    for (request_sample const& each : from.requests)
    {
        add_decode(
            to, "nlohmann", each.name, each.text,
            [](std::string const& text)
            { return nlohmann::json::parse(text).get<plain::request>(); },
            [&](plain::request const& value) { return value == each.expected; });
        add_encode(
            to, "nlohmann", each.name, [&] { return nlohmann::json(each.expected).dump(); },
            [&](std::string const& text) { return reads_as(text, each.expected); });
    }
}

} // namespace bench
