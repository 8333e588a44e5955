// SPDX-License-Identifier: BSL-1.0
// Several described types that a JSON object may be: which one it is.
#pragma once

#include <restbind/core/described.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/discriminator.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/detail/tokens.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace restbind::inline RESTBIND_ABI::json::detail
{

template <class Variant>
concept has_discriminator = requires
{
    restbind_discriminator(static_cast<Variant const*>(nullptr));
};

/** The document itself lists an object of any members among the alternatives. Otherwise a
    boost::json::object there is for what is none of the others. It says so by a function beside
    restbind_discriminator(). */
template <class Variant>
concept lists_open_object = requires
{
    requires restbind_lists_open_object(static_cast<Variant const*>(nullptr));
};

/** An alternative, without its type. */
struct object_candidate
{
    bool takes_objects = false;
    bool takes_any = false;          ///< any object
    bool skips_others = false;       ///< whether members that it does not have are lost
    bool keeps_others = false;       ///< whether the document has them kept
    member const* members = nullptr; ///< those that have a name
    std::size_t count = 0;           ///< of them
};
template <class T>
concept map_of_texts = requires
{
    typename T::mapped_type;
    requires std::same_as<typename T::key_type, std::string>;
};
template <class T>
constexpr object_candidate candidate_of(bool lists_open) noexcept
{
    constexpr bool takes_objects = overlap(codec<T>::accepts, types::object);
    if constexpr (described<T>)
        return {takes_objects, false, !keeps_extra<T>, keeps_extra<T>, member_table<T>.data(),
            named_count<T>};
    else
        return {takes_objects, takes_objects, false,
            takes_objects && (map_of_texts<T> || lists_open), nullptr, 0};
}

/** How well the members of an object fit a type. */
struct object_fit
{
    std::size_t known = 0;   ///< members that the type has
    std::size_t missing = 0; ///< members that it needs and that are not there
};

/** Which of the alternatives of `Variant`, `T...`, an object is most likely to be. */
template <class Variant, class... T>
class object_choice
{
public:
    static constexpr std::size_t count = sizeof...(T);

    /** Looks at the members of the object that is next, and comes back. */
    explicit object_choice(cursor& in)
    {
        if constexpr (has_discriminator<Variant>)
            if (constexpr auto by = discriminator_of<Variant>;
                by.otherwise != unlisted_alternative)
                named_ = by.otherwise;
        auto const start = in.here();
        is_whole_ = each_member(in,
            [&](std::string_view name)
            {
                ++members_;
                bool is_known = is_any_kept;
                for_each_member(
                    [&](member const& one, std::size_t bit, object_fit& fit)
                    {
                        if (one.name != name || !set_bit(seen_, bit))
                            return;
                        ++fit.known;
                        is_known = true;
                    });
                total_ += is_known;
                return note_discriminator(in, name);
            });
        in.look_back(start);
        sort();
        // A text that is not a whole object can be read as none of them: one attempt finds the
        // place.
        if (!is_whole_ && size_ > 1)
            size_ = 1;
    }

    /** The alternatives that take objects, in the order in which to try them.

        If a discriminator names one, it comes first, and one that takes any object behind it.
        Otherwise alternatives with fewer missing members come first; among equal ones those that
        lose no member which another one has; then those that know more members. An alternative that
        takes any object comes before those that miss or lose something. It also comes first for an
        unknown value of the discriminator, unless the document names the alternative for that case,
        or the discriminator does not know all alternatives: then the ones that it does not know
        come first. */
    std::span<std::size_t const> order() const noexcept { return {order_.data(), size_}; }

    /** Whether the document says which alternative it is, and of all that are objects. */
    bool is_named() const noexcept
    {
        return named_ != none && named_ != one_of_several && names_all;
    }
    /** How many members of the object itself an alternative loses. */
    std::size_t lost(std::size_t alternative) const noexcept
    {
        return candidates[alternative].skips_others ? members_ - fits_[alternative].known : 0;
    }
    /** Whether it is an object to its end, of no more depth than is allowed. */
    bool is_whole() const noexcept { return is_whole_; }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    static constexpr std::size_t none_known = unlisted_alternative; // it is none of those that are
    static constexpr std::size_t one_of_several = none - 2;         // whose value it has
    static constexpr std::array<object_candidate, count> candidates{
        candidate_of<T>(lists_open_object<Variant>)...};
    static constexpr bool is_any_kept =
        (candidate_of<T>(lists_open_object<Variant>).keeps_others || ...);
    // The alternatives that the discriminator knows; without one all.
    static constexpr std::array<bool, count> are_known = []
    {
        std::array<bool, count> known{};
        if constexpr (has_discriminator<Variant>)
        {
            constexpr auto by = discriminator_of<Variant>;
            for (std::size_t i = 0; i != count; ++i)
            {
                known[i] = i == by.otherwise;
                for (auto const& one : by.values)
                    known[i] |= one.alternative == i;
            }
        }
        else
            known.fill(true);
        return known;
    }();
    // Whether those are all that are described. A discriminator within alternatives of
    // alternatives may know some of them.
    static constexpr bool names_all = []
    {
        bool all = true;
        for (std::size_t i = 0; i != count; ++i)
            all &= candidates[i].count == 0 || are_known[i];
        return all;
    }();

    /** Calls f(member, its place among all, the alternative's fit). */
    template <class F>
    void for_each_member(F f)
    {
        std::size_t bit = 0;
        for (std::size_t i = 0; i != count; ++i)
            for (std::size_t j = 0; j != candidates[i].count; ++j)
                f(candidates[i].members[j], bit++, fits_[i]);
    }
    // Whether a member would be lost that another alternative has.
    bool loses(std::size_t alternative) const noexcept
    {
        return candidates[alternative].skips_others && fits_[alternative].known != total_;
    }
    bool note_discriminator(cursor& at, std::string_view name)
    {
        if constexpr (has_discriminator<Variant>)
        {
            static constexpr auto by = discriminator_of<Variant>;
            constexpr std::size_t other_named = by.otherwise != by.none ? by.otherwise
                                                : names_all             ? open()
                                                                        : none_known;
            if (name == by.name)
            {
                std::string_view value;
                bool const is_text = at.peek() == '"';
                bool const is_literal =
                    detail::has_literals(by) && detail::may_be_literal(at.peek());
                if (!(is_text ? read_text(at, value, "a text") : read_slice(at, value)))
                    return false;
                if (is_text || is_literal)
                {
                    named_ = other_named;
                    note_value(by.values, value, is_literal);
                }
                return true;
            }
        }
        return skip_value(at);
    }
    // Several alternatives are noted only where one value stands for them.
    void note_value(
        std::span<discriminator_value const> values, std::string_view value, bool is_literal)
    {
        meant_ = {};
        bool is_first = true;
        for (auto const& one : values)
            if (detail::is_listed_as(one, value, is_literal))
            {
                named_ = is_first ? one.alternative : one_of_several;
                meant_[one.alternative] = true;
                is_first = false;
            }
    }
    /** The alternative that takes any object. */
    static constexpr std::size_t open()
    {
        std::size_t found = none;
        for (std::size_t i = 0; i != count; ++i)
            found = candidates[i].takes_any ? i : found;
        return found;
    }
    void sort()
    {
        for_each_member([&](member const& one, std::size_t bit, object_fit& fit)
            { fit.missing += is_needed(one) && !has_bit(seen_, bit); });
        for (std::size_t i = 0; i != count; ++i)
        {
            if (!candidates[i].takes_objects)
                continue;
            std::size_t at = size_++;
            for (; at != 0 && is_better(i, order_[at - 1]); --at)
                order_[at] = order_[at - 1];
            order_[at] = i;
        }
    }
    bool is_better(std::size_t one, std::size_t than) const noexcept
    {
        if constexpr (!names_all)
            if (named_ == none_known)
                return are_known[one] != are_known[than] ? are_known[than] : fits_better(one, than);
        if (named_ == one_of_several && meant_[one] != meant_[than]) [[unlikely]]
            return meant_[one];
        if (named_ == one_of_several && meant_[one]) [[unlikely]]
            return fits_better(one, than);
        if ((one == named_ || than == named_) && (names_all || !loses(named_)))
            return one == named_;
        // What cannot be read as the one that is named is none of those that are not.
        if (named_ != none && candidates[one].takes_any != candidates[than].takes_any)
            return candidates[one].takes_any;
        return fits_better(one, than);
    }
    bool fits_better(std::size_t one, std::size_t than) const noexcept
    {
        if (fits_[one].missing != fits_[than].missing)
            return fits_[one].missing < fits_[than].missing;
        return loses(one) != loses(than) ? loses(than) : fits_[one].known > fits_[than].known;
    }

    std::array<object_fit, count> fits_{};
    std::size_t members_ = 0;
    std::size_t total_ = 0; // members that any of them has or keeps
    std::uint64_t seen_[words_for((candidate_of<T>(false).count + ...))]{};
    std::size_t named_ = none;
    std::array<bool, count> meant_{}; // by a value that stands for several
    std::array<std::size_t, count> order_{};
    std::size_t size_ = 0;
    bool is_whole_ = false;
};

} // namespace restbind::json::detail
