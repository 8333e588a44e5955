// SPDX-License-Identifier: BSL-1.0
// What a command line prints: values, refusals, requests; and the exit status that follows.
#pragma once

#include <restbind/cli/table.hpp>
#include <restbind/core/bytes.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/response.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/request.hpp>
#include <restbind/json/encode.hpp>

#include <boost/beast/http/verb.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <fstream>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace restbind::inline RESTBIND_ABI::cli
{

/** The exit status for an error. */
inline exit_status status_of(error const& why)
{
    if (why.outcome_unknown())
        return outcome_unknown;
    switch (why.kind())
    {
    case error_kind::validation_failed:
    case error_kind::client_error:
        return refused;
    case error_kind::invalid_argument:
        return misused;
    case error_kind::unauthorized:
    case error_kind::forbidden:
    case error_kind::token_refused:
    case error_kind::token_unavailable:
        return not_allowed;
    case error_kind::not_found:
        return not_found;
    case error_kind::conflict:
        return conflicting;
    case error_kind::server_error:
    case error_kind::unavailable:
    case error_kind::unexpected_status:
        return service_failed;
    case error_kind::resolve:
    case error_kind::connect:
    case error_kind::certificate_rejected:
    case error_kind::write:
    case error_kind::read:
    case error_kind::protocol:
        return unreachable;
    case error_kind::timed_out:
    case error_kind::cancelled:
        return timed_out;
    case error_kind::invalid_response:
    case error_kind::too_large:
        return unreadable;
    default:
        return failed;
    }
}

namespace detail
{

/** Text of others without control characters, which would act on a terminal. */
inline std::string shown(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = ' ';
    return out;
}

inline void pad(std::ostream& out, std::string_view text, std::size_t width)
{
    out << text << std::string(width > text.size() ? width - text.size() : 0, ' ');
}

} // namespace detail

/** Prints broken rules, a line for each: the place, what is wrong, and the limit. The lines are the
    same whoever found them. */
inline void print_violations(std::ostream& out, std::vector<violation> const& broken)
{
    std::size_t width = 0;
    for (violation const& rule : broken)
        width = std::max(width, rule.pointer.size());
    for (violation const& rule : broken)
    {
        out << "  ";
        detail::pad(out, detail::shown(rule.pointer.empty() ? "(the whole)" : rule.pointer), width);
        out << "  " << detail::shown(rule.message) << '\n';
    }
}

namespace detail
{

inline constexpr std::string_view advice_after_loss =
    "The request may have taken effect: ask the service before you send it again.\n";

}

/** Prints an error. Refusals are told field by field. */
inline void print_error(std::ostream& out, std::string_view program, error const& why)
{
    auto const& broken = why.violations();
    if (!broken.empty() && why.status() != 0)
    {
        std::string const& text = why.problem().detail;
        out << program << ": refused (" << why.status() << ")"
            << (text.empty() ? "" : ": " + detail::shown(text)) << '\n';
        bool const is_told = broken.size() == 1 && broken[0].pointer.empty() && broken[0].message == text;
        if (!is_told)
            print_violations(out, broken);
        out << (why.kind() == error_kind::validation_failed ? "Found here; nothing was sent.\n"
                                                            : "Told by the service.\n");
    }
    else
        out << program << ": " << why.message() << '\n';
    if (why.outcome_unknown())
        out << detail::advice_after_loss;
}

/** How a value is printed. */
enum class output_form : unsigned char
{
    table,
    json,  ///< indented
    ndjson ///< a line for each element of the list, or one for the value
};

namespace detail
{

inline constexpr std::string_view png_start = "iVBORw0KGgo"; // in base64

} // namespace detail

/** A JSON value for printing, whose texts and numbers stay as they came: `9.00` is no `9.0`. */
struct json_node
{
    enum class kind : unsigned char
    {
        object,
        list,
        string,
        other ///< a number, true, false or null
    };

    kind is = kind::other;
    /** Of a member of an object. */
    std::string name{};
    /** The JSON text of a string, with its quotes and escapes, or of what is neither object nor
        list. */
    std::string text{};
    /** The members of an object, or the elements of a list. */
    std::vector<json_node> held{};

    /** Whether it holds others. */
    bool is_filled() const noexcept { return !held.empty(); }

    /** Whether it is a list of objects or lists. */
    bool is_list_of_more() const noexcept
    {
        return is == kind::list && is_filled() && held.front().is < kind::string;
    }

    /** What a string says; for all others their JSON text. */
    std::string said() const
    {
        if (is != kind::string)
            return text;
        boost::system::error_code ignored; // the text was encoded here
        auto const value = boost::json::parse(text, ignored);
        return value.is_string() ? std::string(value.get_string()) : text;
    }
};

namespace detail
{

/** Reads JSON text that was encoded here: compact, and right. */
class node_reader
{
public:
    explicit node_reader(std::string_view text)
        : rest_(text)
    {
    }

    json_node read()
    {
        json_node value;
        if (rest_.starts_with('{') || rest_.starts_with('['))
        {
            bool const is_object = take() == '{';
            value.is = is_object ? json_node::kind::object : json_node::kind::list;
            while (!rest_.starts_with('}') && !rest_.starts_with(']'))
            {
                std::string name = is_object ? read().said() : std::string();
                if (is_object)
                    take(); // the colon
                value.held.push_back(read());
                value.held.back().name = std::move(name);
                if (rest_.starts_with(','))
                    take();
            }
            take();
            return value;
        }
        std::size_t end = rest_.find_first_of(",:]}");
        if (rest_.starts_with('"'))
        {
            value.is = json_node::kind::string;
            for (end = 1; rest_[end] != '"'; ++end)
                end += rest_[end] == '\\' ? 1 : 0;
            ++end;
        }
        value.text = rest_.substr(0, end);
        rest_.remove_prefix(value.text.size());
        return value;
    }

private:
    char take()
    {
        char const first = rest_.front();
        rest_.remove_prefix(1);
        return first;
    }

    std::string_view rest_;
};

inline void write_compact(std::ostream& out, json_node const& value)
{
    bool const is_object = value.is == json_node::kind::object;
    if (!is_object && value.is != json_node::kind::list)
        return void(out << value.text);
    out << (is_object ? '{' : '[');
    for (json_node const& held : value.held)
    {
        out << (&held == &value.held.front() ? "" : ",");
        if (is_object)
            out << json::encode(held.name).value() << ':';
        write_compact(out, held);
    }
    out << (is_object ? '}' : ']');
}

inline std::string cell(json_node const& value)
{
    if (value.is_list_of_more())
        return "(" + std::to_string(value.held.size()) + ")";
    std::ostringstream compact;
    write_compact(compact, value);
    std::string text = value.is == json_node::kind::string ? value.said() : compact.str();
    if (text.starts_with(png_start))
        return "(PNG picture, " + std::to_string(text.size() / 4 * 3) + " bytes; --save FILE)";
    return text == "null" ? "-" : shown(text);
}

using flat_members = std::vector<std::pair<std::string, json_node const*>>;

/** The members of an object, those of objects in it with their names in front. */
inline void flatten(flat_members& to, std::string const& prefix, json_node const& from)
{
    for (json_node const& member : from.held)
        if (member.is == json_node::kind::object && member.is_filled())
            flatten(to, prefix + member.name + ".", member);
        else
            to.emplace_back(prefix + member.name, &member);
}

inline void print_rows(std::ostream& out, json_node const& list)
{
    std::vector<std::string> names;
    std::vector<flat_members> rows;
    for (json_node const& element : list.held)
    {
        flat_members& members = rows.emplace_back();
        if (element.is == json_node::kind::object)
            flatten(members, "", element);
        else
            members.emplace_back("value", &element);
        for (auto const& [name, value] : members)
            if (std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
    }
    std::vector<std::vector<std::string>> lines{names};
    for (flat_members const& members : rows)
    {
        auto& line = lines.emplace_back();
        for (std::string const& name : names)
        {
            auto const found = std::find_if(members.begin(), members.end(),
                [&](auto const& member) { return member.first == name; });
            line.push_back(found == members.end() ? "" : cell(*found->second));
        }
    }
    std::vector<std::size_t> widths(names.size());
    for (auto const& line : lines)
        for (std::size_t column = 0; column != line.size(); ++column)
            widths[column] = std::max(widths[column], line[column].size());
    for (auto const& line : lines)
    {
        for (std::size_t column = 0; column != line.size(); ++column)
            pad(out, line[column], column + 1 == line.size() ? 0 : widths[column] + 2);
        out << '\n';
    }
}

/** The list that a value is, or that is all it holds. */
inline json_node const* list_in(json_node const& value)
{
    if (value.is == json_node::kind::object && value.held.size() == 1)
        return list_in(value.held.front());
    return value.is == json_node::kind::list ? &value : nullptr;
}

inline void print_table(std::ostream& out, json_node const& value)
{
    if (json_node const* list = list_in(value))
        return print_rows(out, *list);
    if (value.is != json_node::kind::object)
        return void(out << cell(value) << '\n');
    flat_members members;
    flatten(members, "", value);
    std::size_t width = 0;
    for (auto const& member : members)
        width = std::max(width, member.first.size());
    for (auto const& [name, held] : members)
    {
        pad(out, name, width + 2);
        out << cell(*held) << '\n';
    }
    for (auto const& [name, held] : members)
        if (held->is_list_of_more())
        {
            out << '\n' << name << '\n';
            print_rows(out, *held);
        }
}

inline void print_indented(std::ostream& out, json_node const& value, std::string const& margin)
{
    if (!value.is_filled())
        return write_compact(out, value);
    bool const is_object = value.is == json_node::kind::object;
    out << (is_object ? '{' : '[');
    for (json_node const& held : value.held)
    {
        out << (&held == &value.held.front() ? "\n" : ",\n") << margin << "  ";
        if (is_object)
            out << json::encode(held.name).value() << ": ";
        print_indented(out, held, margin + "  ");
    }
    out << '\n' << margin << (is_object ? '}' : ']');
}

inline std::optional<std::string> picture_in(json_node const& value)
{
    if (value.is == json_node::kind::string)
        if (auto text = value.said(); text.starts_with(png_start))
            return text;
    for (json_node const& held : value.held)
        if (auto found = picture_in(held))
            return found;
    return {};
}

/** A value that came, as JSON text; binary bodies stay bytes. */
struct received
{
    std::string json{};
    std::optional<std::string> bytes{};
};

template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

template <class T>
inline constexpr bool is_described_response = false;
template <int Code, class Body>
inline constexpr bool is_described_response<restbind::response<Code, Body>> = true;

template <class T>
result<received> take(T const& value)
{
    if constexpr (std::is_same_v<T, binary_body>)
        return received{.bytes = std::string(value.text())};
    else if constexpr (std::is_same_v<T, no_content>)
        return received{};
    else if constexpr (std::is_same_v<T, redirect>)
        return take(value.location);
    else if constexpr (is_described_response<T>)
        return take(value.body);
    else if constexpr (is_variant<T>)
        return std::visit([](auto const& held) { return take(held); }, value);
    else
    {
        auto text = json::encode(value);
        if (!text)
            return text.error();
        return received{.json = std::move(*text)};
    }
}

inline bool save(std::string const& path, std::string_view bytes)
{
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    return static_cast<bool>(file);
}

} // namespace detail

/** Prints a value. */
inline void print_value(std::ostream& out, json_node const& value, output_form form)
{
    if (form == output_form::table)
        return detail::print_table(out, value);
    if (form == output_form::json)
        detail::print_indented(out, value, "");
    else if (auto const* list = detail::list_in(value))
        for (json_node const& element : list->held)
        {
            out << (&element == &list->held.front() ? "" : "\n");
            detail::write_compact(out, element);
        }
    else
        detail::write_compact(out, value);
    out << '\n';
}

/** A word of a shell: in single quotes. */
inline std::string shell_word(std::string_view text)
{
    std::string out = "'";
    for (char const c : text)
        if (c == '\'')
            out += "'\\''";
        else
            out += c;
    return out + "'";
}

/** Prints a request that is not sent, and the curl line that sends it. The token is a variable of
    the shell there. */
inline void print_request(std::ostream& out, std::string_view base_url,
    http::request const& request, std::string_view credentials)
{
    auto const method = boost::beast::http::to_string(request.method);
    out << std::string_view(method.data(), method.size()) << ' ' << base_url << request.target
        << '\n';
    for (auto const& [name, value] : request.headers)
        out << name << ": " << value << '\n';
    if (!request.content().empty())
        out << '\n' << request.content() << '\n';
    out << "\ncurl -X " << std::string_view(method.data(), method.size()) << ' '
        << shell_word(std::string(base_url) + request.target);
    for (auto const& [name, value] : request.headers)
        out << " -H " << shell_word(std::string(name).append(": ").append(value));
    out << credentials;
    if (!request.content().empty())
        out << " --data-binary " << shell_word(request.content());
    out << '\n';
}

} // namespace restbind::cli
