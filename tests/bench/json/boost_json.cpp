// SPDX-License-Identifier: BSL-1.0
// Boost.JSON: its DOM with value_to and value_from, and its parser alone with a handler that keeps
// nothing.
#include "contestant.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <restbind/src.hpp>

#include <memory>

namespace bench
{

namespace
{

namespace json = boost::json;

// What every parser must do: find tokens, check them, turn numbers into numbers.
struct empty_handler
{
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

    using ec = json::error_code;
    bool on_document_begin(ec&) { return true; }
    bool on_document_end(ec&) { return true; }
    bool on_object_begin(ec&) { return true; }
    bool on_object_end(std::size_t, ec&) { return true; }
    bool on_array_begin(ec&) { return true; }
    bool on_array_end(std::size_t, ec&) { return true; }
    bool on_key_part(json::string_view, std::size_t, ec&) { return true; }
    bool on_key(json::string_view, std::size_t, ec&) { return true; }
    bool on_string_part(json::string_view, std::size_t, ec&) { return true; }
    bool on_string(json::string_view, std::size_t, ec&) { return true; }
    bool on_number_part(json::string_view, ec&) { return true; }
    bool on_int64(std::int64_t, json::string_view, ec&) { return true; }
    bool on_uint64(std::uint64_t, json::string_view, ec&) { return true; }
    bool on_double(double, json::string_view, ec&) { return true; }
    bool on_bool(bool, ec&) { return true; }
    bool on_null(ec&) { return true; }
    bool on_comment_part(json::string_view, ec&) { return true; }
    bool on_comment(json::string_view, ec&) { return true; }
};

bool parse_only(std::string const& text)
{
    json::basic_parser<empty_handler> parser{json::parse_options()};
    json::error_code ec;
    return parser.write_some(false, text.data(), text.size(), ec) == text.size() && !ec;
}

// As the documentation's first pages show it.
template <class T>
T read(std::string const& text)
{
    return json::value_to<T>(json::parse(text));
}
template <class T>
std::string write(T const& value)
{
    return json::serialize(json::value_from(value));
}

// With the memory resource that the documentation recommends for values that live shortly.
template <class T>
T read_monotonic(std::string const& text)
{
    json::monotonic_resource memory;
    return json::value_to<T>(json::parse(text, &memory));
}
template <class T>
std::string write_monotonic(T const& value)
{
    json::monotonic_resource memory;
    return json::serialize(json::value_from(value, &memory));
}

template <class T>
void add_dom(
    std::vector<task>& to, std::string const& name, std::string const& text, T const& expected)
{
    auto const same = [&](T const& value) { return value == expected; };
    auto const reads = [&](std::string const& written) { return reads_as(written, expected); };
    add_decode(to, "boost_value_to", name, text, read<T>, same);
    add_decode(to, "boost_value_to_monotonic", name, text, read_monotonic<T>, same);
    add_encode(
        to, "boost_value_from", name, [&] { return write(expected); }, reads);
    add_encode(
        to, "boost_value_from_monotonic", name, [&] { return write_monotonic(expected); }, reads);
}

} // namespace

void add_boost_json(std::vector<task>& to, samples const& from)
{
    auto const empty = [&](std::string const& name, std::string const& text) {
        add_decode(
            to, "boost_empty_parser", name, text, parse_only, [](bool taken) { return taken; });
    };
    for (sample const& each : from.responses)
    {
        empty(each.name, each.text);
        if (!each.name.ends_with("unknown")) // value_to refuses members that the type does not have
            add_dom(to, each.name, each.text, each.expected);
    }
    for (request_sample const& each : from.requests)
    {
        empty(each.name, each.text);
        add_dom(to, each.name, each.text, each.expected);
    }
    static std::string const problem(problem_text());
    empty("problem", problem);
}

} // namespace bench
