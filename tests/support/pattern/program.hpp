// SPDX-License-Identifier: BSL-1.0
// Compiles a regular expression for the machine that runs it.
#pragma once

#include "syntax.hpp"

#include <restbind/core/result.hpp>
#include <restbind/json/schema/pattern.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace restbind::test
{

/** The compiler of expressions. The generator makes the same words: spec/pattern.py. */
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
            return restbind::detail::invalid_argument({"the pattern is too long"});
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
        : tree_(parsed)
    {
    }

    std::uint32_t push(pattern_step what, std::uint32_t next, std::uint32_t index)
    {
        if (steps_.size() <= max_steps)
            steps_.push_back({static_cast<std::uint32_t>(what), next, index});
        return static_cast<std::uint32_t>(steps_.size() - 1);
    }
    // What does the same and goes on at the same step is one step.
    std::uint32_t add(pattern_step what, std::uint32_t next, std::uint32_t index = 0)
    {
        if (what == pattern_step::split && next == index)
            return next;
        auto const [known, is_new] = known_.try_emplace({what, next, index});
        if (is_new)
            known->second = push(what, next, index);
        return known->second;
    }
    // Each expression, of a look and of all, ends in a step of its own, so they share none.
    std::uint32_t finish(std::uint32_t node, bool backward)
    {
        return compile(node, push(pattern_step::accept, 0, 0), backward);
    }
    // The place of a set.
    std::uint32_t place_of(std::uint32_t index)
    {
        auto const [known, is_new] =
            places_.try_emplace(index, static_cast<std::uint32_t>(data_.size()));
        if (is_new)
        {
            code_set const& set = tree_.sets[index];
            std::size_t const properties = set.scripts.size() + (set.categories != 0);
            data_.push_back(
                static_cast<std::uint32_t>(
                    2 * set.ranges.size() | properties << restbind::detail::set_properties_shift) |
                (set.negative ? restbind::detail::set_negative : 0));
            for (auto const& [first, last] : set.ranges)
                data_.insert(data_.end(), {first, last + 1});
            if (set.categories != 0)
                data_.push_back(set.categories);
            data_.insert(data_.end(), set.scripts.begin(), set.scripts.end());
        }
        return known->second;
    }

    // Makes the steps of a node that go on at `next`. Backward ones walk from the end of the text
    // to its start.
    std::uint32_t compile(std::uint32_t index, std::uint32_t next, bool backward)
    {
        pattern_node const& node = tree_.nodes[index];
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
                node.step, next, node.step == pattern_step::characters ? place_of(node.index) : 0);
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
        if (tree_.nodes[part].step == pattern_step::characters && node.most > 1)
        {
            std::uint32_t const set = place_of(tree_.nodes[part].index);
            auto const [known, is_new] = counted_.try_emplace({set, node.least, node.most, next});
            if (is_new)
            {
                auto const place = static_cast<std::uint32_t>(data_.size());
                data_.insert(data_.end(), {set, node.least, node.most, counts_++});
                known->second = push(pattern_step::count, next, place);
            }
            return known->second;
        }
        if (node.most == unlimited)
        {
            std::uint32_t const loop = push(pattern_step::split, next, next);
            steps_[loop][2] = compile(part, loop, backward);
            next = loop;
        }
        std::uint32_t const copies = node.most == unlimited ? node.least : node.most;
        for (std::uint32_t i = copies; i-- != 0;)
        {
            std::uint32_t const entry = compile(part, next, backward);
            if (entry == next)
                break; // nothing but the empty text, however often, or no more space
            next = i >= node.least ? add(pattern_step::split, entry, end) : entry;
        }
        return next;
    }

    pattern_tree const& tree_;
    std::map<std::tuple<pattern_step, std::uint32_t, std::uint32_t>, std::uint32_t> known_;
    std::map<std::array<std::uint32_t, 4>, std::uint32_t> counted_;
    std::map<std::uint32_t, std::uint32_t> places_; // where each set is
    std::vector<std::array<std::uint32_t, 3>> steps_;
    std::vector<std::uint32_t> looks_;
    std::vector<std::uint32_t> data_;
    std::uint32_t counts_ = 0;
};

} // namespace restbind::test
