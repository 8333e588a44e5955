// Compiles a regular expression for the machine that runs it.
#pragma once

#include <restbind/core/detail/pattern_matcher.hpp>
#include <restbind/core/detail/pattern_syntax.hpp>
#include <restbind/core/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace restbind::detail
{

/** The compiler of expressions. The generator counts the same steps: spec/pattern.py. */
class pattern_compiler
{
public:
    /** The most steps; `(ab){100}` has 201. */
    static constexpr std::size_t max_steps = 5'000;

    /** @returns The words of a pattern_code.
        @par Errors
        error_kind::invalid_argument when there would be too many steps. */
    static result<std::vector<std::uint32_t>> compile(pattern_tree const& parsed)
    {
        pattern_compiler all(parsed);
        std::uint32_t const entry = all.finish(parsed.root, false);
        if (all.steps_.size() > max_steps)
            return error(error_kind::invalid_argument, "the pattern is too long");
        std::vector<std::uint32_t> words{static_cast<std::uint32_t>(all.steps_.size()), entry,
            static_cast<std::uint32_t>(all.looks_.size() / 2), all.counts_};
        for (auto const& step : all.steps_)
            words.insert(words.end(), step.begin(), step.end());
        words.insert(words.end(), all.looks_.begin(), all.looks_.end());
        words.insert(words.end(), all.data_.begin(), all.data_.end());
        return words;
    }

private:
    explicit pattern_compiler(pattern_tree const& parsed)
        : nodes_(parsed.nodes)
    {
        for (code_set const& set : parsed.sets)
        {
            sets_.push_back(static_cast<std::uint32_t>(data_.size()));
            data_.push_back(static_cast<std::uint32_t>(2 * set.size()));
            for (auto const& [first, last] : set)
                data_.insert(data_.end(), {first, last + 1});
        }
    }

    std::uint32_t add(pattern_step what, std::uint32_t next, std::uint32_t index = 0)
    {
        if (steps_.size() <= max_steps)
            steps_.push_back({static_cast<std::uint32_t>(what), next, index});
        return static_cast<std::uint32_t>(steps_.size() - 1);
    }
    std::uint32_t finish(std::uint32_t node, bool backward)
    {
        return compile(node, add(pattern_step::accept, 0), backward);
    }

    // Makes the steps of a node that go on at `next`. Backward ones walk from the end of the text
    // to its start.
    std::uint32_t compile(std::uint32_t index, std::uint32_t next, bool backward)
    {
        pattern_node const& node = nodes_[index];
        if (steps_.size() > max_steps)
            return next;
        switch (node.is)
        {
        case pattern_node::kind::sequence:
            for (std::size_t i = 0; i != node.parts.size(); ++i)
                next =
                    compile(node.parts[backward ? i : node.parts.size() - 1 - i], next, backward);
            return next;
        case pattern_node::kind::alternatives:
        {
            std::uint32_t entry = compile(node.parts.back(), next, backward);
            for (std::size_t i = node.parts.size() - 1; i-- != 0;)
                entry = add(pattern_step::split, compile(node.parts[i], next, backward), entry);
            return entry;
        }
        case pattern_node::kind::repeat:
            return compile_repeat(node, next, backward);
        case pattern_node::kind::step:
            return add(
                node.step, next, node.step == pattern_step::characters ? sets_[node.index] : 0);
        case pattern_node::kind::look:
        {
            std::uint32_t const entry = finish(node.parts.front(), !node.behind);
            looks_.insert(looks_.end(), {entry, node.behind}); // inner ones first
            return add(node.step, next, static_cast<std::uint32_t>(looks_.size() / 2 - 1));
        }
        }
        return next;
    }

    std::uint32_t compile_repeat(pattern_node const& node, std::uint32_t next, bool backward)
    {
        std::uint32_t const part = node.parts.front();
        std::uint32_t const end = next;
        if (nodes_[part].step == pattern_step::characters && node.most > 1)
        {
            auto const place = static_cast<std::uint32_t>(data_.size());
            data_.insert(
                data_.end(), {sets_[nodes_[part].index], node.least, node.most, counts_++});
            return add(pattern_step::count, next, place);
        }
        if (node.most == unlimited)
        {
            std::uint32_t const loop = add(pattern_step::split, next, next);
            steps_[loop][2] = compile(part, loop, backward);
            next = loop;
        }
        std::uint32_t const copies = node.most == unlimited ? node.least : node.most;
        for (std::uint32_t i = copies; i-- != 0;)
        {
            std::size_t const size = steps_.size();
            next = compile(part, next, backward);
            if (steps_.size() == size)
                break; // nothing but the empty text, however often, or no more space
            if (i >= node.least)
                next = add(pattern_step::split, next, end);
        }
        return next;
    }

    std::vector<pattern_node> const& nodes_;
    std::vector<std::uint32_t> sets_; // where each set is
    std::vector<std::array<std::uint32_t, 3>> steps_;
    std::vector<std::uint32_t> looks_;
    std::vector<std::uint32_t> data_;
    std::uint32_t counts_ = 0;
};

} // namespace restbind::detail
