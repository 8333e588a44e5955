// SPDX-License-Identifier: BSL-1.0
// Generated headers after the macros of platform headers. The runtime and what it includes stand in
// front.
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/operation.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/json/schema/pattern.hpp>
#include <restbind/json/schema/schema.hpp>
#include <restbind/net/blocking_client.hpp>
#include <restbind/net/client.hpp>
#include <restbind/net/network.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/describe/class.hpp>
#include <boost/mp11/list.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

// clang-format off: the order is the point of the test.
#include "support/hostile_macros.hpp"
#include "golden/macros.hpp"
// clang-format on

namespace
{

std::string round_trip(std::string const& json)
{
    auto const value = restbind::json::decode<golden::macros::ERROR_>(json);
    if (!value || !golden::macros::operations::emit_::build({.min_ = {}, .in = {}, .body = *value}))
        return {};
    return restbind::json::encode(*value).value();
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_after_hostile_macros)

BOOST_AUTO_TEST_CASE(names_that_are_macros_elsewhere_work)
{
    std::string const json =
        R"({"linux":1,"unix":2,"major":"a","minor":[],"slots":["IN","linux"],"interface":{"IN":"x"},"errno":5})";
    BOOST_TEST(round_trip(json) == json);
}

BOOST_AUTO_TEST_SUITE_END()
