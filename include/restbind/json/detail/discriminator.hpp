// SPDX-License-Identifier: BSL-1.0
// Discriminators: which of several alternatives the member of a value names, which one the value is
// nearest to, and whether it names another alternative than the one that it is held as.
#pragma once

#include <restbind/core/described.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/required_variant.hpp>
#include <restbind/core/string_enum.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/detail/scalars.hpp>
#include <restbind/json/writer.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

/** The variant of which a discriminator is told: what a variant that must be set is made of. */
template <class Variant>
struct told_variant
{
    using type = Variant;
};
template <class Variant>
struct told_variant<required_variant<Variant>>
{
    using type = Variant;
};

/** The discriminator of a variant. */
template <class Variant>
inline constexpr auto discriminator_of = restbind_discriminator(
    static_cast<typename told_variant<Variant>::type const*>(nullptr));

/** Whether some values of a discriminator are numbers or booleans. */
template <std::size_t Count>
constexpr bool has_literals(discriminator<Count> const& by) noexcept
{
    for (auto const& one : by.values)
        if (one.is_literal)
            return true;
    return false;
}

/** Whether a text can be that of a number or boolean. */
constexpr bool may_be_literal(char first) noexcept
{
    return first == '-' || restbind::detail::is_digit(first) || first == 't' || first == 'f';
}

/** Whether the JSON text of a number or boolean is a value that is listed. Numbers are compared by
    their values: 3, 3.0 and 3e0 are one. */
template <class = void>
RESTBIND_NOINLINE bool is_same_literal(std::string_view listed, std::string_view text) noexcept
{
    if (listed == text)
        return true;
    auto const number = restbind::detail::read_scientific(text);
    auto const other = restbind::detail::read_scientific(listed);
    return number && other && number->coefficient == other->coefficient &&
           (number->coefficient == 0 ||
               (number->negative == other->negative &&
                   number->zeros - number->scale == other->zeros - other->scale));
}

/** Whether a text, or the JSON text of a number or boolean, is a value that is listed. */
RESTBIND_ALWAYS_INLINE inline bool is_listed_as(
    discriminator_value const& listed, std::string_view text, bool is_literal) noexcept
{
    return listed.is_literal == is_literal &&
           (is_literal ? detail::is_same_literal(listed.value, text) : listed.value == text);
}

/** What a value has in the member that a discriminator is about. */
struct stated_value
{
    std::string_view text{}; ///< of a text; without data where it is none
    std::string literal{};   ///< the JSON text of a number or boolean; empty where it is none
    bool is_sent = false;    ///< the member is there, whatever it holds

    bool is_literal() const noexcept { return !literal.empty(); }
    bool is_stated() const noexcept { return is_literal() || text.data() != nullptr; }
    /** The value as the document lists it, for a message. */
    std::string_view shown() const noexcept { return is_literal() ? literal : text; }
    bool is(discriminator_value const& listed) const noexcept
    {
        return is_stated() && detail::is_listed_as(listed, shown(), is_literal());
    }
};

/** The alternative that a value stands for, else `otherwise`. Of several the last one. */
inline std::size_t alternative_of(std::span<discriminator_value const> values,
    stated_value const& stated, std::size_t otherwise) noexcept
{
    for (auto const& one : values)
        if (stated.is(one))
            otherwise = one.alternative;
    return otherwise;
}

/** A value that stands for an alternative: the one that is stated if it does, else the first. Empty
    where there is none. */
inline std::string_view value_of(std::span<discriminator_value const> values,
    stated_value const& stated, std::size_t alternative) noexcept
{
    std::string_view value;
    for (auto const& one : values)
        if (one.alternative == alternative && (value.empty() || stated.is(one)))
            value = one.value;
    return value;
}

/** Calls `f` with the alternative that a variant holds, if it holds one. */
template <class Variant, class F>
void with_held(Variant const& value, F f)
{
    [&]<std::size_t... I>(std::index_sequence<I...>)
    {
        ((value.index() == I ? void(f(*std::get_if<I>(&value))) : void()), ...);
    }
    (std::make_index_sequence<std::variant_size_v<Variant>>());
}

/** What a member states. A text that is absent or null is an empty one.
    @tparam Literals Whether numbers and booleans are looked at. */
template <bool Literals, class T>
stated_value stated_in(T const& value)
{
    stated_value stated;
    if constexpr (string_enumeration<T>)
        stated.text = value.str();
    else if constexpr (std::convertible_to<T const&, std::string_view>)
        stated.text = value;
    else if constexpr (is_optional<T> || is_nullable<T>)
    {
        stated.text = "";
        if (value)
            stated = detail::stated_in<Literals>(*value);
    }
    else if constexpr (restbind::detail::is_variant<T>)
        detail::with_held(
            value, [&](auto const& one) { stated = detail::stated_in<Literals>(one); });
    else
    {
        constexpr bool is_open = requires { value.if_string()->data(); }; // boost::json::value
        if constexpr (is_open)
        {
            if (value.is_string())
                stated.text = *value.if_string();
            if (value.is_structured())
                return stated;
        }
        if constexpr (Literals && (is_open || std::is_arithmetic_v<T> || std::is_enum_v<T> ||
                                      std::same_as<T, decimal>))
        {
            writer out(stated.literal);
            if (!codec<T>::write(out, value) || !detail::may_be_literal(*out.from(0)))
                out.at = out.from(0);
        }
    }
    return stated;
}

