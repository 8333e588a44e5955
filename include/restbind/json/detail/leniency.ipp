// Bodies of <restbind/json/detail/leniency.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/detail/leniency.hpp>
#include <restbind/json/detail/tokens.hpp>

#include <cstdint>
#include <initializer_list>
#include <utility>

namespace restbind::json::detail
{

RESTBIND_COLD RESTBIND_DECL void leniency::add(
    std::size_t offset, std::string_view missing, std::string detail, bool left_out)
{
    ++found.count;
    std::size_t const size = found.listed.size();
    if (size == deviations::max_listed)
        return;
    offsets[size] = offset;
    deviation& last = found.listed.emplace_back();
    last.path = missing;
    last.detail = std::move(detail);
    last.left_out = left_out;
}

RESTBIND_COLD RESTBIND_DECL bool read_past(cursor& in, cursor::mark const& start, bool left_out)
{
    leniency& seen = *in.lenient;
    seen.ended = seen.ended || in.why.kind != error_kind::invalid_response;
    if (seen.ended)
        return false;
    std::string why = std::move(in.why.text);
    in.look_back(start);
    std::size_t const offset = in.offset();
    seen.ended = !skip_value(in);
    if (seen.ended)
        return false;
    // What was noted inside is left out, too.
    auto& listed = seen.found.listed;
    for (; !listed.empty() && seen.offsets[listed.size() - 1] >= offset; --seen.found.count)
        listed.pop_back();
    seen.add(offset, {}, std::move(why), left_out);
    return true;
}

RESTBIND_COLD RESTBIND_DECL bool read_list_leniently(
    cursor& in, void* list, std::size_t size, bool (*read_element)(cursor&, void* list))
{
    return each_in_brackets(in, '[',
        [&](std::size_t)
        {
            auto const start = in.here();
            return (in.charge(size) && read_element(in, list)) || read_past(in, start, true);
        });
}

/** Walks over a text and knows where it is. */
class place_walk
{
public:
    place_walk(std::string_view text, leniency& seen)
        : in_(text, {.max_bytes = text.size(), .max_depth = limits::deepest})
        , seen_(seen)
    {
    }

    void run()
    {
        if (in_.start())
            value();
        while (next_ != seen_.found.listed.size())
            name();
    }

private:
    // Names what is noted up to a place. @returns true when there is nothing more.
    bool reach(std::size_t offset)
    {
        while (next_ != seen_.found.listed.size() && seen_.offsets[next_] <= offset)
            name();
        return next_ == seen_.found.listed.size();
    }
    void name()
    {
        std::string& missing = seen_.found.listed[next_++].path;
        missing =
            restbind::detail::joined({path_, path_.empty() || missing.empty() ? "" : ".", missing});
    }
    // Moves over a value, and names what is noted in it. @returns false where the walk ends.
    bool value()
    {
        if (reach(in_.offset()))
            return false;
        char const bracket = in_.peek();
        auto const part = [&](std::size_t index)
        {
            if (bracket == '[')
                return within(
                    {"[", restbind::detail::number_text(static_cast<std::int64_t>(index)), "]"});
            std::string_view name;
            return read_name(in_, name) && within({path_.empty() ? "" : ".", printable(name, 64)});
        };
        bool const done = bracket == '{' || bracket == '[' ? each_in_brackets(in_, bracket, part)
                                                           : skip_scalar(in_);
        return done && !reach(in_.offset() - 1); // a bracket that follows belongs to others
    }
    // The same for a value with a part of the path of its own.
    bool within(std::initializer_list<std::string_view> part)
    {
        std::size_t const size = path_.size();
        restbind::detail::append_parts(path_, part);
        if (!value())
            return false;
        path_.resize(size);
        return true;
    }

    cursor in_;
    leniency& seen_;
    std::size_t next_ = 0;
    std::string path_;
};

RESTBIND_COLD RESTBIND_DECL void name_places(std::string_view text, leniency& seen)
{
    place_walk(text, seen).run();
}

} // namespace restbind::json::detail
