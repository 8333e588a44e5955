// Open JSON values as parameters. A program that includes this needs <restbind/src.hpp> in exactly
// one source file.
#pragma once

#include <restbind/http/detail/style.hpp>
#include <restbind/json/detail/open_value.hpp>

#include <boost/json/kind.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

#include <string_view>

namespace restbind::http
{

/** A text as it is. */
template <>
struct value_shape<boost::json::string>
{
    template <class Sink>
    static void show(Sink&& sink, boost::json::string const& value)
    {
        sink.text(std::string_view(value.data(), value.size()));
    }
};

/** Whatever the value is; null counts as absent. */
template <>
struct value_shape<boost::json::value>
{
    template <class Sink>
    static void show(Sink&& sink, boost::json::value const& value)
    {
        switch (value.kind())
        {
        case boost::json::kind::null:
            return sink.nothing();
        case boost::json::kind::bool_:
            return show_value(sink, value.get_bool());
        case boost::json::kind::int64:
            return show_value(sink, value.get_int64());
        case boost::json::kind::uint64:
            return show_value(sink, value.get_uint64());
        case boost::json::kind::double_:
            return show_value(sink, value.get_double());
        case boost::json::kind::string:
            return show_value(sink, value.get_string());
        case boost::json::kind::array:
            return sink.list(value.get_array());
        case boost::json::kind::object:
            return sink.object(value.get_object());
        }
    }
};

} // namespace restbind::http
