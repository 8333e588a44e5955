// SPDX-License-Identifier: BSL-1.0
// A request that no code can write: whoever compiles that code learns it.
#pragma once

#include <restbind/json/codec.hpp>
#include <ticketing/v1/models.hpp>

namespace restbind::json
{

template <>
struct codec<ticketing::v1::AllocateManualSeatsRequest>
{
    static constexpr types accepts = types::object;
    template <class Writer>
    static bool write(Writer&, ticketing::v1::AllocateManualSeatsRequest const&)
    {
        static_assert(sizeof(Writer) == 0, "nothing writes this model");
        return false;
    }
};

} // namespace restbind::json
