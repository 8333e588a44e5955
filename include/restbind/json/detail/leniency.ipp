// Bodies of <restbind/json/detail/leniency.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/json/detail/brackets.hpp>
#include <restbind/json/detail/leniency.hpp>
#include <restbind/json/detail/read_string.hpp>
#include <restbind/json/detail/skip.hpp>

#include <algorithm>
#include <utility>

namespace restbind::json::detail
{

RESTBIND_DECL void leniency::add(
    std::size_t offset, std::string_view missing, std::string detail, bool left_out)
{
    ++count;
    if (notes.size() < deviations::max_listed)
        notes.push_back({offset, missing, std::move(detail), left_out});
}

RESTBIND_COLD RESTBIND_DECL bool read_past(cursor& in, cursor::mark const& start, bool left_out)
{
    leniency& seen = *in.lenient;
    if (seen.ended || in.why.kind != error_kind::invalid_response)
    {
        seen.ended = true;
        return false;
    }
    std::string why = std::move(in.why.text);
    in.look_back(start);
    std::size_t const offset = in.offset();
    if (!skip_value(in))
    {
        seen.ended = true;
        return false;
    }
    // What was noted inside is left out, too.
    for (; !seen.notes.empty() && seen.notes.back().offset >= offset; --seen.count)
        seen.notes.pop_back();
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
    explicit place_walk(std::string_view text)
        : in_(text, {.max_bytes = text.size(), .max_depth = limits::deepest})
    {
    }

    /** Calls `visit(offset)` at the start of each value, until that returns false or the text is no
        JSON any more. */
    template <class Visit>
    void run(Visit&& visit)
    {
        if (!in_.start())
            return;
        while (visit(in_.offset()))
        {
            char const c = in_.peek();
            if (c == '{' || c == '[')
            {
                ++in_.at;
                in_.skip_space();
                if (!in_.skip(c == '{' ? '}' : ']'))
                {
                    levels_.push_back({.is_object = c == '{'});
                    if (!begin_value())
                        return;
                    continue;
                }
            }
            else if (!skip_scalar(in_))
                return;
            if (!next_value())
                return;
        }
    }

    /** The path of the value that was begun last. */
    std::string path(std::string_view missing) const
    {
        failure place;
        if (!missing.empty())
            place.in_key(missing);
        for (auto one = levels_.rbegin(); one != levels_.rend(); ++one)
            if (one->is_begun && one->is_object)
                place.in_key(one->name);
            else if (one->is_begun)
                place.in_element(one->index);
        return std::move(place.path);
    }

private:
    struct level
    {
        bool is_object = false;
        bool is_begun = false;
        std::size_t index = 0;
        std::string name{};
    };

    bool begin_value()
    {
        level& innermost = levels_.back();
        std::string_view name;
        if (innermost.is_object && !read_name(in_, name))
            return false;
        innermost.name = name;
        innermost.is_begun = true;
        return true;
    }
    bool next_value()
    {
        for (; !levels_.empty(); levels_.pop_back())
        {
            level& innermost = levels_.back();
            innermost.is_begun = false;
            if (in_.next() == ',')
            {
                ++in_.at;
                in_.skip_space();
                ++innermost.index;
                return begin_value();
            }
            if (!in_.skip(innermost.is_object ? '}' : ']'))
                return false;
        }
        return false;
    }

    cursor in_;
    std::vector<level> levels_;
};

RESTBIND_COLD RESTBIND_DECL deviations name_places(std::string_view text, leniency&& seen)
{
    deviations all{.listed = {}, .count = seen.count};
    std::stable_sort(seen.notes.begin(), seen.notes.end(),
        [](leniency::note const& a, leniency::note const& b) { return a.offset < b.offset; });
    auto note = seen.notes.begin();
    place_walk walk(text);
    walk.run(
        [&](std::size_t offset)
        {
            for (; note != seen.notes.end() && note->offset == offset; ++note)
                all.listed.push_back(
                    {walk.path(note->missing), std::move(note->detail), note->left_out});
            return note != seen.notes.end();
        });
    return all;
}

RESTBIND_COLD RESTBIND_DECL std::string path_of(std::string_view text, std::size_t offset)
{
    place_walk walk(text);
    walk.run([offset](std::size_t begun) { return begun < offset; });
    return walk.path({});
}

} // namespace restbind::json::detail
