// SPDX-License-Identifier: BSL-1.0
// What a type says about itself beside its description by Boost.Describe: the names of its members
// on the wire, which of them must be there, and what tells alternatives apart.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace restbind::inline RESTBIND_ABI
{

/** Marks a structure that stands for its only member, `value`.

    An alias cannot name itself, and a list of lists of lists is such a type. So it is a structure
    around the list, for which argument-dependent lookup finds this function:
    @code
    struct nested
    {
        std::vector<nested> value;
    };
    constexpr restbind::wrapper restbind_wrapper(nested const*) noexcept { return {}; }
    @endcode
    Its JSON is that of `value`.
*/
struct wrapper
{
};

/** Whether a member may be absent or null in JSON. A member that is absent keeps its initialiser,
    unless member::starts_set is set. */
enum class presence : std::uint8_t
{
    required, ///< always there, never null (unless the member's own type holds null)
    nullable, ///< always there, may be null; the member is std::optional or restbind::nullable
    optional, ///< may be absent, never null; a std::optional, left out when empty
    optional_nullable, ///< may be absent, may be null; std::optional (both read as empty),
                       ///< restbind::nullable or restbind::nullable_box
    defaulted, ///< may be absent, never null (unless the member's own type holds null); always
               ///< written
    additional_properties ///< the last member: collects members that have no name here
};

/** Whether a member is read, written, or both. A value that is read and written again loses the
    members that are only read or only written. */
enum class access_mode : std::uint8_t
{
    read_write, ///< in requests and responses
    read_only,  ///< only read, `readOnly` of OpenAPI: never written, whatever it holds
    write_only  ///< only written, `writeOnly` of OpenAPI: may be absent where it is read
};

/** One member of a described type.

    A described type `D` has a table of these, found by argument-dependent lookup, in the order of
    its description:
    @code
    constexpr std::array<restbind::member, 2> restbind_members(D const*) noexcept
    {
        return {{{"itemId", restbind::presence::required}, {"detail",
    restbind::presence::defaulted}}};
    }
    @endcode
    The parameter only selects the table; it is never dereferenced.
*/
struct member
{
    /** The name on the wire. Lives as long as the program. Empty for
        presence::additional_properties. */
    std::string_view name;
    /** Whether it may be absent or null. */
    restbind::presence presence = restbind::presence::required;
    /** Whether it is read, written, or both. Of no effect for presence::additional_properties. */
    access_mode access = access_mode::read_write;
    /** Whether a member of presence::optional is initialised with a value. Reading resets it where
        it is absent. */
    bool starts_set = false;
    /** Whether its value is a secret, `x-restbind-secret` or `format: password`: it is sent, and left
        out of what is kept or shown of a request. So is what is only written. */
    bool is_secret = false;
};

/** The members of a structure that has more of them than BOOST_DESCRIBE_STRUCT takes, which is 52.

    Such a type `D` is not described by Boost.Describe. It lists its members in the order of
    restbind_members(), by a function that argument-dependent lookup finds:
    @code
    constexpr auto restbind_pointers(D**) noexcept
    {
        return restbind::member_pointers<&D::first, &D::second>();
    }
    @endcode
    The parameter only selects the list; no class that is derived from `D` has it.
*/
template <auto... Pointers>
struct member_pointers
{
};

/** A value of the member that tells alternatives apart, and the place of the alternative that it
    stands for in the std::variant. Lives as long as the program. */
struct discriminator_value
{
    /** The text of the member. */
    std::string_view value;
    /** The place of the alternative, from 0. */
    std::size_t alternative = 0;
    /** Whether the value is a number or boolean; then `value` is its JSON text. */
    bool is_literal = false;
    /** Whether a new object of the alternative holds this value already, so that it is never sent
        with a value of another alternative. */
    bool is_preset = false;
};

/** In the place of `discriminator::otherwise`: alternatives without a value may have any. */
inline constexpr std::size_t unlisted_alternative = static_cast<std::size_t>(-2);

/** The member that tells the alternatives of a variant apart, as `discriminator` of OpenAPI names
    it.

    A variant, or a restbind::discriminated one, has one when there is a function that
    argument-dependent lookup finds, in a namespace of one of its alternatives:
    @code
    constexpr auto restbind_discriminator(std::variant<Cat, Dog> const*) noexcept
    {
        return restbind::discriminator<2>{"petType", {{"cat", 0}, {"dog", 1}}};
    }
    @endcode
*/
template <std::size_t Count>
struct discriminator
{
    /** The member's name on the wire. */
    std::string_view name;
    /** Its values. One that stands for several alternatives stands here for each of them. */
    discriminator_value values[Count];
    /** The place of the alternative for objects with another value, or none; `none` where the
        document names no such alternative, or `unlisted_alternative`. */
    std::size_t otherwise = none;

    /** In the place of `otherwise`: no such alternative. */
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
};

} // namespace restbind
