// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>

#include <boost/system/error_category.hpp>
#include <boost/system/error_code.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

/** @file
    What the error codes of all APIs have in common: the enumeration and the table of an API are
    generated.
*/

namespace restbind::inline RESTBIND_ABI
{

/** What is known about one error code of an API.

    @tparam Code The enumeration of the API's codes.
    @tparam Statuses Most statuses that one of them comes with.
*/
template <class Code, std::size_t Statuses>
struct error_code_info
{
    /** The code. */
    Code code{};

    /** Its name, as the document spells it. */
    std::string_view name{};

    /** HTTP statuses that it comes with; 0 stands for none. The code counts, not the status. */
    std::array<int, Statuses> statuses{};

    /** Identifier of the operation that gives it. */
    std::string_view operation{};

    /** When it is given. */
    std::string_view condition{};
};

/** The error category of an API. Its messages are the conditions of the table.

    @tparam Table The API's codes, an array of `error_code_info`.
*/
template <auto const& Table>
class error_code_category final : public boost::system::error_category
{
public:
    /** @param name Lives as long as the program.
        @param id Two copies of a category, in two shared libraries, are the same one by it. */
    constexpr error_code_category(char const* name, std::uint64_t id) noexcept
        : error_category(id)
        , name_(name)
    {
    }

    /** The name that the constructor was given. */
    char const* name() const noexcept override { return name_; }

    /** The condition of this code, as the document says it; "error code 7" for another one. */
    std::string message(int value) const override
    {
        for (auto const& known : Table)
            if (static_cast<int>(known.code) == value)
                return std::string(known.condition);
        return "error code " + std::to_string(value);
    }

    /** The error code for a number from the wire.

        @returns A code of this category, also for a number that is not in the table; -1 for one
            that does not fit into int.
    */
    boost::system::error_code find(std::int64_t wire) const noexcept
    {
        return {std::in_range<int>(wire) ? static_cast<int>(wire) : -1, *this};
    }

private:
    char const* name_;
};

} // namespace restbind
