// SPDX-License-Identifier: BSL-1.0
#ifndef TESTS_SANDBOX_FIXTURE_HPP
#define TESTS_SANDBOX_FIXTURE_HPP

#include "raw_client.hpp"

#include "sandbox.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace sandbox_tests {

// What examples/sandbox/scenario.json holds, written down a second time.
namespace world {

inline std::string const directory = "d1ec7081-0000-4000-8000-000000000001";
inline std::string const scope = "api://a9100000-0000-4000-8000-000000000002/.default";
inline std::string const kiosk = "c11e0000-0000-4000-8000-00000000000a";
inline std::string const kiosk_secret = "kiosk-secret-for-the-sandbox-only";
inline std::string const office = "c11e0000-0000-4000-8000-00000000000b";

/// "box office+secret&for=the sandbox, 100%", encoded by hand in both ways a form allows.
inline std::string const office_secret_encoded = "box+office%2Bsecret%26for%3Dthe%20sandbox%2C+100%25";

inline constexpr std::int64_t hall = 4300000001;
inline constexpr std::int64_t theatre = 4300000002;
inline constexpr std::int64_t session_1 = 4500000001;
inline constexpr std::int64_t session_2 = 4500000002;
inline constexpr std::int64_t poster = 4700000004;
inline constexpr std::int64_t photo = 4700000005;
inline constexpr std::int64_t parking = 4700000003;
inline constexpr std::int64_t cart = 4800000001;

} // namespace world

inline std::string const events_path = "/api/v1/catalog/events";
inline std::string const best_path = "/api/v1/cart/allocateBestSeats";
inline std::string const manual_path = "/api/v1/cart/allocateManualSeats";
inline std::string const confirm_path = "/api/v1/order/confirm";
inline std::string const picture_path = "/api/v1/ext/catalog/venues/picture";
inline std::string const products_path = "/api/v1/ext/cart/allocateProducts";

inline sandbox::scenario default_scenario()
{
    return sandbox::load_scenario_file(TICKETING_SANDBOX_SCENARIO);
}

inline boost::json::value json_of(response const& r)
{
    return boost::json::parse(r.body);
}

/** Whether the text has the form of the pattern: `h` stands for one of 0-9a-f, `d` for a digit, everything else for
    itself.
*/
inline bool has_form(std::string_view text, std::string_view pattern)
{
    auto const fits = [](char c, char p) {
        bool const digit = c >= '0' && c <= '9';
        return p == 'd' ? digit : p == 'h' ? digit || (c >= 'a' && c <= 'f') : c == p;
    };

    return std::equal(text.begin(), text.end(), pattern.begin(), pattern.end(), fits);
}

/// The body with the values of the two last members replaced by T, if they have the right form.
inline std::string stable(response const& r)
{
    // What follows `instance` up to the end: names, 32 digits of the trace, 24 characters of the time.
    constexpr std::string_view trace = R"("traceId":")";
    constexpr std::string_view time = R"(","timestamp":")";
    constexpr std::size_t size = trace.size() + 32 + time.size() + 24 + 2;
    if (r.body.size() < size)
        return r.body;

    auto const start = r.body.size() - size;
    auto const tail = std::string_view(r.body).substr(start);
    bool const good = tail.substr(0, trace.size()) == trace &&
                      has_form(tail.substr(trace.size(), 32), std::string(32, 'h')) &&
                      tail.substr(trace.size() + 32, time.size()) == time &&
                      has_form(tail.substr(trace.size() + 32 + time.size(), 24), "dddd-dd-ddTdd:dd:dd.dddZ") &&
                      tail.substr(size - 2) == "\"}";

    return good ? r.body.substr(0, start) + R"("traceId":T,"timestamp":T})" : r.body;
}

/// A problem document as it must read, byte for byte, apart from trace and time. `rest` follows `instance`.
inline std::string problem_text(unsigned status, std::string_view title, std::string_view detail,
                                std::string_view instance, std::string_view rest = "")
{
    std::string text = R"({"type":"about:blank","title":")";
    text.append(title).append(R"(","status":)").append(std::to_string(status));
    text.append(R"(,"detail":")").append(detail).append(R"(","instance":")").append(instance).append("\",");
    text.append(rest).append(R"("traceId":T,"timestamp":T})");

    return text;
}

/// A service with the default world, and a client of it.
struct sandbox_fixture
{
    sandbox_fixture() : sandbox_fixture(default_scenario()) {}

    explicit sandbox_fixture(sandbox::scenario content) : server(std::move(content)) {}

    [[nodiscard]] response send(std::string_view method, std::string_view target, headers const& fields = {},
                                std::string_view body = {}) const
    {
        return raw_client(server.port()).send(method, target, fields, body);
    }

    [[nodiscard]] response token_response(std::string_view form) const
    {
        return send("POST", "/" + world::directory + "/oauth2/v2.0/token",
                    {{"Content-Type", "application/x-www-form-urlencoded"}}, form);
    }

    [[nodiscard]] std::string token(std::string const& client = world::kiosk) const
    {
        auto const& secret = client == world::kiosk ? world::kiosk_secret : world::office_secret_encoded;
        auto const r = token_response("grant_type=client_credentials&client_id=" + client + "&client_secret=" +
                                      secret + "&scope=" + world::scope);
        BOOST_REQUIRE_EQUAL(r.status, 200U);
        auto const text = json_of(r).at("access_token").as_string();
        return {text.data(), text.size()};
    }

    [[nodiscard]] headers as(std::string const& client = world::kiosk, std::string const& tenant = "arena") const
    {
        return {{"Authorization", "Bearer " + token(client)},
                {"x-tenant", tenant},
                {"Content-Type", "application/json"}};
    }

    [[nodiscard]] response post(std::string_view target, std::string_view body) const
    {
        return send("POST", target, as(), body);
    }

    [[nodiscard]] response get(std::string_view target) const { return send("GET", target, as()); }

    sandbox::server server;
};

/// Runs a service with another world.
inline sandbox_fixture with_scenario(void (*change)(sandbox::scenario&))
{
    auto content = default_scenario();
    change(content);
    return sandbox_fixture(std::move(content));
}

} // namespace sandbox_tests

#endif
