// The machine that runs a compiled regular expression over a text, in linear time.
#pragma once

#include <restbind/core/detail/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::detail
{

/** What a step of a program does, before it goes on at `next`. */
enum class pattern_step : std::uint32_t
{
    characters, ///< takes a character of the set at `index`
    count,      ///< takes several characters of one set: the count at `index`
    split,      ///< goes on at `index`, too
    begin,      ///< at the start of the text only
    end,        ///< at the end only
    boundary,   ///< between a word character and another
    inside,     ///< anywhere else
    look,       ///< where the look `index` holds
    no_look,    ///< where it does not
    accept      ///< matched; there is no next
};

/** What repeats without an end have for their upper bound. */
inline constexpr std::uint32_t unlimited = (std::numeric_limits<std::uint32_t>::max)();

/** The most steps that one check takes; about half a second. */
inline constexpr std::size_t max_pattern_work = 100'000'000;

/** A compiled expression, in words: the number of steps, the first step, the numbers of looks and of
    counts; each step (what, next, index); each look (first step, 1 when it looks behind); then sets
    and counts, whose index is their place behind the looks. A set is 128 bits for ASCII, the number of
    further ranges, and their first and last characters. A count is the place of its set, the least
    and the most characters, and its number. */
struct pattern_code
{
    std::uint32_t const* words;

    std::uint32_t steps() const noexcept { return words[0]; }
    std::uint32_t entry() const noexcept { return words[1]; }
    std::uint32_t looks() const noexcept { return words[2]; }
    std::uint32_t counts() const noexcept { return words[3]; }
    std::uint32_t const* step(std::uint32_t i) const noexcept { return words + 4 + 3 * i; }
    std::uint32_t const* look(std::uint32_t i) const noexcept { return step(steps()) + 2 * i; }
    std::uint32_t const* data(std::uint32_t place) const noexcept { return look(looks()) + place; }

    bool has(std::uint32_t set, std::uint32_t c) const noexcept
    {
        std::uint32_t const* const at = data(set);
        if (c < 128)
            return (at[c / 32] >> (c % 32) & 1u) != 0;
        // The bounds ascend: a character within a range has an odd number of them up to itself.
        std::uint32_t const* const first = at + 5;
        std::uint32_t const* const after = std::upper_bound(first, first + 2 * at[4], c);
        return (after - first) % 2 != 0 || (after != first && after[-1] == c);
    }
};

/** Follows all ways through a program at once: the states at one place are a set, so the time is at
    most the length of the text times that of the program. Looks are programs of their own, run
    beforehand over the whole text against the reading direction, so that each is known at every
    place after one pass. */
class pattern_machine
{
public:
    /** @param text In UTF-8. @param work The number of steps that may be taken; they are subtracted. */
    pattern_machine(pattern_code code, std::string_view text, std::size_t& work)
        : code_(code)
        , text_(text)
        , work_(work)
        , marks_(code.steps(), 0)
        , counters_(code.counts())
    {
    }

    /** True when the expression fits somewhere in the text, and there was enough work for it. */
    bool search()
    {
        for (std::uint32_t i = 0; i != code_.looks(); ++i)
            note(code_.look(i)[0], code_.look(i)[1] != 0);
        std::uint32_t const entry = code_.entry();
        bool const only_at_start = kind_of(entry) == pattern_step::begin;
        bool found = false;
        forward(
            [&](std::size_t at)
            {
                if (only_at_start && at != 0 && now_.empty() && !accepted_)
                    return true;
                return found = follow(entry, at);
            });
        return found && work_ != 0;
    }

private:
    // The ways that are within one count differ in how many characters they have taken, and all take
    // the next one together: kept is when each has come in. The oldest one alone tells whether the
    // count may be left.
    struct counter
    {
        std::vector<bool> came_in; // at a time, modulo its size
        std::uint64_t first = 1;   // the oldest; later than `last` when there is none
        std::uint64_t last = 0;
    };

    pattern_step kind_of(std::uint32_t step) const noexcept
    {
        return static_cast<pattern_step>(code_.step(step)[0]);
    }

    // Finds the places where a look holds: it is run from every place at once, towards the place.
    void note(std::uint32_t entry, bool behind)
    {
        std::vector<bool> found(text_.size() + 1, false);
        auto const visit = [&](std::size_t at) { return found[at] = follow(entry, at), false; };
        if (behind)
            forward(visit);
        else
            backward(visit);
        looks_.push_back(std::move(found));
    }

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
        for (std::size_t at = 0; !visit(at) && at != text_.size() && work_ != 0;)
        {
            std::size_t const size = utf8_sequence(text_.data() + at, text_.data() + text_.size());
            step(decode_sequence(text_.data() + at, size), at + size);
            at += size;
        }
    }
    template <class Visit>
    void backward(Visit visit)
    {
        restart();
        for (std::size_t at = text_.size(); !visit(at) && at != 0 && work_ != 0;)
        {
            std::size_t first = at - 1;
            while ((static_cast<unsigned char>(text_[first]) & 0xC0u) == 0x80u)
                --first;
            step(decode_sequence(text_.data() + first, at - first), first);
            at = first;
        }
    }
    // No two runs share a step, or a count.
    void restart()
    {
        now_.clear();
        ++time_;
        accepted_ = false;
    }

    // Over one character, to the place `at` behind it.
    void step(std::uint32_t c, std::size_t at)
    {
        std::swap(now_, next_);
        now_.clear();
        ++time_;
        accepted_ = false;
        // What has come in before is gone through first: the counts are then ready for newcomers.
        std::erase_if(next_, [&](std::uint32_t one) { return !takes(one, c); });
        for (std::uint32_t const one : next_)
        {
            std::uint32_t const* const it = code_.step(one);
            if (kind_of(one) == pattern_step::characters || may_leave(code_.data(it[2])))
                add(it[1], at);
        }
    }
    bool takes(std::uint32_t one, std::uint32_t c)
    {
        std::uint32_t const index = code_.step(one)[2];
        if (kind_of(one) == pattern_step::characters)
            return code_.has(index, c);
        std::uint32_t const* const count = code_.data(index);
        counter& ways = counters_[count[3]];
        bool const fits = code_.has(count[0], c);
        std::uint64_t const oldest = !fits ? time_ : count[2] == unlimited ? ways.first : time_ - (std::min<std::uint64_t>)(time_, count[2]);
        for (; ways.first <= ways.last &&
               (ways.first < oldest || !ways.came_in[ways.first % ways.came_in.size()]);
             ++ways.first)
            ways.came_in[ways.first % ways.came_in.size()] = false;
        bool const alive = ways.first <= ways.last;
        if (alive)
            now_.push_back(one);
        return alive;
    }
    bool may_leave(std::uint32_t const* count) const noexcept
    {
        return time_ - counters_[count[3]].first >= count[1];
    }
    void come_in(std::uint32_t one, std::uint32_t const* count)
    {
        counter& ways = counters_[count[3]];
        bool const alive = ways.first <= ways.last;
        if (alive && count[2] == unlimited)
            return; // the oldest one can do all that this one can
        if (ways.came_in.empty())
            ways.came_in.resize(count[2] == unlimited ? 1 : (std::min<std::size_t>)(count[2], text_.size()) + 1);
        if (!alive)
        {
            ways.first = time_;
            now_.push_back(one);
        }
        ways.last = time_;
        ways.came_in[time_ % ways.came_in.size()] = true;
    }

    // The states that are reached without a character; only those that wait for one are kept.
    void add(std::uint32_t start, std::size_t at)
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
            bool go_on = false;
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
                go_on = true;
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
    }
    // Word characters are ASCII, so bytes tell.
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
    std::vector<std::uint64_t> marks_; // the time at which a step was last reached
    std::vector<counter> counters_;
    std::uint64_t time_ = 0; // one more with each character
    std::vector<std::uint32_t> now_;
    std::vector<std::uint32_t> next_;
    std::vector<std::uint32_t> pending_;
    std::vector<std::vector<bool>> looks_;
    bool accepted_ = false;
};

/** True when the expression fits somewhere in `text`. Nothing fits into text that is not UTF-8, or that takes
    more than max_pattern_work steps. */
inline bool matches(std::uint32_t const* code, std::string_view text)
{
    std::size_t work = max_pattern_work;
    return utf8_prefix(text) == text.size() && pattern_machine({code}, text, work).search();
}

} // namespace restbind::detail
