// SPDX-License-Identifier: BSL-1.0
// Responses over TLS that come before all of the request was sent, and what a channel may ask for
// while it writes.
#include "fixture.hpp"

#include <restbind/http/secure_channel.hpp>

#include <atomic>
#include <cstring>
#include <deque>

namespace
{

using namespace fake;

std::string const refusal = "HTTP/1.1 422 Unprocessable\r\nContent-Type: application/json\r\n"
                            "Content-Length: 33\r\n\r\n"
                            R"({"title":"too large","status":1})"
                            "\n";

/// Encryption that changes nothing, and that cannot write before it has heard a byte of the peer's.
class hesitant_channel final : public restbind::http::secure_channel
{
public:
    explicit hesitant_channel(std::atomic<int>& steps)
        : steps_(steps)
    {
    }

    status handshake() override { return status::ok; }
    status write(std::string_view head, std::string_view body) override
    {
        message_ = std::string(head) + std::string(body);
        return write_more();
    }
    status write_more() override
    {
        ++steps_;
        if (!heard_)
            return status::want_read;
        outgoing_ += message_;
        message_.clear();
        return status::ok;
    }
    decrypted read(std::span<char> to) override
    {
        if (!heard_ && !incoming_.empty())
        {
            heard_ = true;
            incoming_.erase(0, 1);
        }
        std::size_t const count = incoming_.copy(to.data(), to.size());
        incoming_.erase(0, count);
        if (count == 0)
            return {ended_ ? status::closed : status::want_read, 0};
        return {status::ok, count};
    }
    std::span<char> input_capacity() override { return space_; }
    void received(std::size_t count) override { incoming_.append(space_.data(), count); }
    void input_ended() override { ended_ = true; }
    std::string_view outgoing() override { return outgoing_; }
    void sent(std::size_t count) override { outgoing_.erase(0, count); }
    bool is_quiet() override { return incoming_.empty() && !ended_; }
    void close() override {}
    restbind::error const& failure() const override { return failure_; }

private:
    std::atomic<int>& steps_;
    std::string message_;
    std::string incoming_;
    std::string outgoing_;
    std::array<char, 4096> space_{};
    restbind::error failure_;
    bool heard_ = false;
    bool ended_ = false;
};

class hesitant_factory final : public restbind::http::secure_channel_factory
{
public:
    std::unique_ptr<restbind::http::secure_channel> make(std::string const&, std::uint16_t) override
    {
        return std::make_unique<hesitant_channel>(steps);
    }

    std::atomic<int> steps{0};
};

} // namespace

BOOST_AUTO_TEST_SUITE(tls_early_response)

BOOST_AUTO_TEST_CASE(a_refusal_arrives_although_the_server_does_not_read_the_request)
{
    for (int const version : {TLS1_2_VERSION, TLS1_3_VERSION})
    {
        auto behaviour = behave_well();
        behaviour.newest = version;
        behaviour.early_response = refusal;
        tls_server const server(behaviour, response_well);
        boost::asio::io_context io;
        client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        Item const large{.id = 7, .name = std::string(20U << 20, 'x')};
        auto const start = clock::now();
        auto const outcome = call_once<operations::buy>(io, caller, large);
        BOOST_TEST(since(start).count() < 8000);
        BOOST_TEST_REQUIRE(!outcome.has_value());
        auto const error = outcome.error();
        BOOST_TEST((error == error_kind::client_error), error.message());
        BOOST_TEST(error.status() == 422);
        BOOST_TEST(error.problem().title == "too large");
        BOOST_TEST(!error.outcome_unknown());
        BOOST_TEST(server.counted().connections == 1U);
        // Half a request is on the connection.
        static_cast<void>(call_once<operations::buy>(io, caller, large));
        BOOST_TEST(server.counted().connections == 2U);
    }
}

BOOST_AUTO_TEST_CASE(a_refusal_arrives_although_the_server_closes_without_reading)
{
    auto behaviour = behave_well();
    behaviour.early_response = refusal;
    behaviour.closes_after_early_response = true;
    tls_server const server(behaviour, response_well);
    boost::asio::io_context io;
    client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    Item const large{.id = 7, .name = std::string(20U << 20, 'x')};
    auto const outcome = call_once<operations::buy>(io, caller, large);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    auto const error = outcome.error();
    // A reset may overtake the response; then nothing is known of it, and nothing was applied.
    BOOST_TEST((error == error_kind::client_error || error == error_kind::write), error.message());
    BOOST_TEST((error == error_kind::write || error.status() == 422));
    BOOST_TEST(!error.outcome_unknown());
    BOOST_TEST(error.sends() == 1U);
    BOOST_TEST(server.counted().connections == 1U);
}

BOOST_AUTO_TEST_CASE(encryption_that_has_to_hear_the_peer_before_it_writes_gets_to_hear_it)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    server.on_connect([](std::size_t) { return script().wait(300ms).send("!"); });
    auto const factory = std::make_shared<hesitant_factory>();
    net::client_options options;
    options.base_url = "https://127.0.0.1:" + std::to_string(server.port());
    options.anonymous = true;
    options.timeouts.call = 5s;
    options.retry.policy = restbind::http::retry_policy::never;
    options.tls = factory;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error());
    BOOST_TEST(factory->steps <= 6, "it was asked over and over again while nothing came");
}

BOOST_AUTO_TEST_SUITE_END()