/** The place of the member of this name, if it is sent; else that behind the last one. */
template <described T>
constexpr std::size_t sent_member(std::string_view name) noexcept
{
    std::size_t place = 0;
    while (place != named_count<T> && (member_table<T>[place].name != name ||
                                          member_table<T>[place].access == access_mode::read_only))
        ++place;
    return place;
}

/** Whether a member is sent: it may hold null, but is not absent. */
template <presence Need, class T>
bool is_sent(T const& value)
{
    if constexpr (Need != presence::optional && Need != presence::optional_nullable)
        return true;
    else if constexpr (is_nullable<T>)
        return !value.is_absent();
    else
        return value.has_value();
}

/** What an alternative states in the member that the discriminator of `Variant` is about. */
template <class Variant, class T>
stated_value stated_by([[maybe_unused]] T const& value)
{
    stated_value stated;
    if constexpr (described<T>)
    {
        constexpr auto by = discriminator_of<Variant>;
        constexpr std::size_t place = detail::sent_member<T>(by.name);
        if constexpr (place != named_count<T>)
        {
            auto const& own = value.*member_pointer<T, place>;
            stated = detail::stated_in<has_literals(by)>(own);
            stated.is_sent = detail::is_sent<member_table<T>[place].presence>(own);
        }
    }
    else if constexpr (restbind::detail::is_variant<T>) // alternatives of alternatives
        detail::with_held(
            value, [&](auto const& one) { stated = detail::stated_by<Variant>(one); });
    return stated;
}

/** The message about a text that stands for another alternative than the one at `place`. */
RESTBIND_COLD RESTBIND_NOINLINE inline std::string other_alternative(std::string_view name,
    std::span<discriminator_value const> values, bool is_otherwise, std::size_t place,
    std::string_view text)
{
    std::string message = restbind::detail::capitalized(name);
    std::size_t rest = 0;
    for (auto const& one : values)
        rest += one.alternative == place;
    if (is_otherwise || rest == 0) // any other text stands for it, or none does
        return message.append(" must not be ").append(text);
    message.append(" must be ");
    for (auto const& one : values)
        if (one.alternative == place)
            message.append(one.value).append(--rest == 0 ? "" : rest == 1 ? " or " : ", ");
    return message;
}

/** Notes a value that stands for another alternative than the one at `place`, unless something else
    was found about the member. */
inline void check_stated(std::string_view name, std::span<discriminator_value const> values,
    std::size_t otherwise, std::size_t place, stated_value const& stated, violations& found)
{
    bool is_listed = false;
    bool has_values = false;
    bool is_preset = false;
    for (auto const& one : values)
    {
        bool const is_same = stated.is(one);
        if (is_same && one.alternative == place)
            return;
        is_listed |= is_same;
        has_values |= one.alternative == place;
        is_preset |= one.alternative == place && one.is_preset;
    }
    // An empty or absent value may stand for the default alternative.
    bool const is_another = is_listed ? has_values || otherwise != unlisted_alternative
        : otherwise < unlisted_alternative ? otherwise != place && stated.is_stated()
                                           : is_preset && stated.is_sent;
    if (is_another && !found.holds(name)) [[unlikely]]
        found.add(name,
            detail::other_alternative(name, values, otherwise == place, place, stated.shown()),
            rule_kind::listed);
}

/** The nearest of several alternatives, none of which fits, and what is wrong for it. */
class nearest_alternative
{
public:
    /** Distance of an alternative of another type or kind: it was hardly the one that was meant. */
    static constexpr std::size_t mismatch = 8;

    /** Looks at an alternative. It takes the place of the nearest one so far if it is nearer, or as
        near and knows more members.

        @param distance How much is wrong.
        @param known How many members it knows.
        @param called What the discriminator calls it; may be empty.
        @param says What is wrong; may be empty.
    */
    void consider(
        std::size_t distance, std::size_t known, std::string_view called, std::string says)
    {
        if (distance > distance_ || (distance == distance_ && known <= known_))
            return;
        distance_ = distance;
        known_ = known;
        called_ = called;
        says_ = std::move(says);
    }

    /** What is wrong for it; empty where there is none. */
    std::string const& says() const noexcept { return says_; }

    /** The end of a message; empty where nothing is known. */
    std::string text() const
    {
        std::string text;
        if (!says_.empty())
            text.append("; the nearest")
                .append(called_.empty() ? "" : ", ")
                .append(called_)
                .append(called_.empty() ? " says: " : ", says: ")
                .append(says_);
        else if (!called_.empty())
            text.append("; the nearest is ").append(called_);
        return text;
    }

private:
    std::size_t distance_ = static_cast<std::size_t>(-1);
    std::size_t known_ = 0;
    std::string called_;
    std::string says_;
};

} // namespace detail

/** Adds a violation where the alternative that is held has the discriminator value of another one,
    or, if it is created with its own value, no value at all: a service would read it as another
    alternative. The member's own type and rules may allow this, because its schema may be used
    elsewhere, too.

    @param member The wire name of the member that holds the variant; empty for none.
*/
template <class Variant>
void check_discriminator(Variant const& value, violations& found, member_name member = {})
{
    static constexpr auto by = detail::discriminator_of<Variant>;
    auto const stated = detail::stated_by<Variant>(value);
    if (stated.is_stated() || stated.is_sent)
        found.enter(member,
            [&]
            {
                detail::check_stated(
                    by.name, by.values, by.otherwise, value.index(), stated, found);
            });
}

} // namespace restbind::json
