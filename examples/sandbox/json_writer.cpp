// SPDX-License-Identifier: BSL-1.0
#include "json_writer.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace sandbox {

json_writer& json_writer::begin_object()
{
    separate();
    out_ += '{';
    comma_due_ = false;
    return *this;
}

json_writer& json_writer::end_object()
{
    out_ += '}';
    comma_due_ = true;
    return *this;
}

json_writer& json_writer::begin_array()
{
    separate();
    out_ += '[';
    comma_due_ = false;
    return *this;
}

json_writer& json_writer::end_array()
{
    out_ += ']';
    comma_due_ = true;
    return *this;
}

json_writer& json_writer::key(std::string_view name)
{
    separate();
    quote(name);
    out_ += ':';
    comma_due_ = false;
    return *this;
}

json_writer& json_writer::string(std::string_view text)
{
    separate();
    quote(text);
    return *this;
}

json_writer& json_writer::integer(std::int64_t value)
{
    separate();
    out_ += std::to_string(value);
    return *this;
}

json_writer& json_writer::boolean(bool value)
{
    separate();
    out_ += value ? "true" : "false";
    return *this;
}

json_writer& json_writer::null()
{
    separate();
    out_ += "null";
    return *this;
}

json_writer& json_writer::number(decimal const& value)
{
    separate();
    out_ += value.text();
    return *this;
}

json_writer& json_writer::number(double value)
{
    separate();
    std::array<char, 32> text{};
    auto const end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    out_.append(text.data(), end);
    return *this;
}

std::string json_writer::take()
{
    comma_due_ = false;
    return std::exchange(out_, {});
}

void json_writer::separate()
{
    if (comma_due_)
        out_ += ',';

    comma_due_ = true;
}

void json_writer::quote(std::string_view text)
{
    constexpr std::string_view hex = "0123456789abcdef";

    out_ += '"';
    for (char const c : text)
    {
        auto const byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
        {
            out_ += '\\';
            out_ += c;
        }
        else if (byte < 0x20)
        {
            out_ += "\\u00";
            out_ += hex[byte >> 4U];
            out_ += hex[byte & 0xFU];
        }
        else
        {
            out_ += c;
        }
    }
    out_ += '"';
}

} // namespace sandbox
