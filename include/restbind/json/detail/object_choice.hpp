// Several described types that a JSON object may be: which one it is.
#pragma once

#include <restbind/core/detail/discriminator.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/brackets.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/detail/read_string.hpp>
#include <restbind/json/detail/skip.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

namespace restbind::json::detail
{

template <class Variant>
concept has_discriminator = requires
{
    restbind_discriminator(static_cast<Variant const*>(nullptr));
};

/** How well the members of an object fit a type. */
struct object_fit
{
    std::size_t known = 0;   ///< members that the type has
    std::size_t missing = 0; ///< members that it needs and that are not there
};

/** Which of several types an object is most likely to be. */
template <class... T>
class object_choice
{
public:
    static constexpr std::size_t count = sizeof...(T);

    /** Looks at the members of the object that is next, and comes back. */
    explicit object_choice(cursor& in)
    {
        if constexpr (has_discriminator<std::variant<T...>>)
            named_ =
                restbind_discriminator(static_cast<std::variant<T...> const*>(nullptr)).otherwise;
        auto const start = in.here();
        is_whole_ = each_member(in,
            [&](std::string_view name)
            {
                total_ += [ this, name ]<std::size_t... I>(std::index_sequence<I...>)
                {
                    return (this->template note_member<T, I>(name) | ...);
                }
                (std::index_sequence_for<T...>());
                return note_discriminator(in, name);
            });
        in.look_back(start);
        sort();
        // What is no object to its end can be read as none of them: one attempt tells where.
        if (!is_whole_ && size_ > 1)
            size_ = 1;
    }

    /** The alternatives that take objects, in the order in which to try them: first the one that a
        discriminator names; then by what they miss, by whether they would lose what another one
        has, and by what they know. An alternative that takes any object comes before those that
        miss or lose something, and for an unknown discriminator, unless the document says which one
        comes then. */
    std::span<std::size_t const> order() const noexcept { return {order_.data(), size_}; }

    /** Whether it is an object to its end, of no more depth than is allowed. */
    bool is_whole() const noexcept { return is_whole_; }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    static constexpr std::array<bool, count> takes{overlap(codec<T>::accepts, types::object)...};

    template <class Of>
    static constexpr std::size_t members_of()
    {
        if constexpr (described<Of>)
            return named_count<Of>;
        else
            return 0;
    }
    // Whether the type has the member.
    template <class Of, std::size_t I>
    bool note_member(std::string_view name)
    {
        bool is_known = false;
        if constexpr (described<Of>)
            for (std::size_t i = 0; i != named_count<Of>; ++i)
                if (member_table<Of>[i].name == name && std::get<I>(seen_).insert(i))
                {
                    ++fits_[I].known;
                    is_known = true;
                }
        return is_known;
    }
    template <class Of>
    static constexpr bool skips_others()
    {
        if constexpr (described<Of>)
            return !keeps_extra<Of>;
        else
            return false;
    }
    // Whether a member would be lost that another alternative has.
    bool loses(std::size_t alternative) const noexcept
    {
        constexpr std::array<bool, count> skips{skips_others<T>()...};
        return skips[alternative] && fits_[alternative].known != total_;
    }
    bool note_discriminator(cursor& at, std::string_view name)
    {
        if constexpr (has_discriminator<std::variant<T...>>)
        {
            constexpr auto by =
                restbind_discriminator(static_cast<std::variant<T...> const*>(nullptr));
            if (name == by.name && at.peek() == '"')
            {
                std::string_view value;
                if (!read_text(at, value, "a text"))
                    return false;
                named_ = by.otherwise != by.none ? by.otherwise : open();
                for (auto const& one : by.values)
                    if (one.value == value)
                        named_ = one.alternative;
                return true;
            }
        }
        return skip_value(at);
    }
    /** The alternative that takes any object. */
    static constexpr std::size_t open()
    {
        constexpr std::array<bool, count> is_open{
            (overlap(codec<T>::accepts, types::object) && !described<T>)...};
        std::size_t found = none;
        for (std::size_t i = 0; i != count; ++i)
            found = is_open[i] ? i : found;
        return found;
    }
    template <class Of, std::size_t I>
    void note_missing()
    {
        if constexpr (described<Of>)
            for (std::size_t i = 0; i != named_count<Of>; ++i)
                fits_[I].missing +=
                    needed_members<Of>.contains(i) && !std::get<I>(seen_).contains(i);
    }
    void sort()
    {
        [this]<std::size_t... I>(std::index_sequence<I...>)
        {
            (this->template note_missing<T, I>(), ...);
        }
        (std::index_sequence_for<T...>());
        for (std::size_t i = 0; i != count; ++i)
        {
            if (!takes[i])
                continue;
            std::size_t at = size_++;
            for (; at != 0 && is_better(i, order_[at - 1]); --at)
                order_[at] = order_[at - 1];
            order_[at] = i;
        }
    }
    bool is_better(std::size_t one, std::size_t than) const noexcept
    {
        if (one == named_ || than == named_)
            return one == named_;
        if (fits_[one].missing != fits_[than].missing)
            return fits_[one].missing < fits_[than].missing;
        return loses(one) != loses(than) ? loses(than) : fits_[one].known > fits_[than].known;
    }

    std::array<object_fit, count> fits_{};
    std::size_t total_ = 0; // members that any of them has
    std::tuple<member_set<members_of<T>()>...> seen_{};
    std::size_t named_ = none;
    std::array<std::size_t, count> order_{};
    std::size_t size_ = 0;
    bool is_whole_ = false;
};

} // namespace restbind::json::detail
