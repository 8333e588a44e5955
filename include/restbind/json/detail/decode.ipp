// Bodies of <restbind/json/decode.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/leniency.hpp>

#include <string>
#include <utility>

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

RESTBIND_COLD RESTBIND_DECL result<void> read_on(
    std::string_view text, limits const& bounds, read_function& read, void* out, deviations& found)
{
    leniency seen;
    cursor in(text, bounds);
    in.lenient = &seen;
    if (in.start() && read(in, out) && in.finish())
    {
        found = name_places(text, std::move(seen));
        return {};
    }
    in.why.path = path_of(text, in.why.offset);
    return std::move(in.why).to_error();
}

RESTBIND_DECL result<void> decode_response_into(std::string_view text, limits const& bounds,
    read_function& read, void* out, deviations* lenient)
{
    auto done = decode_into(text, bounds, read, out);
    if (lenient)
        *lenient = {};
    if (done) [[likely]]
        return done;
    error failure = done.error();
    if (failure.kind() != error_kind::invalid_response)
        return done;
    if (lenient)
        return read_on(text, bounds, read, out, *lenient);
    deviations unused;
    if (read_on(text, bounds, read, out, unused))
        failure.with_detail(
            restbind::detail::joined({failure.detail(), "; json::reading::lenient would read on"}));
    return failure;
}

} // namespace restbind::json::detail
