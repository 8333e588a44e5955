// SPDX-License-Identifier: BSL-1.0
// prove < SAMPLES > OUTCOMES: one JSON object a line, in and out.
#include "prove.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <restbind/src.hpp>

#include <restbind/core/detail/utf8.hpp>

#include <exception>
#include <iostream>
#include <string>

documents::table const& all_operations();

void documents::fail(outcome& result, std::string_view step, restbind::error const& error)
{
    result.step = step;
    result.why = error.message();
    if (!error.json_path().empty())
        result.why += " at " + error.json_path();
    for (auto const& one : error.violations())
        result.why += "; " + one.field + ": " + one.message;
}

namespace
{

/** Bytes as text if they are UTF-8, else as hexadecimal digits. */
void put_body(boost::json::object& out, std::string const& body)
{
    if (restbind::utf8_prefix(body) == body.size())
    {
        out["body"] = body;
        return;
    }
    static constexpr char digits[] = "0123456789abcdef";
    std::string hex;
    for (char const c : body)
    {
        hex += digits[static_cast<unsigned char>(c) >> 4];
        hex += digits[static_cast<unsigned char>(c) & 15];
    }
    out["hex"] = hex;
}

boost::json::object prove_line(boost::json::object const& line)
{
    documents::sample one;
    one.text = line.at("text").as_string();
    one.status = static_cast<int>(line.at("status").as_int64());
    one.content_type = line.at("content_type").as_string();
    boost::json::object out;
    documents::outcome const result =
        all_operations().at(std::string(line.at("operation").as_string()))(one);
    out["step"] = result.step;
    out["why"] = result.why;
    if (result.is_encoded)
        out["encoded"] = result.encoded;
    if (result.is_built)
    {
        out["method"] = to_string(result.request.method);
        out["target"] = result.request.target;
        out["content_type"] = result.request.content_type;
        boost::json::array headers;
        for (auto const& [name, value] : result.request.headers)
            headers.push_back(boost::json::array{std::string(name), std::string(value)});
        out["headers"] = std::move(headers);
        put_body(out, result.request.body);
    }
    return out;
}

} // namespace

int main()
{
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);)
    {
        boost::json::object out;
        try
        {
            out = prove_line(boost::json::parse(line).as_object());
        }
        catch (std::exception const& failure)
        {
            out["step"] = "an exception";
            out["why"] = failure.what();
        }
        std::cout << boost::json::serialize(out) << std::endl;
    }
}
