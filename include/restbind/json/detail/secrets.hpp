// Secrets that arrive in JSON: access tokens.
#pragma once

#include <restbind/core/secret.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/read_string.hpp>

#include <cstddef>
#include <string_view>

namespace restbind::json
{

/** A string that is read into a secret without leaving a copy behind, the text that it is read from
    apart. Never written: there is no way for a secret into a JSON text by accident. */
template <>
struct codec<secret>
{
    static constexpr types accepts = types::string;
    static bool read(cursor& in, secret& out)
    {
        // Room for all of it, so that resolving escapes never moves it and leaves the old place
        // behind.
        in.scratch.reserve(static_cast<std::size_t>(in.end - in.at));
        std::string_view text;
        bool const done = read_text(in, text, "a string");
        if (done)
            out = secret(text);
        wipe(in.scratch);
        return done;
    }
    static bool write(writer& out, secret const&)
    {
        return out.fail("a secret is not written to JSON");
    }
};

} // namespace restbind::json
