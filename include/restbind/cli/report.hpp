// SPDX-License-Identifier: BSL-1.0
// What a command line prints: values, refusals, requests; and the exit status that follows.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/response.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/request.hpp>
#include <restbind/json/encode.hpp>

#include <boost/beast/http/verb.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace restbind::inline RESTBIND_ABI::cli
{

/** Exit statuses. They never change. */
enum exit_status : int
{
    succeeded = 0,        ///< the call has succeeded
    failed = 1,           ///< none of the others: a file cannot be written, for example
    misused = 2,          ///< options, settings or profile cannot be used; nothing was sent
    refused = 3,          ///< rules are broken: found here, or told by the service (400, 422, …)
    not_allowed = 4,      ///< no token, or 401, or 403
    not_found = 5,        ///< 404
    conflicting = 6,      ///< 409
    service_failed = 7,   ///< 5xx, or a status that the document does not describe
    unreachable = 8,      ///< name lookup, connection, certificate, or the exchange of bytes
    timed_out = 9,        ///< the time was over
    unreadable = 10,      ///< the response is not as the document describes
    outcome_unknown = 11  ///< as 7 to 10, but the request may have taken effect: ask before a repeat
};

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

/** Prints an error. Refusals are told field by field. */
inline void print_error(std::ostream& out, std::string_view program, error const& why)
{
    if (!why.violations().empty())
    {
        std::string const& text = why.problem().detail;
        out << program << ": refused (" << why.status() << ")"
            << (text.empty() ? "" : ": " + detail::shown(text)) << '\n';
        print_violations(out, why.violations());
        out << (why.kind() == error_kind::validation_failed ? "Found here; nothing was sent.\n"
                                                            : "Told by the service.\n");
    }
    else
        out << program << ": " << why.message() << '\n';
    if (why.outcome_unknown())
        out << "The request may have taken effect: ask the service before you send it again.\n";
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

namespace bj = boost::json;

inline constexpr std::string_view png_start = "iVBORw0KGgo"; // in base64

inline std::string cell(bj::value const& value)
{
    if (value.is_string())
    {
        auto const& text = value.get_string();
        if (std::string_view(text).starts_with(png_start))
            return "(PNG picture, " + std::to_string(text.size() / 4 * 3) + " bytes; --save FILE)";
        return shown(text);
    }
    if (value.is_null())
        return "-";
    if (value.is_array() && !value.get_array().empty() && value.get_array()[0].is_structured())
        return "(" + std::to_string(value.get_array().size()) + ")";
    return shown(bj::serialize(value));
}

/** The members of an object, those of objects in it with their names in front. */
inline void flatten(std::vector<std::pair<std::string, bj::value>>& to, std::string const& prefix,
    bj::object const& from)
{
    for (auto const& [name, value] : from)
    {
        std::string const full = prefix + std::string(name);
        if (value.is_object() && !value.get_object().empty())
            flatten(to, full + ".", value.get_object());
        else
            to.emplace_back(full, value);
    }
}

inline void print_rows(std::ostream& out, bj::array const& list)
{
    std::vector<std::string> names;
    std::vector<std::vector<std::pair<std::string, bj::value>>> rows;
    for (bj::value const& element : list)
    {
        auto& row = rows.emplace_back();
        if (element.is_object())
            flatten(row, "", element.get_object());
        else
            row.emplace_back("value", element);
        for (auto const& [name, value] : row)
            if (std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
    }
    std::vector<std::vector<std::string>> lines{names};
    for (auto const& row : rows)
    {
        auto& line = lines.emplace_back();
        for (std::string const& name : names)
        {
            auto const found = std::find_if(
                row.begin(), row.end(), [&](auto const& member) { return member.first == name; });
            line.push_back(found == row.end() ? "" : cell(found->second));
        }
    }
    for (auto const& line : lines)
    {
        for (std::size_t column = 0; column != line.size(); ++column)
        {
            std::size_t width = 0;
            for (auto const& other : lines)
                width = std::max(width, other[column].size());
            pad(out, line[column], column + 1 == line.size() ? 0 : width + 2);
        }
        out << '\n';
    }
}

inline void print_table(std::ostream& out, bj::value const& value)
{
    if (value.is_array())
        return print_rows(out, value.get_array());
    if (!value.is_object())
        return void(out << cell(value) << '\n');
    std::vector<std::pair<std::string, bj::value>> members;
    flatten(members, "", value.get_object());
    std::size_t width = 0;
    for (auto const& member : members)
        width = std::max(width, member.first.size());
    for (auto const& [name, held] : members)
    {
        pad(out, name, width + 2);
        out << cell(held) << '\n';
    }
    for (auto const& [name, held] : members)
        if (held.is_array() && !held.get_array().empty() && held.get_array()[0].is_structured())
        {
            out << '\n' << name << '\n';
            print_rows(out, held.get_array());
        }
}

inline void print_indented(std::ostream& out, bj::value const& value, std::string const& margin)
{
    bool is_first = true;
    auto const next = [&]
    {
        out << (is_first ? "\n" : ",\n") << margin << "  ";
        is_first = false;
    };
    if (value.is_object() && !value.get_object().empty())
    {
        out << '{';
        for (auto const& [name, held] : value.get_object())
        {
            next();
            out << bj::serialize(bj::string_view(name)) << ": ";
            print_indented(out, held, margin + "  ");
        }
        out << '\n' << margin << '}';
    }
    else if (value.is_array() && !value.get_array().empty())
    {
        out << '[';
        for (auto const& held : value.get_array())
        {
            next();
            print_indented(out, held, margin + "  ");
        }
        out << '\n' << margin << ']';
    }
    else
        out << bj::serialize(value);
}

/** The list that a value is, or that is its only list of objects. */
inline bj::array const* list_in(bj::value const& value)
{
    if (value.is_array())
        return &value.get_array();
    if (!value.is_object() || value.get_object().size() != 1)
        return nullptr;
    return value.get_object().begin()->value().if_array();
}

inline std::optional<std::string_view> picture_in(bj::value const& value)
{
    if (value.is_string() && std::string_view(value.get_string()).starts_with(png_start))
        return std::string_view(value.get_string());
    if (value.is_object())
        for (auto const& member : value.get_object())
            if (auto const found = picture_in(member.value()))
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

/** Prints JSON text. Numbers stay as they came where they are whole or doubles. */
inline void print_value(std::ostream& out, boost::json::value const& value, output_form form)
{
    if (form == output_form::table)
        detail::print_table(out, value);
    else if (form == output_form::json)
    {
        detail::print_indented(out, value, "");
        out << '\n';
    }
    else if (auto const* list = detail::list_in(value))
        for (boost::json::value const& element : *list)
            out << boost::json::serialize(element) << '\n';
    else
        out << boost::json::serialize(value) << '\n';
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
inline void print_request(std::ostream& out, std::string_view program, std::string_view base_url,
    http::request const& request, bool has_token)
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
    if (has_token)
        out << " -H \"Authorization: Bearer $" << program << "_TOKEN\"";
    if (!request.content().empty())
        out << " --data-binary " << shell_word(request.content());
    out << '\n';
}

} // namespace restbind::cli
