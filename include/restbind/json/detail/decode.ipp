// Bodies of <restbind/json/decode.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/object_reader.hpp>

#include <string_view>
#include <utility>
#include <vector>

namespace restbind::json::detail
{

RESTBIND_NOINLINE RESTBIND_DECL result<void> decode_into(
    std::string_view text, limits const& bounds, read_function& read, void* out)
{
    cursor in(text, bounds);
    if (in.start() && read(in, out) && in.finish()) [[likely]]
        return {};
    return std::move(in.why).to_error();
}

/** Reads leniently what cannot be read strictly, because of `strict`, or was kept as JSON. */
RESTBIND_COLD RESTBIND_NOINLINE inline result<void> read_on(error strict, std::string_view text,
    limits const& bounds, reading policy, deviations* found, read_function& read, void* out)
{
    if (strict.kind() != error_kind::invalid_response)
        return strict;
    leniency seen;
    cursor in(text, bounds);
    in.lenient = &seen;
    bool const done = in.start() && read(in, out) && in.finish();
    if (policy == reading::strict)
    {
        if (done)
            strict.with_detail(restbind::detail::joined(
                {strict.detail(), "; json::reading::lenient would read on"}));
        return strict;
    }
    if (!done)
    {
        seen.found.listed.clear();
        seen.found.listed.emplace_back();
        seen.offsets[0] = in.why.offset;
    }
    name_places(text, seen);
    if (done)
    {
        if (found)
            *found = std::move(seen.found);
        return {};
    }
    in.why.path = std::move(seen.found.listed[0].path);
    return std::move(in.why).to_error();
}

RESTBIND_NOINLINE RESTBIND_DECL result<void> decode_into(std::string_view text,
    limits const& bounds, reading policy, deviations* found, read_function& read, void* out)
{
    if (found)
        *found = {};
    cursor in(text, bounds);
    bool const is_read = in.start() && read(in, out) && in.finish();
    if (is_read && (!in.kept || policy == reading::strict))
        return {};
    return read_on(std::move(in.why).to_error(), text, bounds, policy, found, read, out);
}

} // namespace restbind::json::detail
