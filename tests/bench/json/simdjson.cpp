// SPDX-License-Identifier: BSL-1.0
// simdjson on demand: one pass, fields asked for in the order in which they stand. The parser is
// kept between texts and the text is padded, as its documentation recommends; the copy into the
// padded buffer is counted, because a body comes without padding. What is not asked for is hardly
// checked.
#include "contestant.hpp"

#include <simdjson.h>

namespace bench
{

namespace
{

namespace od = simdjson::ondemand;

template <class T>
requires boost::describe::has_describe_members<T>::value void take(od::value from, T& to);
template <class T>
void take(od::value from, std::vector<T>& to);

void take(od::value from, std::int64_t& to)
{
    to = from.get_int64();
}
void take(od::value from, double& to)
{
    to = from.get_double();
}
void take(od::value from, bool& to)
{
    to = from.get_bool();
}
void take(od::value from, std::string& to)
{
    std::string_view const text = from.get_string();
    to.assign(text);
}
template <class T>
void take(od::value from, std::optional<T>& to)
{
    if (!bool(from.is_null()))
        take(from, to.emplace());
}
template <class D>
void take_members(od::object from, D& to)
{
    boost::mp11::mp_for_each<boost::describe::describe_members<D, boost::describe::mod_public>>(
        [&](auto member) { take(od::value(from[member.name]), to.*member.pointer); });
}
template <class T>
requires boost::describe::has_describe_members<T>::value void take(od::value from, T& to)
{
    take_members(od::object(from.get_object()), to);
}
template <class T>
void take(od::value from, std::vector<T>& to)
{
    for (od::value element : from.get_array())
        take(element, to.emplace_back());
}

template <class T>
T read(std::string const& text)
{
    static od::parser parser;
    static std::string padded;
    padded.assign(text);
    padded.append(simdjson::SIMDJSON_PADDING, ' ');
    auto document = parser.iterate(padded.data(), text.size(), padded.size());
    T value;
    take_members(od::object(document.get_object()), value);
    return value;
}

} // namespace

void add_simdjson(std::vector<task>& to, samples const& from)
{
    for (sample const& each : from.responses)
        add_decode(to, "simdjson_on_demand", each.name, each.text, read<plain::response>,
            [&](plain::response const& value) { return value == each.expected; });
    for (request_sample const& each : from.requests)
        add_decode(to, "simdjson_on_demand", each.name, each.text, read<plain::request>,
            [&](plain::request const& value) { return value == each.expected; });
}

} // namespace bench
