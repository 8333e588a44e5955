// How the members of a described type are called on the wire, and whether they may be missing.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstdint>
#include <string_view>

namespace restbind
{

/** Whether a member may be absent or null in JSON. A member that is absent keeps its initialiser,
    but where member::starts_set says otherwise. */
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

/** Which way a member goes. A value that was read and is written again loses what only goes one
    way. */
enum class access_mode : std::uint8_t
{
    read_write, ///< in requests and responses
    read_only,  ///< only read, `readOnly` of OpenAPI: never written, whatever it holds
    write_only  ///< only written, `writeOnly` of OpenAPI: needs not be there when it is read
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
    /** A member of presence::optional whose initialiser is a value: where it is absent, reading
        takes that away. */
    bool starts_set = false;
};

} // namespace restbind
