// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/json/schema/pattern.hpp>: the machine that runs a compiled expression over a
// text. Its time grows linearly with the text.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/schema/pattern.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::detail
{

/** Follows all ways through a program at once. The states at one place of the text are a set, so
    the time is at most the length of the text times that of the program.

    Look-arounds are programs of their own. They run first, over the whole text, and in the opposite
    direction: from the far end towards the place that asks. So one pass tells for every place
    whether the look-around matches there.
*/
class pattern_machine
{
public:
    /** @param text In UTF-8. @param work How many steps it may take; they are subtracted. */
    pattern_machine(pattern_code code, std::string_view text, std::size_t& work)
        : code_(code)
        , text_(text)
        , work_(work)
        , marks_(code.words[0], 0)
        , counters_(code.words[3])
    {
    }

    /** Whether the expression matches somewhere in the text, and enough steps were left to tell. */
    bool search()
    {
        // A look-around begins anew at every place of the text, all in the same pass.
        for (std::uint32_t i = 0; i != code_.words[2]; ++i)
        {
            std::uint32_t const* const look = code_.look(i);
            std::vector<bool> found(text_.size() + 1, false);
            run(look[1] == 0,
                [&](std::size_t at) { return found[at] = follow(look[0], at), false; });
            looks_.push_back(std::move(found));
        }
        std::uint32_t const entry = code_.words[1];
        bool const only_at_start = kind_of(entry) == pattern_step::begin;
        bool found = false;
        run(false,
            [&](std::size_t at)
            {
                if (only_at_start && at != 0 && now_.empty() && !accepted_)
                    return true;
                return found = follow(entry, at);
            });
        return found && work_ != 0;
    }

private:
    // The ways that are inside one count (`a{2,5}`). They differ only in how many characters they
    // have taken, and all take the next one together. So it is enough to keep the time at which
    // each came in. Whether the count may be left depends on the oldest one alone.
    struct counter
    {
        std::vector<bool> came_in; // whether one came in at a time, modulo the vector's size
        std::uint64_t first = 1;   // when the oldest came in; above `last` if there is none
        std::uint64_t last = 0;    // when the youngest came in

        std::vector<bool>::reference at(std::uint64_t time)
        {
            return came_in[static_cast<std::size_t>(time % came_in.size())];
        }
    };

    pattern_step kind_of(std::uint32_t step) const noexcept
    {
        return static_cast<pattern_step>(code_.step(step)[0]);
    }

    // Calls `visit` at each place of the text until it returns true. No two runs have a step or a
    // count in common.
    template <class Visit>
    void run(bool backward, Visit visit)
    {
        now_.clear();
        ++time_;
        accepted_ = false;
        std::size_t at = backward ? text_.size() : 0;
        std::size_t const last = text_.size() - at;
        while (!visit(at) && at != last && work_ != 0)
        {
            std::size_t first = at;
            if (backward)
                while ((static_cast<unsigned char>(text_[--first]) & 0xC0u) == 0x80u)
                    ;
            char const* const from = text_.data() + first;
            std::size_t const size = utf8_sequence(from, text_.data() + text_.size());
            at = backward ? first : first + size;
            step(decode_sequence(from, size), at);
        }
    }

    // Takes one character, to the place `at` behind it.
    void step(std::uint32_t c, std::size_t at)
    {
        std::swap(now_, next_);
        now_.clear();
        ++time_;
        accepted_ = false;
        // Ways that cannot take the character end first. Then new ones may enter the counts.
        std::erase_if(next_, [&](std::uint32_t one) { return !takes(one, c); });
        for (std::uint32_t const one : next_)
        {
            std::uint32_t const* const it = code_.step(one);
            std::uint32_t const* const count = code_.data(it[2]);
            if (kind_of(one) == pattern_step::characters ||
                time_ - counters_[count[3]].first >= count[1])
                follow(it[1], at);
        }
    }
    // Whether a state takes the character. Ends the ways inside a count that cannot.
    bool takes(std::uint32_t one, std::uint32_t c)
    {
        std::uint32_t const index = code_.step(one)[2];
        if (kind_of(one) == pattern_step::characters)
            return code_.has(index, c);
        std::uint32_t const* const count = code_.data(index);
        counter& ways = counters_[count[3]];
        bool const fits = code_.has(count[0], c);
        auto const is_over = [&](std::uint64_t since)
        { return !fits || (count[2] != unlimited && time_ - since > count[2]); };
        for (; ways.first <= ways.last; ++ways.first)
        {
            auto came_in = ways.at(ways.first);
            if (came_in && !is_over(ways.first))
                return now_.push_back(one), true;
            came_in = false;
        }
        return false;
    }
    // One more way enters a count.
    void come_in(std::uint32_t one, std::uint32_t const* count)
    {
        counter& ways = counters_[count[3]];
        bool const alive = ways.first <= ways.last;
        if (alive && count[2] == unlimited)
            return; // the oldest way has taken more, and there is no upper bound
        ways.came_in.resize(
            count[2] == unlimited ? 1 : (std::min<std::size_t>)(count[2], text_.size()) + 1);
        if (!alive)
        {
            ways.first = time_;
            now_.push_back(one);
        }
        ways.last = time_;
        ways.at(time_) = true;
    }

    // Goes from a step on as far as no character is needed, and keeps the steps that wait for one.
    // @returns Whether the expression matches here.
    bool follow(std::uint32_t start, std::size_t at)
    {
        pending_.push_back(start);
        while (!pending_.empty())
        {
            std::uint32_t const one = pending_.back();
            pending_.pop_back();
            if (work_ == 0 || marks_[one] == time_)
                continue;
            --work_;
            marks_[one] = time_;
            std::uint32_t const* const it = code_.step(one);
            bool go_on = kind_of(one) == pattern_step::split;
            switch (kind_of(one))
            {
            case pattern_step::characters:
                now_.push_back(one);
                break;
            case pattern_step::count:
                come_in(one, code_.data(it[2]));
                go_on = code_.data(it[2])[1] == 0;
                break;
            case pattern_step::split:
                pending_.push_back(it[2]);
                break;
            case pattern_step::begin:
                go_on = at == 0;
                break;
            case pattern_step::end:
                go_on = at == text_.size();
                break;
            case pattern_step::boundary:
            case pattern_step::inside:
                go_on = (is_word_before(at) != is_word_before(at + 1)) ==
                        (kind_of(one) == pattern_step::boundary);
                break;
            case pattern_step::look:
            case pattern_step::no_look:
                go_on = looks_[it[2]][at] == (kind_of(one) == pattern_step::look);
                break;
            case pattern_step::accept:
                accepted_ = true;
                break;
            }
            if (go_on)
                pending_.push_back(it[1]);
        }
        return accepted_;
    }
    // Whether a word character is before the place. These are ASCII, so a byte is enough.
    bool is_word_before(std::size_t at) const noexcept
    {
        if (at == 0 || at > text_.size())
            return false;
        auto const c = static_cast<unsigned char>(text_[at - 1]);
        return (c >= '0' && c <= '9') || (c | 0x20u) - 'a' < 26u || c == '_';
    }

    pattern_code code_;
    std::string_view text_;
    std::size_t& work_;
    std::vector<std::uint64_t> marks_;     // when each step was last reached
    std::vector<counter> counters_;        // by the count's number
    std::uint64_t time_ = 0;               // one more with each character
    std::vector<std::uint32_t> now_;       // steps that wait for the next character
    std::vector<std::uint32_t> next_;      // the same before this character; only memory otherwise
    std::vector<std::uint32_t> pending_;   // steps that `follow` has still to look at
    std::vector<std::vector<bool>> looks_; // for each look-around: whether it matches at a place
    bool accepted_ = false;                // whether the expression matches at this place
};

RESTBIND_DECL bool matches(pattern_code code, std::string_view text, std::size_t& steps)
{
    return utf8_prefix(text) == text.size() && pattern_machine(code, text, steps).search();
}

} // namespace restbind::detail
