// SPDX-License-Identifier: BSL-1.0
// How the cases of tests/schema are put to generated types.
#pragma once

#include <restbind/json/decode.hpp>

#include <cstddef>
#include <map>
#include <string>

namespace schema_truth
{

struct checker
{
    /** Whether a generated type takes a text, and the request passes its rules. */
    bool (*holds)(std::string const&);
    /** Of `{"v": …}`, not of the value by itself. */
    bool is_member;
};
/** By the place of the group in its file. */
using table = std::map<std::size_t, checker>;

template <class Operation>
bool holds(std::string const& json)
{
    auto const value = restbind::json::decode<typename Operation::request_type>(json);
    return value && Operation::build(*value).has_value();
}

table const& alternatives();
table const& arrays();
table const& combinations();
table const& layers();
table const& numbers();
table const& objects();
table const& references();
table const& strings();
table const& types();
table const& unevaluated();
table const& values();

} // namespace schema_truth
