// Bodies of <restbind/json/detail/leniency.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/detail/brackets.hpp>
#include <restbind/json/detail/leniency.hpp>
#include <restbind/json/detail/read_string.hpp>
#include <restbind/json/detail/skip.hpp>

#include <cstdint>
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
    found.listed.push_back({std::string(missing), std::move(detail), left_out});
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
            while (!reach() && next_value())
                ;
        while (next_ != seen_.found.listed.size())
            name();
    }

private:
    struct level
    {
        std::size_t index;
        std::uint32_t path_size;
        bool is_object;
    };

    // Names what is noted up to here. @returns true when there is nothing more.
    bool reach()
    {
        while (next_ != seen_.found.listed.size() && seen_.offsets[next_] <= in_.offset())
            name();
        return next_ == seen_.found.listed.size();
    }
    void name()
    {
        std::string& missing = seen_.found.listed[next_++].path;
        missing =
            restbind::detail::joined({path_, path_.empty() || missing.empty() ? "" : ".", missing});
    }
    // Moves from a value to the next one, into it if it holds any.
    bool next_value()
    {
        char const c = in_.peek();
        if (c == '{' || c == '[')
        {
            if (depth_ == levels_.size())
                return false;
            ++in_.at;
            levels_[depth_++] = {0, static_cast<std::uint32_t>(path_.size()), c == '{'};
            in_.skip_space();
            if (in_.peek() != (c == '{' ? '}' : ']'))
                return begin_value();
        }
        else if (!skip_scalar(in_))
            return false;
        for (; depth_ != 0; --depth_)
        {
            level const& innermost = levels_[depth_ - 1];
            path_.resize(innermost.path_size);
            if (in_.next() == ',')
            {
                ++in_.at;
                in_.skip_space();
                return begin_value();
            }
            if (reach() || !in_.skip(innermost.is_object ? '}' : ']'))
                return false;
        }
        return false;
    }
    bool begin_value()
    {
        level& innermost = levels_[depth_ - 1];
        if (!innermost.is_object)
        {
            auto const index = static_cast<std::int64_t>(innermost.index++);
            path_.append(1, '[').append(restbind::detail::number_text(index)).append(1, ']');
            return true;
        }
        std::string_view name;
        if (!read_name(in_, name))
            return false;
        path_.append(path_.empty() ? "" : ".").append(printable(name, 64));
        return true;
    }

    cursor in_;
    leniency& seen_;
    std::size_t next_ = 0;
    std::string path_;
    std::size_t depth_ = 0;
    std::array<level, limits::deepest> levels_; // as far as depth_
};

RESTBIND_COLD RESTBIND_DECL void name_places(std::string_view text, leniency& seen)
{
    place_walk(text, seen).run();
}

} // namespace restbind::json::detail
