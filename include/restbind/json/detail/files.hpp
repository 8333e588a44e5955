// Files in JSON, where a type is used in a form and in JSON alike.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/file.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/read_string.hpp>

namespace restbind::json
{

/** A file is a string in JSON: its content, or the base64 text of content that is not UTF-8. Name
    and media type are left away. */
template <>
struct codec<file>
{
    static constexpr types accepts = types::string;
    static bool read(cursor& in, file& out) { return read_string(in, out.content); }
    static bool write(writer& out, file const& value)
    {
        if (utf8_prefix(value.content) == value.content.size())
            return out.put_string(value.content);
        auto const* const first = reinterpret_cast<unsigned char const*>(value.content.data());
        out.put('"');
        out.put(restbind::detail::base64_text(first, value.content.size()));
        out.put('"');
        return true;
    }
};

} // namespace restbind::json
