// SPDX-License-Identifier: BSL-1.0
// RapidJSON: DOM, SAX and Writer. Correctly rounded numbers and checked UTF-8 are asked for on
// reading, because they are off by default and all others do them; its Writer checks neither UTF-8
// nor more than the defaults do.
#include "contestant.hpp"

#define RAPIDJSON_SSE2
#define RAPIDJSON_HAS_STDSTRING 1
#include <rapidjson/document.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstring>

namespace bench
{

namespace
{

constexpr unsigned strict =
    rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag;

template <class T>
using members_of = boost::describe::describe_members<T, boost::describe::mod_public>;

// --- DOM

void take(rapidjson::Value const& from, std::int64_t& to)
{
    to = from.GetInt64();
}
void take(rapidjson::Value const& from, double& to)
{
    to = from.GetDouble();
}
void take(rapidjson::Value const& from, bool& to)
{
    to = from.GetBool();
}
void take(rapidjson::Value const& from, std::string& to)
{
    to.assign(from.GetString(), from.GetStringLength());
}
template <class T>
void take(rapidjson::Value const& from, std::optional<T>& to)
{
    if (!from.IsNull())
        take(from, to.emplace());
}
template <class T>
void take(rapidjson::Value const& from, std::vector<T>& to);
template <class T>
requires boost::describe::has_describe_members<T>::value void take(
    rapidjson::Value const& from, T& to)
{
    boost::mp11::mp_for_each<members_of<T>>(
        [&](auto member) { take(from[member.name], to.*member.pointer); });
}
template <class T>
void take(rapidjson::Value const& from, std::vector<T>& to)
{
    to.resize(from.Size());
    for (rapidjson::SizeType i = 0; i != from.Size(); ++i)
        take(from[i], to[i]);
}

template <class T>
T read_dom(std::string const& text)
{
    rapidjson::Document document;
    document.Parse<strict>(text.data(), text.size());
    require(!document.HasParseError(), "rapidjson DOM");
    T value;
    take(document, value);
    return value;
}

// --- SAX: a handler that knows where in the response it is.

struct response_handler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, response_handler>
{
    enum class level
    {
        outside,
        response,
        details,
        detail,
        seat,
        errors,
        error
    };

    plain::response& out;
    level at = level::outside;
    std::string_view key;

    explicit response_handler(plain::response& to)
        : out(to)
    {
    }

    bool StartObject()
    {
        switch (at)
        {
        case level::outside:
            at = level::response;
            return true;
        case level::details:
            at = level::detail;
            out.cartItemDetail.emplace_back();
            return true;
        case level::detail:
            at = level::seat;
            return key == "seatProperties";
        case level::errors:
            at = level::error;
            out.errors.emplace_back();
            return true;
        default:
            return false;
        }
    }
    bool EndObject(rapidjson::SizeType)
    {
        at = at == level::seat     ? level::detail
             : at == level::detail ? level::details
             : at == level::error  ? level::errors
                                   : level::outside;
        return true;
    }
    bool StartArray()
    {
        if (at != level::response)
            return false;
        at = key == "errors" ? level::errors : level::details;
        return true;
    }
    bool EndArray(rapidjson::SizeType)
    {
        at = level::response;
        return true;
    }
    bool Key(char const* text, rapidjson::SizeType size, bool)
    {
        // In situ and whole texts only: the name lives as long as it is needed.
        name_.assign(text, size);
        key = name_;
        return true;
    }
    bool String(char const* text, rapidjson::SizeType size, bool)
    {
        return each<std::string>([&](auto& to) { to.assign(text, size); });
    }
    bool Int(int value) { return integer(value); }
    bool Uint(unsigned value) { return integer(value); }
    bool Int64(std::int64_t value) { return integer(value); }
    bool Uint64(std::uint64_t value) { return integer(static_cast<std::int64_t>(value)); }
    bool Double(double value)
    {
        return each<double>([&](double& to) { to = value; });
    }
    bool Bool(bool value)
    {
        return each<bool>([&](bool& to) { to = value; });
    }
    bool Null() { return true; }

private:
    bool integer(std::int64_t value)
    {
        return each<std::int64_t>([&](std::int64_t& to) { to = value; }) ||
               each<double>([&](double& to) { to = static_cast<double>(value); });
    }
    template <class T, class F>
    bool each(F&& set)
    {
        switch (at)
        {
        case level::response:
            return member<T>(out, set);
        case level::detail:
            return member<T>(out.cartItemDetail.back(), set);
        case level::seat:
            return member<T>(out.cartItemDetail.back().seatProperties, set);
        case level::error:
            return member<T>(out.errors.back(), set);
        default:
            return false;
        }
    }
    template <class T, class D, class F>
    bool member(D& object, F& set)
    {
        bool found = false;
        boost::mp11::mp_for_each<members_of<D>>(
            [&](auto known)
            {
                auto& to = object.*known.pointer;
                using type = std::remove_cvref_t<decltype(to)>;
                if constexpr (std::is_same_v<type, T>)
                {
                    if (!found && key == known.name)
                    {
                        set(to);
                        found = true;
                    }
                }
                else if constexpr (std::is_same_v<type, std::optional<T>>)
                {
                    if (!found && key == known.name)
                    {
                        set(to.emplace());
                        found = true;
                    }
                }
            });
        return found;
    }

