// SPDX-License-Identifier: BSL-1.0
// Problem documents as services write them.
#pragma once

#include <restbind/core/date_time.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/json/detail/optionals.hpp>
#include <restbind/json/writer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::testing::detail
{

/** Appends a string; what is not UTF-8 becomes U+FFFD, so that a refusal can always be shown. */
inline void put_any_string(json::writer& out, std::string_view text)
{
    if (utf8_prefix(text) == text.size())
    {
        out.put_string(text);
        return;
    }
    std::string repaired;
    while (!text.empty())
    {
        std::size_t const good = utf8_prefix(text);
        repaired.append(text.substr(0, good));
        text.remove_prefix(good);
        if (!text.empty())
        {
            repaired.append("\xEF\xBF\xBD");
            text.remove_prefix(1);
        }
    }
    out.put_string(repaired);
}

/** Writes the members of one problem document. */
class problem_writer
{
public:
    problem_writer(json::writer& out, problem_details const& problem, problem_format const& format)
        : out_(out)
        , problem_(problem)
        , format_(format)
        , start_(out.size())
    {
    }

    void write()
    {
        string("type", problem_.type);
        if (!problem_.title.empty())
            string("title", problem_.title);
        if (problem_.status != 0)
            integer("status", problem_.status);
        if (!problem_.detail.empty())
            string("detail", problem_.detail);
        if (problem_.instance)
            string("instance", *problem_.instance);
        write_provider_members();
        for (auto const& [member, value] : problem_.extensions)
            if (json::is_json(value))
            {
                name(member);
                out_.put(value);
            }
        out_.put('}');
    }

private:
    void name(std::string_view member)
    {
        out_.put(out_.size() == start_ ? '{' : ',');
        put_any_string(out_, member);
        out_.put(':');
    }
    void string(std::string_view member, std::string_view value)
    {
        name(member);
        put_any_string(out_, value);
    }
    void integer(std::string_view member, std::int64_t value)
    {
        name(member);
        out_.put_integer(value);
    }

    void write_provider_members()
    {
        if (problem_.error_code && !format_.code.empty())
            integer(format_.code, *problem_.error_code);
        if (problem_.error_count && !format_.error_count.empty())
            integer(format_.error_count, *problem_.error_count);
        if (problem_.shape != errors_shape::none && !format_.errors.empty())
        {
            name(format_.errors);
            problem_.shape == errors_shape::list ? write_list() : write_map();
        }
        if (problem_.trace_id && !format_.trace_id.empty())
            string(format_.trace_id, *problem_.trace_id);
        if (format_.timestamp.empty())
            return;
        if (problem_.timestamp_text)
            string(format_.timestamp, *problem_.timestamp_text);
        else if (problem_.timestamp)
            string(format_.timestamp, to_string(*problem_.timestamp));
    }

    void write_list()
    {
        out_.put('[');
        for (std::size_t i = 0; i != problem_.errors.size(); ++i)
        {
            out_.put(i == 0 ? "{" : ",{");
            put_any_string(out_, format_.error_field);
            out_.put(':');
            put_any_string(out_, problem_.errors[i].field);
            out_.put(',');
            put_any_string(out_, format_.error_message);
            out_.put(':');
            put_any_string(out_, problem_.errors[i].message);
            out_.put('}');
        }
        out_.put(']');
    }

    void write_map()
    {
        out_.put('{');
        for (std::size_t i = 0; i != problem_.errors.size(); ++i)
        {
            // Messages of one key stand together.
            bool const same_key =
                i != 0 && problem_.errors[i].field == problem_.errors[i - 1].field;
            if (same_key)
                out_.put(',');
            else
            {
                out_.put(i == 0 ? "" : "],");
                put_any_string(out_, problem_.errors[i].field);
                out_.put(":[");
            }
            put_any_string(out_, problem_.errors[i].message);
        }
        out_.put(problem_.errors.empty() ? "}" : "]}");
    }

    json::writer& out_;
    problem_details const& problem_;
    problem_format const& format_;
    std::size_t start_;
};

/** Writes a problem document as compact JSON. Members in the order type, title, status, detail,
    instance, then in the order of the format's names what they stand for, then the extensions;
    empty ones, and what the format has no name for, are left out. Never fails: what is not UTF-8
    becomes U+FFFD, and an extension that is not JSON is left out. */
inline std::string encode_problem(
    problem_details const& problem, problem_format const& format = {})
{
    std::string text;
    {
        json::writer out(text, 512);
        problem_writer(out, problem, format).write();
    }
    return text;
}

} // namespace restbind::testing::detail
