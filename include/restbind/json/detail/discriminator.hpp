// Whether what is sent as one of several objects says by its discriminator that it is another one.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/described.hpp>
#include <restbind/core/string_enum.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/detail/object_choice.hpp>
#include <restbind/json/encode.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace restbind::json
{

namespace detail
{

/** The text that a member holds: an empty one where the member is absent or null, and one without
    data where it is no text. */
template <class T>
std::string_view text_held(T const& value) noexcept
{
    if constexpr (string_enumeration<T>)
        return value.str();
    else if constexpr (std::convertible_to<T const&, std::string_view>)
        return value;
    else if constexpr (is_optional<T> || is_nullable<T>)
        return value ? detail::text_held(*value) : std::string_view("");
    else if constexpr (requires { value.if_string()->data(); }) // boost::json::value
        return value.is_string() ? std::string_view(*value.if_string()) : std::string_view();
    else if constexpr (restbind::detail::is_variant<T>)
        return [&]<std::size_t... I>(std::index_sequence<I...>)
        {
            std::string_view text;
            ((value.index() == I ? void(text = detail::text_held(*std::get_if<I>(&value)))
                                 : void()),
                ...);
            return text;
        }
    (std::make_index_sequence<std::variant_size_v<T>>());
    else return {};
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

/** The text of the member that the discriminator is about; one without data where there is none
    that is sent. */
template <class Variant, class T>
std::string_view discriminating_text([[maybe_unused]] T const& value) noexcept
{
    std::string_view text;
    if constexpr (described<T>)
    {
        constexpr std::size_t place = detail::sent_member<T>(
            restbind_discriminator(static_cast<Variant const*>(nullptr)).name);
        if constexpr (place != named_count<T>)
            text = detail::text_held(value.*member_pointer<T, place>);
    }
    else if constexpr (restbind::detail::is_variant<T>) // alternatives of alternatives
        [&]<std::size_t... I>(std::index_sequence<I...>)
        {
            ((value.index() == I
                     ? void(text = detail::discriminating_text<Variant>(*std::get_if<I>(&value)))
                     : void()),
                ...);
        }
    (std::make_index_sequence<std::variant_size_v<T>>());
    return text;
}

/** The JSON text of a number or boolean; empty for anything else. */
template <class T>
std::string literal_held(T const& value)
{
    if constexpr (is_optional<T> || is_nullable<T>)
        return value ? detail::literal_held(*value) : std::string();
    else
    {
        auto text = json::encode(value);
        return text && detail::may_be_literal(text->front()) ? *std::move(text) : std::string();
    }
}

/** The JSON text of the number or boolean that the member holds which the discriminator is about;
    empty where it holds none that is sent. */
template <class Variant, class T>
std::string discriminating_literal([[maybe_unused]] T const& value)
{
    std::string text;
    if constexpr (described<T>)
    {
        constexpr std::size_t place = detail::sent_member<T>(
            restbind_discriminator(static_cast<Variant const*>(nullptr)).name);
        if constexpr (place != named_count<T>)
            text = detail::literal_held(value.*member_pointer<T, place>);
    }
    else if constexpr (restbind::detail::is_variant<T>) // alternatives of alternatives
        std::visit(
            [&](auto const& one) { text = detail::discriminating_literal<Variant>(one); }, value);
    return text;
}

/** As messages name a member. */
RESTBIND_COLD RESTBIND_NOINLINE inline std::string capitalized(std::string_view name)
{
    std::string text(name);
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

/** What is said of a text that stands for another alternative than the one at `place`. */
RESTBIND_COLD RESTBIND_NOINLINE inline std::string other_alternative(std::string_view name,
    std::span<discriminator_value const> values, bool is_otherwise, std::size_t place,
    std::string_view text)
{
    std::string message = detail::capitalized(name);
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
    was found about the member. `is_it` says whether the value is one that is listed. */
template <class F>
void check_discriminating(std::string_view name, std::span<discriminator_value const> values,
    std::size_t otherwise, std::size_t place, std::string_view text, violations& found, F is_it)
{
    bool is_listed = false;
    bool has_values = false;
    for (auto const& one : values)
    {
        bool const is_same = is_it(one);
        if (is_same && one.alternative == place)
            return;
        is_listed |= is_same;
        has_values |= one.alternative == place;
    }
    bool const is_another = is_listed ? has_values || otherwise != unlisted_alternative
                                      : otherwise != place && otherwise < unlisted_alternative;
    if (is_another && !found.holds(name)) [[unlikely]]
        found.add(name, detail::other_alternative(name, values, otherwise == place, place, text),
            rule_kind::listed);
}

} // namespace detail

/** Adds a violation where the alternative that is held says by the member of the discriminator that
    it is another one: a service would read it as that. The member's own type and rules may allow
    it: they are those of its schema, wherever that stands.

    @param member The wire name of the member that holds the variant; empty for none.
*/
template <class... T>
void check_discriminator(
    std::variant<T...> const& value, violations& found, member_name member = {})
{
    using variant = std::variant<T...>;
    static constexpr auto by = restbind_discriminator(static_cast<variant const*>(nullptr));
    if constexpr (detail::has_literals(by))
    {
        std::string const literal = detail::discriminating_literal<variant>(value);
        if (!literal.empty())
            return found.enter(member,
                [&]
                {
                    detail::check_discriminating(by.name, by.values, by.otherwise, value.index(),
                        literal, found,
                        [&](discriminator_value const& one)
                        { return detail::stands_for(one, literal); });
                });
    }
    std::string_view const text = detail::discriminating_text<variant>(value);
    if (text.data() != nullptr) // an empty or absent one may be that of the default mapping
        found.enter(member,
            [&]
            {
                detail::check_discriminating(by.name, by.values, by.otherwise, value.index(), text,
                    found,
                    [&](discriminator_value const& one)
                    { return !one.is_literal && one.value == text; });
            });
}

} // namespace restbind::json
