// SPDX-License-Identifier: BSL-1.0
// Codecs of types that are not ours. generator/own_types.md shows them.
#pragma once

#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>

#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

template <>
struct restbind::json::codec<std::chrono::seconds>
{
    static constexpr types accepts = types::integer;

    static bool read(cursor& in, std::chrono::seconds& out)
    {
        std::int64_t count = 0;
        if (!codec<std::int64_t>::read(in, count))
            return false;
        out = std::chrono::seconds(count);
        return true;
    }

    static bool write(writer& out, std::chrono::seconds value)
    {
        if (value.count() < 0)
            return out.fail("nobody waits a negative time");
        return codec<std::int64_t>::write(out, value.count());
    }
};

template <>
struct restbind::json::codec<boost::uuids::uuid>
{
    static constexpr types accepts = types::string;

    static bool read(cursor& in, boost::uuids::uuid& out)
    {
        std::string text;
        if (!codec<std::string>::read(in, text))
            return false;
        try
        {
            out = boost::uuids::string_generator()(text);
            return true;
        }
        catch (std::runtime_error const&)
        {
            return in.fail("expected a UUID");
        }
    }

    static bool write(writer& out, boost::uuids::uuid const& value)
    {
        return codec<std::string>::write(out, boost::uuids::to_string(value));
    }
};
