// SPDX-License-Identifier: BSL-1.0
// What the playground of a site asks of the headers: reads a request in JSON, checks it as a client
// does, and says what came of it, as JSON. Compiled to WebAssembly; not a part of the runtime.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/date_time.hpp>
#include <restbind/core/decimal.hpp>
#include <restbind/core/described.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/response.hpp>
#include <restbind/core/string_enum.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/testing/detail/encode_problem.hpp>

#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace play
{

// ------------------------------------------------------------------------------------ values in C++

template <class T>
constexpr std::string_view raw_name()
{
    std::string_view const whole = __PRETTY_FUNCTION__;
    std::size_t const begin = whole.find("T = ") + 4;
    return whole.substr(begin, whole.rfind(']') - begin);
}

template <class T>
struct type_name
{
    static std::string get()
    {
        std::string_view const name = raw_name<T>();
        return "api::" + std::string(name.substr(name.rfind(':') + 1));
    }
};
template <std::integral T>
struct type_name<T>
{
    static std::string get()
    {
        return std::same_as<T, bool>
                   ? "bool"
                   : std::string(std::is_signed_v<T> ? "std::int" : "std::uint") +
                         std::to_string(sizeof(T) * 8) + "_t";
    }
};
// name_of(NAME) for types of other libraries
#define PLAY_NAME(TYPE, NAME)                                                                      \
    template <>                                                                                    \
    struct type_name<TYPE>                                                                         \
    {                                                                                              \
        static std::string get() { return NAME; }                                                  \
    };
PLAY_NAME(double, "double")
PLAY_NAME(std::string, "std::string")
PLAY_NAME(restbind::decimal, "restbind::decimal")
PLAY_NAME(restbind::date, "restbind::date")
PLAY_NAME(restbind::timestamp, "restbind::timestamp")
PLAY_NAME(restbind::base64_bytes, "restbind::base64_bytes")
PLAY_NAME(restbind::base64_png, "restbind::base64_png")
PLAY_NAME(restbind::unknown_value, "restbind::unknown_value")
#undef PLAY_NAME
template <class T>
struct type_name<std::vector<T>>
{
    static std::string get() { return "std::vector<" + type_name<T>::get() + ">"; }
};
template <class T>
struct type_name<std::map<std::string, T>>
{
    static std::string get() { return "std::map<std::string, " + type_name<T>::get() + ">"; }
};
template <class T>
struct type_name<std::optional<T>>
{
    static std::string get() { return "std::optional<" + type_name<T>::get() + ">"; }
};

inline std::string literal(std::string_view text)
{
    std::string out = "\"";
    for (char const c : text)
    {
        auto const byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (c == '\n')
            out += "\\n";
        else if (byte < 0x20 || byte == 0x7f)
        {
            char octal[8];
            octal[0] = '\\';
            octal[1] = static_cast<char>('0' + (byte >> 6));
            octal[2] = static_cast<char>('0' + (byte >> 3 & 7));
            octal[3] = static_cast<char>('0' + (byte & 7));
            out.append(octal, 4);
        }
        else
            out += c;
    }
    return out + '"';
}

template <class T>
std::string value(T const& from, std::size_t depth);

/** Parts in braces: on one line where that is short. */
inline std::string braced(std::vector<std::string> const& parts, std::size_t depth)
{
    std::size_t size = depth * 4;
    bool is_long = false;
    for (auto const& part : parts)
    {
        size += part.size() + 2;
        is_long = is_long || part.find('\n') != std::string::npos;
    }
    std::string const pad(depth * 4, ' ');
    std::string out = "{";
    for (auto const& part : parts)
        if (is_long || size > 64)
            out += "\n" + pad + "    " + part + ",";
        else
            out += (out.size() > 1 ? ", " : "") + part;
    return out + (is_long || size > 64 ? "\n" + pad + "}" : "}");
}

template <class T>
concept large = requires { restbind_pointers(static_cast<T**>(nullptr)); };
template <class T>
concept described = boost::describe::has_describe_members<T>::value && std::is_class_v<T>;
template <class T>
concept wrapped = requires { restbind_wrapper(static_cast<T const*>(nullptr)); };
template <class T>
concept alternatives = requires { sizeof(std::variant_size<T>); };
template <class T>
concept maybe = requires(T const& held) {
    { held.has_value() } -> std::same_as<bool>;
    *held;
};
template <class T>
concept open_json = std::same_as<T, boost::json::value> || std::same_as<T, boost::json::object> ||
                    std::same_as<T, boost::json::array>;

template <class T>
std::string members(T const& from, std::size_t depth)
{
    std::vector<std::string> parts;
    T const plain{};
    boost::mp11::mp_for_each<boost::describe::describe_members<T, boost::describe::mod_public>>(
        [&](auto member) {
            auto const& own = from.*member.pointer;
            auto const& initial = plain.*member.pointer;
            bool is_initial = false;
            if constexpr (requires { bool(own == initial); })
                is_initial = own == initial;
            if (!is_initial)
                parts.push_back(std::string(".") + member.name + " = " + value(own, depth + 1));
        });
    return type_name<T>::get() + braced(parts, depth);
}

template <class T>
std::string json_of(T const& from)
{
    auto text = restbind::json::encode(from);
    return text ? std::move(*text) : std::string("null");
}

/** The text of a value that is a string in JSON. */
template <class T>
std::string text_of(T const& from)
{
    std::string const quoted = json_of(from);
    return quoted.size() < 2 ? quoted : quoted.substr(1, quoted.size() - 2);
}

template <class T>
std::string value(T const& from, std::size_t depth)
{
    if constexpr (std::same_as<T, bool>)
        return from ? "true" : "false";
    else if constexpr (std::integral<T>)
        return std::to_string(from);
    else if constexpr (std::same_as<T, double>)
    {
        std::string text = json_of(from);
        return text.find_first_of(".eE") == std::string::npos ? text + ".0" : text;
    }
    else if constexpr (std::same_as<T, std::string>)
        return literal(from);
    else if constexpr (std::same_as<T, restbind::decimal>)
        return "*restbind::decimal::from_string(" + literal(json_of(from)) + ")";
    else if constexpr (std::same_as<T, restbind::date>)
        return "restbind::date{std::chrono::year{" + std::to_string(int(from.year())) + "} / " +
               std::to_string(unsigned(from.month())) + " / " +
               std::to_string(unsigned(from.day())) + "}";
    else if constexpr (std::same_as<T, restbind::timestamp>)
        return "*restbind::parse_timestamp(" + literal(text_of(from)) + ")";
    else if constexpr (restbind::string_enumeration<T>)
        return type_name<T>::get() + "(" + literal(from.str()) + ")";
    else if constexpr (std::is_enum_v<T>)
        return "static_cast<" + type_name<T>::get() + ">(" +
               std::to_string(static_cast<std::int64_t>(from)) + ")";
    else if constexpr (open_json<T>)
        return "boost::json::parse(" + literal(json_of(from)) + ")" +
               (std::same_as<T, boost::json::object>  ? ".as_object()"
                : std::same_as<T, boost::json::array> ? ".as_array()"
                                                      : "");
    else if constexpr (alternatives<T>)
        return std::visit(
            [&](auto const& held) {
                using held_type = std::remove_cvref_t<decltype(held)>;
                std::string const text = value(held, depth);
                if constexpr (std::same_as<held_type, std::string>)
                    return "std::string(" + text + ")";
                else if constexpr (std::integral<held_type> && !std::same_as<held_type, bool>)
                    return type_name<held_type>::get() + "(" + text + ")";
                else
                    return text;
            },
            from);
    else if constexpr (wrapped<T>)
        return type_name<T>::get() + "{" + value(from.value, depth) + "}";
    else if constexpr (large<T>)
        return type_name<T>::get() + "{/* " + json_of(from) + " */}";
    else if constexpr (described<T>)
        return members(from, depth);
    else if constexpr (maybe<T>)
        return from.has_value() ? value(*from, depth) : std::string("restbind::null");
    else if constexpr (requires { from.begin()->second; })
    {
        std::vector<std::string> parts;
        for (auto const& [name, held] : from)
            parts.push_back("{" + literal(name) + ", " + value(held, depth + 1) + "}");
        return type_name<T>::get() + braced(parts, depth);
    }
    else if constexpr (requires { from.begin(); })
    {
        std::vector<std::string> parts;
        for (auto const& held : from)
        {
            std::string text = value(held, depth + 1);
            parts.push_back(text.starts_with('"') ? "std::string(" + text + ")" : std::move(text));
        }
        return type_name<T>::get() + braced(parts, depth);
    }
    else
        return type_name<T>::get() + "{/* " + json_of(from) + " */}";
}

// ------------------------------------------------------------------------------------------- report

/** Writes one JSON object. */
class report
{
public:
    void text(std::string_view name, std::string_view value) { raw(name, quoted(value)); }
    void number(std::string_view name, long long value) { raw(name, std::to_string(value)); }
    void raw(std::string_view name, std::string_view value)
    {
        out_ += out_.empty() ? '{' : ',';
        out_ += quoted(name);
        out_ += ':';
        out_ += value;
    }
    std::string take() && { return (out_.empty() ? "{" : std::move(out_)) + "}"; }

    static std::string quoted(std::string_view value)
    {
        auto text = restbind::json::encode(std::string(value));
        return text ? std::move(*text) : std::string("\"?\"");
    }

private:
    std::string out_;
};

template <class Range, class Write>
std::string list(Range const& from, Write write)
{
    std::string out = "[";
    for (auto const& one : from)
        out += (out.size() > 1 ? "," : "") + write(one);
    return out + "]";
}

inline void put(report& out, restbind::error const& why, restbind::problem_format const* names)
{
    out.text("kind", to_string(why.kind()));
    out.text("detail", why.detail());
    out.number("status", why.status());
    out.raw("violations", list(why.violations(), [](restbind::violation const& one) {
        report entry;
        entry.number("where", static_cast<int>(one.where));
        entry.text("pointer", one.pointer);
        entry.text("member", one.member);
        entry.text("field", one.field);
        entry.text("limit", one.limit);
        entry.text("rule", one.rule_id);
        entry.text("message", one.message);
        return std::move(entry).take();
    }));
    if (why.kind() == restbind::error_kind::validation_failed)
        out.raw("problem", restbind::testing::detail::encode_problem(
                               why.problem(), names ? *names : restbind::problem_format{}));
}

/** What comes of a request in JSON. */
template <class Operation, class Parameters>
std::string check(std::string_view text, Parameters const& parameters)
{
    report out;
    auto const request = restbind::json::decode<typename Operation::request_type>(text);
    if (!request)
    {
        auto const& why = request.error();
        out.text("outcome", "unreadable");
        out.text("path", why.json_path());
        out.number("offset", static_cast<long long>(why.json_offset()));
        out.text("detail", why.detail());
        return std::move(out).take();
    }
    auto const built = Operation::build(*request, parameters);
    out.text("outcome", built ? "accepted" : "refused");
    if (!built)
        put(out, built.error(), Operation::info.problem);
    else
    {
        out.text("method", to_string(built->method));
        out.text("target", built->target);
        out.raw("headers", list(built->headers, [](auto const& header) {
            return report::quoted(std::string(header.first) + ": " + std::string(header.second));
        }));
        out.text("body", built->content());
    }
    out.text("cpp", value(*request, 0));
    return std::move(out).take();
}

} // namespace play

// Nothing that a request can ask for throws: what would, ends the instance, which the page replaces.
extern "C"
{
    void* __cxa_allocate_exception(std::size_t) noexcept { __builtin_trap(); }
    void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
}
