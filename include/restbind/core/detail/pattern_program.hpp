// A regular expression as a program, and the machine that runs it in linear time.
#pragma once

#include <restbind/core/detail/pattern_syntax.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/result.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::detail
{

/** One step of a program. */
struct pattern_step
{
    enum class kind : unsigned char
    {
        characters, ///< a character of the set `index`, then `next`
        split,      ///< `next` and `index`, both
        begin,      ///< at the start, then `next`
        end,        ///< at the end, then `next`
        boundary,   ///< between a word character and another, then `next`
        look,       ///< where the look `index` holds, then `next`
        accept      ///< matched
    };

    kind is;
    bool negative;
    std::uint32_t next;
    std::uint32_t index;
};

/** A set of characters that is quick to ask. */
struct character_test
{
    std::array<std::uint64_t, 2> ascii{};
    code_set ranges; // those beyond ASCII

    explicit character_test(code_set const& set)
    {
        for (code_range const& range : set)
        {
            for (std::uint32_t c = range.first; c <= range.last && c < 128; ++c)
                ascii[c / 64] |= std::uint64_t{1} << (c % 64);
            if (range.last >= 128)
                ranges.push_back({range.first < 128 ? 128 : range.first, range.last});
        }
    }

    bool operator()(std::uint32_t c) const noexcept
    {
        if (c < 128)
            return (ascii[c / 64] >> (c % 64) & 1u) != 0;
        auto const after = std::upper_bound(ranges.begin(), ranges.end(), c,
            [](std::uint32_t code, code_range const& range) { return code < range.first; });
        return after != ranges.begin() && c <= (after - 1)->last;
    }
};

/** The compiled form. Looks are programs of their own, run beforehand over the whole text against
    the reading direction, so that each is known at every place after one pass. */
class pattern_program
{
public:
    /** The most steps; `(a{100}){100}` has 10,000. */
    static constexpr std::size_t max_steps = 50'000;

    /** @par Errors
        error_kind::invalid_argument when the program would be too long. */
    static result<pattern_program> compile(pattern_tree const& parsed)
    {
        pattern_program program;
        program.nodes_ = &parsed.nodes;
        for (code_set const& set : parsed.sets)
            program.tests_.emplace_back(set);
        program.entry_ = program.finish(parsed.root, false);
        if (program.steps_.size() > max_steps)
            return error(error_kind::invalid_argument, "the pattern is too long");
        program.nodes_ = nullptr;
        return program;
    }

    /** True when the expression fits somewhere in `text`, which is UTF-8. */
    bool search(std::string_view text) const
    {
        machine run(*this, text);
        for (look const& one : looks_)
            run.note(one);
        return run.search(entry_);
    }

private:
    struct look
    {
        std::uint32_t entry;
        bool behind;
    };

    std::uint32_t add(pattern_step step)
    {
        if (steps_.size() <= max_steps)
            steps_.push_back(step);
        return static_cast<std::uint32_t>(steps_.size() - 1);
    }
    std::uint32_t finish(std::uint32_t node, bool backward)
    {
        return compile(node, add({pattern_step::kind::accept, false, 0, 0}), backward);
    }

    // Makes the steps of a node that go on at `next`. Backward ones walk from the end of the text
    // to its start.
    std::uint32_t compile(std::uint32_t index, std::uint32_t next, bool backward)
    {
        pattern_node const& node = (*nodes_)[index];
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
            {
                std::uint32_t const one = compile(node.parts[i], next, backward);
                entry = add({pattern_step::kind::split, false, one, entry});
            }
            return entry;
        }
        case pattern_node::kind::repeat:
            return compile_repeat(node, next, backward);
        case pattern_node::kind::characters:
            return add({pattern_step::kind::characters, false, next, node.index});
        case pattern_node::kind::begin:
            return add({pattern_step::kind::begin, false, next, 0});
        case pattern_node::kind::end:
            return add({pattern_step::kind::end, false, next, 0});
        case pattern_node::kind::boundary:
            return add({pattern_step::kind::boundary, node.negative, next, 0});
        case pattern_node::kind::look:
        {
            std::uint32_t const entry = finish(node.parts.front(), !node.behind);
            looks_.push_back({entry, node.behind});
            return add({pattern_step::kind::look, node.negative, next,
                static_cast<std::uint32_t>(looks_.size() - 1)});
        }
        }
        return next;
    }

    std::uint32_t compile_repeat(pattern_node const& node, std::uint32_t next, bool backward)
    {
        std::uint32_t const part = node.parts.front();
        std::uint32_t const end = next;
        if (node.most == unlimited)
        {
            std::uint32_t const loop = add({pattern_step::kind::split, false, next, next});
            std::uint32_t const again = compile(part, loop, backward);
            steps_[loop].index = again;
            next = loop;
        }
        else
            for (std::uint32_t i = node.least; i != node.most; ++i)
            {
                std::size_t const size = steps_.size();
                std::uint32_t const one = compile(part, next, backward);
                if (steps_.size() == size)
                    break; // nothing but the empty text, however often, or no more space
                next = add({pattern_step::kind::split, false, one, end});
            }
        for (std::uint32_t i = 0; i != node.least; ++i)
        {
            std::size_t const size = steps_.size();
            next = compile(part, next, backward);
            if (steps_.size() == size)
                break;
        }
        return next;
    }

    // Follows all ways through the program at once: the states at one place are a set, so the time
    // is at most the length of the text times that of the program.
    class machine
    {
    public:
        machine(pattern_program const& program, std::string_view text)
            : program_(program)
            , text_(text)
            , marks_(program.steps_.size(), 0)
        {
        }

        // Finds the places where a look holds: it is run from every place at once, towards the
        // place.
        void note(look const& one)
        {
            std::vector<bool> found(text_.size() + 1, false);
            if (one.behind)
                forward([&](std::size_t at) { return found[at] = follow(one.entry, at), false; });
            else
                backward([&](std::size_t at) { return found[at] = follow(one.entry, at), false; });
            looks_.push_back(std::move(found));
        }

        bool search(std::uint32_t entry)
        {
            bool const only_at_start = program_.steps_[entry].is == pattern_step::kind::begin;
            bool found = false;
            forward(
                [&](std::size_t at)
                {
                    if (only_at_start && at != 0 && now_.empty() && !accepted_)
                        return true;
                    found = follow(entry, at);
                    return found;
                });
            return found;
        }

    private:
        // Adds the program's start at this place. @returns true when something is matched here.
        bool follow(std::uint32_t entry, std::size_t at)
        {
            add(entry, at);
            return accepted_;
        }

        template <class Visit>
        void forward(Visit visit)
        {
            restart();
            for (std::size_t at = 0;;)
            {
                if (visit(at) || at == text_.size())
                    return;
                std::size_t const size =
                    utf8_sequence(text_.data() + at, text_.data() + text_.size());
                step(decode_sequence(text_.data() + at, size), at + size);
                at += size;
            }
        }
        template <class Visit>
        void backward(Visit visit)
        {
            restart();
            for (std::size_t at = text_.size();;)
            {
                if (visit(at) || at == 0)
                    return;
                std::size_t first = at - 1;
                while ((static_cast<unsigned char>(text_[first]) & 0xC0u) == 0x80u)
                    --first;
                step(decode_sequence(text_.data() + first, at - first), first);
                at = first;
            }
        }
        void restart()
        {
            now_.clear();
            next_.clear();
            ++generation_;
            accepted_ = false;
        }

        // Over one character, to the place `at` behind it.
        void step(std::uint32_t c, std::size_t at)
        {
            std::swap(now_, next_);
            now_.clear();
            ++generation_;
            accepted_ = false;
            for (std::uint32_t const one : next_)
            {
                pattern_step const& it = program_.steps_[one];
                if (program_.tests_[it.index](c))
                    add(it.next, at);
            }
            next_.clear();
        }

        // The states that are reached without a character; only those that wait for one are kept.
        void add(std::uint32_t start, std::size_t at)
        {
            pending_.push_back(start);
            while (!pending_.empty())
            {
                std::uint32_t const one = pending_.back();
                pending_.pop_back();
                if (marks_[one] == generation_)
                    continue;
                marks_[one] = generation_;
                pattern_step const& it = program_.steps_[one];
                switch (it.is)
                {
                case pattern_step::kind::characters:
                    now_.push_back(one);
                    break;
                case pattern_step::kind::split:
                    pending_.push_back(it.index);
                    pending_.push_back(it.next);
                    break;
                case pattern_step::kind::begin:
                    if (at == 0)
                        pending_.push_back(it.next);
                    break;
                case pattern_step::kind::end:
                    if (at == text_.size())
                        pending_.push_back(it.next);
                    break;
                case pattern_step::kind::boundary:
                    if ((is_word_before(at) != is_word_before(at + 1)) != it.negative)
                        pending_.push_back(it.next);
                    break;
                case pattern_step::kind::look:
                    if (looks_[it.index][at] != it.negative)
                        pending_.push_back(it.next);
                    break;
                case pattern_step::kind::accept:
                    accepted_ = true;
                    break;
                }
            }
        }
        // Word characters are ASCII, so bytes tell.
        bool is_word_before(std::size_t at) const noexcept
        {
            if (at == 0 || at > text_.size())
                return false;
            auto const c = static_cast<unsigned char>(text_[at - 1]);
            return (c >= '0' && c <= '9') || (c | 0x20u) - 'a' < 26u || c == '_';
        }

        pattern_program const& program_;
        std::string_view text_;
        std::vector<std::uint64_t> marks_; // the generation in which a step was last reached
        std::uint64_t generation_ = 0;
        std::vector<std::uint32_t> now_;
        std::vector<std::uint32_t> next_;
        std::vector<std::uint32_t> pending_;
        std::vector<std::vector<bool>> looks_;
        bool accepted_ = false;
    };

    std::vector<pattern_node> const* nodes_ = nullptr; // while compiling
    std::vector<pattern_step> steps_;
    std::vector<character_test> tests_;
    std::vector<look> looks_; // inner ones first
    std::uint32_t entry_ = 0;
};

} // namespace restbind::detail