    std::string name_;
};

plain::response read_sax(std::string const& text)
{
    plain::response value;
    response_handler handler(value);
    rapidjson::Reader reader;
    rapidjson::MemoryStream memory(text.data(), text.size());
    require(!reader.Parse<strict>(memory, handler).IsError(), "rapidjson SAX");
    return value;
}

// --- Writer

using writer = rapidjson::Writer<rapidjson::StringBuffer>;

void give(writer& to, std::int64_t value)
{
    to.Int64(value);
}
void give(writer& to, double value)
{
    to.Double(value);
}
void give(writer& to, bool value)
{
    to.Bool(value);
}
void give(writer& to, std::string const& value)
{
    to.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
}
template <class T>
void give(writer& to, std::optional<T> const& value)
{
    if (value)
        give(to, *value);
    else
        to.Null();
}
template <class T>
void give(writer& to, std::vector<T> const& value);
template <class T>
requires boost::describe::has_describe_members<T>::value void give(writer& to, T const& value)
{
    to.StartObject();
    boost::mp11::mp_for_each<members_of<T>>(
        [&](auto member)
        {
            to.Key(member.name, static_cast<rapidjson::SizeType>(std::strlen(member.name)));
            give(to, value.*member.pointer);
        });
    to.EndObject();
}
template <class T>
void give(writer& to, std::vector<T> const& value)
{
    to.StartArray();
    for (T const& element : value)
        give(to, element);
    to.EndArray();
}

template <class T>
std::string write(T const& value)
{
    rapidjson::StringBuffer buffer;
    writer to(buffer);
    give(to, value);
    return {buffer.GetString(), buffer.GetSize()};
}

} // namespace

void add_rapidjson(std::vector<task>& to, samples const& from)
{
    for (sample const& each : from.responses)
    {
        auto const same = [&](plain::response const& value) { return value == each.expected; };
        add_decode(to, "rapidjson_dom", each.name, each.text, read_dom<plain::response>, same);
        if (!each.name.ends_with("unknown")) // its handler takes known members only
            add_decode(to, "rapidjson_sax", each.name, each.text, read_sax, same);
        add_encode(
            to, "rapidjson_writer", each.name, [&] { return write(each.expected); },
            [&](std::string const& text) { return reads_as(text, each.expected); });
    }
    for (request_sample const& each : from.requests)
    {
        add_decode(to, "rapidjson_dom", each.name, each.text, read_dom<plain::request>,
            [&](plain::request const& value) { return value == each.expected; });
        add_encode(
            to, "rapidjson_writer", each.name, [&] { return write(each.expected); },
            [&](std::string const& text) { return reads_as(text, each.expected); });
    }
}

} // namespace bench
