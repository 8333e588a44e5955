// SPDX-License-Identifier: BSL-1.0
// Name lookup by a function of the application, and several addresses of one name.
#include "sockets.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>

#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/resource.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

namespace
{

using namespace fake;
using restbind::http::retry_policy;
using address_vector = std::vector<boost::asio::ip::address>;

/// Options for a name that leads to the given addresses, at the server's port.
net::client_options named_options(std::uint16_t port, address_vector found)
{
    net::client_options options;
    options.base_url = "http://service.test:" + std::to_string(port);
    options.allow_plain_http = true;
    options.anonymous = true;
    options.timeouts.call = 9s;
    options.retry.policy = retry_policy::never;
    options.resolver = [found = std::move(found)](std::string const& host)
    {
        BOOST_TEST(host == "service.test");
        return restbind::result<address_vector>(found);
    };
    return options;
}

/// A name server that responds when it is told to.
struct late_response
{
    std::mutex mutex;
    std::condition_variable changed;
    bool open = false;
    std::atomic<int> asked{0};

    restbind::result<address_vector> operator()()
    {
        ++asked;
        std::unique_lock lock(mutex);
        changed.wait_for(lock, 9s, [this] { return open; });
        return address_vector{ip("127.0.0.1")};
    }
    void release()
    {
        std::lock_guard const lock(mutex);
        open = true;
        changed.notify_all();
    }
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_connect)

BOOST_AUTO_TEST_CASE(the_application_can_look_names_up)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    client caller(
        io.get_executor(), named_options(server.port(), {ip("127.0.0.1")}), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
    BOOST_TEST(
        server.requests().at(0).header("host") == "service.test:" + std::to_string(server.port()));
}

BOOST_AUTO_TEST_CASE(a_lookup_that_fails_or_finds_nothing_or_throws_is_an_error_of_its_phase)
{
    using found = restbind::result<address_vector>;
    std::vector<std::pair<net::resolve_function, boost::system::error_code>> const cases{
        {[](std::string const&) -> found
            {
                restbind::error failure(error_kind::resolve);
                restbind::detail::fill(failure).with_code(
                    boost::asio::error::host_not_found_try_again);
                return failure;
            },
            boost::asio::error::host_not_found_try_again},
        {[](std::string const&) -> found { return address_vector(); },
            boost::asio::error::host_not_found},
        {[](std::string const&) -> found { throw std::runtime_error("no"); },
            make_error_code(error_kind::resolve)}};
    for (auto const& [resolve, code] : cases)
    {
        auto options = named_options(9, {});
        options.resolver = resolve;
        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(!outcome.has_value());
        BOOST_TEST((outcome.error() == error_kind::resolve), outcome.error().message());
        BOOST_TEST((outcome.error().code() == code), outcome.error().message());
        BOOST_TEST((outcome.error().at() == phase::resolve));
        BOOST_TEST(!outcome.error().outcome_unknown());
    }
}

// survives: N2
BOOST_AUTO_TEST_CASE(a_silent_lookup_costs_one_thread_and_ends_no_call_late)
{
    auto const late = std::make_shared<late_response>();
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = named_options(server.port(), {});
    options.timeouts.connect = 100ms;
    options.resolver = [late](std::string const&) { return (*late)(); };
    boost::asio::io_context io;
    std::optional<client> caller(
        std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});

    // The phase's limit, then the call's deadline.
    auto const limited = call_once<operations::buy>(io, *caller);
    BOOST_TEST((limited.error() == error_kind::resolve), limited.error().message());
    BOOST_TEST((limited.error() == boost::asio::error::timed_out));
    auto const hasty = call_once<operations::buy>(io, *caller, good_item, {.deadline = 20ms});
    BOOST_TEST((hasty.error() == error_kind::timed_out), hasty.error().message());
    BOOST_TEST((hasty.error().at() == phase::resolve));
    BOOST_TEST(late->asked == 1);

    // A cancellation, then the client's end.
    std::optional<restbind::result<Item>> cancelled;
    std::optional<restbind::result<Item>> ended;
    boost::asio::cancellation_signal signal;
    auto const start = clock::now();
    boost::asio::co_spawn(
        io,
        [&]() -> awaitable<void>
        {
            auto work = caller->buy(good_item);
            cancelled.emplace(co_await std::move(work));
        },
        boost::asio::bind_cancellation_slot(signal.slot(), boost::asio::detached));
    io.restart();
    io.poll();
    signal.emit(boost::asio::cancellation_type::terminal);
    io.run_for(5s);
    BOOST_TEST_REQUIRE(cancelled.has_value());
    BOOST_TEST((cancelled->error() == error_kind::cancelled), cancelled->error().message());
    BOOST_TEST((cancelled->error().at() == phase::resolve));
    boost::asio::co_spawn(io, caller->buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> r) { ended.emplace(std::move(r)); });
    io.restart();
    io.poll();
    caller.reset();
    io.run_for(5s);
    BOOST_TEST_REQUIRE(ended.has_value());
    BOOST_TEST((ended->error() == error_kind::client_closed), ended->error().message());
    BOOST_TEST(since(start).count() < 3000);
    BOOST_TEST(late->asked == 1);
    late->release();
}

BOOST_AUTO_TEST_CASE(a_lookup_that_responds_after_a_call_gave_up_serves_the_next_one)
{
    auto const late = std::make_shared<late_response>();
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = named_options(server.port(), {});
    options.resolver = [late](std::string const&) { return (*late)(); };
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const hasty = call_once<operations::buy>(io, caller, good_item, {.deadline = 20ms});
    BOOST_TEST((hasty.error() == error_kind::timed_out));
    late->release();
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
}

// survives: N4
BOOST_AUTO_TEST_CASE(an_address_that_refuses_is_passed_over_at_once)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    address_vector found;
    for (int i = 2; i != 12; ++i)
        found.push_back(ip(("127.0.0." + std::to_string(i)).c_str()));
    found.push_back(ip("127.0.0.1"));
    boost::asio::io_context io;
    client caller(io.get_executor(), named_options(server.port(), found), {.tenant = "arena"});
    auto const start = clock::now();
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
    // Ten delays would be 2.5 s.
    BOOST_TEST(since(start).count() < 2000);
}

// survives: N4, N6
BOOST_AUTO_TEST_CASE(a_silent_address_delays_by_a_quarter_of_a_second)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    silent_address const deaf("127.0.0.2", server.port());
    boost::asio::io_context io;
    client caller(io.get_executor(),
        named_options(server.port(), {ip("127.0.0.2"), ip("127.0.0.1")}), {.tenant = "arena"});
    auto const start = clock::now();
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
    BOOST_TEST(since(start).count() >= 249);
    BOOST_TEST(since(start).count() < 900);
    BOOST_TEST(server.connections() == 1U);
}

BOOST_AUTO_TEST_CASE(the_second_family_is_tried_before_the_second_address_of_the_first)
{
    // The first address is silent. The second one of its family would serve the call as well.
    scripted_server server([](received_request const&) { return response(200, good_body); });
    silent_address const deaf("127.0.0.2", server.port());
    int const listener = ::socket(AF_INET6, SOCK_STREAM, 0);
    sockaddr_in6 at{};
    at.sin6_family = AF_INET6;
    at.sin6_port = htons(server.port());
    at.sin6_addr = in6addr_loopback;
    if (::bind(listener, reinterpret_cast<sockaddr*>(&at), sizeof at) != 0)
    {
        ::close(listener);
        BOOST_TEST_MESSAGE("this machine has no IPv6");
        return;
    }
    BOOST_TEST_REQUIRE(::listen(listener, 4) == 0);
    std::thread other(
        [listener]
        {
            int const peer = ::accept(listener, nullptr, nullptr);
            if (peer < 0)
                return;
            read_head(peer);
            send_text(peer, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                            "Content-Length: 22\r\nConnection: close\r\n\r\n" +
                                std::string(good_body));
            ::close(peer);
        });
    {
        boost::asio::io_context io;
        client caller(io.get_executor(),
            named_options(server.port(), {ip("127.0.0.2"), ip("127.0.0.1"), ip("::1")}),
            {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST(outcome.has_value());
    }
    ::shutdown(listener, SHUT_RDWR);
    other.join();
    ::close(listener);
    BOOST_TEST(server.connections() == 0U);
}

BOOST_AUTO_TEST_CASE(without_file_descriptors_a_call_fails_at_once)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = named_options(server.port(), {ip("127.0.0.1"), ip("127.0.0.1")});
    options.pool.max_idle = 0;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    // Whatever the execution context needs for itself it has after one call.
    BOOST_TEST_REQUIRE(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST_REQUIRE(server.wait_for_ended(1));
    struct descriptor_limit
    {
        descriptor_limit()
        {
            BOOST_TEST_REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
            int const next = ::dup(0);
            ::close(next);
            rlimit none = before;
            none.rlim_cur = static_cast<rlim_t>(next);
            BOOST_TEST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
        }
        ~descriptor_limit() { ::setrlimit(RLIMIT_NOFILE, &before); }
        rlimit before{};
    };
    auto const start = clock::now();
    auto const outcome = [&]
    {
        descriptor_limit const none_left;
        return call_once<operations::buy>(io, caller);
    }();
    BOOST_TEST_REQUIRE(outcome.has_error());
    BOOST_TEST((outcome.error() == error_kind::connect), outcome.error().message());
    BOOST_TEST((outcome.error() == boost::asio::error::no_descriptors));
    BOOST_TEST(since(start).count() < 5000);
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
}

BOOST_AUTO_TEST_CASE(a_name_is_looked_up_anew_for_each_connection)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = named_options(server.port(), {});
    options.pool.max_idle = 0;
    std::atomic<int> asked{0};
    options.resolver = [&](std::string const&)
    {
        ++asked;
        return restbind::result<address_vector>({ip("127.0.0.1")});
    };
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    for (int i = 1; i != 4; ++i)
    {
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        BOOST_TEST(asked == i);
    }
}

BOOST_AUTO_TEST_CASE(small_messages_are_sent_at_once)
{
    // TCP_NODELAY on the one socket of this program that leads to the server.
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    client caller(
        io.get_executor(), named_options(server.port(), {ip("127.0.0.1")}), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    int found = 0;
    for (int handle = 0; handle != 1024; ++handle)
    {
        sockaddr_in peer{};
        socklen_t size = sizeof peer;
        if (::getpeername(handle, reinterpret_cast<sockaddr*>(&peer), &size) != 0 ||
            peer.sin_family != AF_INET || ntohs(peer.sin_port) != server.port())
            continue;
        int on = 0;
        size = sizeof on;
        BOOST_TEST(::getsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &on, &size) == 0);
        BOOST_TEST(on != 0);
        ++found;
    }
    BOOST_TEST(found == 1);
}

BOOST_AUTO_TEST_CASE(only_so_many_addresses_are_tried)
{
    // The live address is the 17th of those that refuse.
    scripted_server server([](received_request const&) { return response(200, good_body); });
    address_vector found;
    for (int i = 2; i != 18; ++i)
        found.push_back(ip(("127.0.0." + std::to_string(i)).c_str()));
    found.push_back(ip("127.0.0.1"));
    boost::asio::io_context io;
    client caller(io.get_executor(), named_options(server.port(), found), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::connect), outcome.error().message());
    BOOST_TEST((outcome.error() == boost::asio::error::connection_refused));
    BOOST_TEST(server.connections() == 0U);
}

BOOST_AUTO_TEST_CASE(silent_addresses_end_with_the_limit_the_deadline_a_cancellation_or_the_client)
{
    std::uint16_t port = 0;
    int const reserved = listen_on("127.0.0.4", 0, port);
    silent_address const first("127.0.0.2", port);
    silent_address const second("127.0.0.3", port);
    auto options = named_options(port, {ip("127.0.0.2"), ip("127.0.0.3")});
    options.timeouts.connect = 400ms; // both attempts are under way
    boost::asio::io_context io;
    std::optional<client> caller(
        std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});

    auto start = clock::now();
    auto const limited = call_once<operations::buy>(io, *caller);
    BOOST_TEST((limited.error() == error_kind::connect), limited.error().message());
    BOOST_TEST((limited.error() == boost::asio::error::timed_out));
    BOOST_TEST((limited.error().at() == phase::connect));
    BOOST_TEST(since(start).count() >= 399);
    auto const hasty = call_once<operations::buy>(io, *caller, good_item, {.deadline = 300ms});
    BOOST_TEST((hasty.error() == error_kind::timed_out), hasty.error().message());
    BOOST_TEST((hasty.error().at() == phase::connect));

    std::optional<restbind::result<Item>> cancelled;
    std::optional<restbind::result<Item>> ended;
    boost::asio::cancellation_signal signal;
    start = clock::now();
    boost::asio::co_spawn(
        io,
        [&]() -> awaitable<void>
        {
            auto work = caller->buy(good_item);
            cancelled.emplace(co_await std::move(work));
        },
        boost::asio::bind_cancellation_slot(signal.slot(), boost::asio::detached));
    boost::asio::co_spawn(io, caller->buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> r) { ended.emplace(std::move(r)); });
    io.restart();
    io.run_for(270ms);
    signal.emit(boost::asio::cancellation_type::terminal);
    io.poll();
    caller.reset();
    io.run_for(5s);
    BOOST_TEST_REQUIRE(cancelled.has_value());
    BOOST_TEST((cancelled->error() == error_kind::cancelled), cancelled->error().message());
    BOOST_TEST((cancelled->error().at() == phase::connect));
    BOOST_TEST_REQUIRE(ended.has_value());
    BOOST_TEST((ended->error() == error_kind::client_closed), ended->error().message());
    BOOST_TEST(io.stopped());
    BOOST_TEST(since(start).count() < 399, "the limit has ended them");
    ::close(reserved);
}

BOOST_AUTO_TEST_CASE(an_execution_context_may_be_destroyed_while_addresses_are_tried)
{
    std::uint16_t port = 0;
    int const reserved = listen_on("127.0.0.4", 0, port);
    silent_address const deaf("127.0.0.2", port);
    {
        boost::asio::io_context io;
        client caller(
            io.get_executor(), named_options(port, {ip("127.0.0.2")}), {.tenant = "arena"});
        boost::asio::co_spawn(
            io, caller.buy(good_item), [](std::exception_ptr, restbind::result<Item>) {});
        io.run_for(50ms);
    }
    ::close(reserved);
}

BOOST_AUTO_TEST_CASE(a_context_without_locks_is_left_alone_by_other_threads)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    for (int const hint : {BOOST_ASIO_CONCURRENCY_HINT_UNSAFE, BOOST_ASIO_CONCURRENCY_HINT_SAFE, 1})
    {
        boost::asio::io_context io(hint);
        std::thread::id asked_in;
        auto options = options_for(server);
        options.base_url = "http://seats.test:" + std::to_string(server.port());
        options.allow_plain_http = true;
        options.resolver = [&](std::string const&) -> restbind::result<address_vector>
        {
            asked_in = std::this_thread::get_id();
            return address_vector{ip("127.0.0.1")};
        };
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        BOOST_TEST((asked_in == std::this_thread::get_id()) ==
                   (hint == BOOST_ASIO_CONCURRENCY_HINT_UNSAFE));
    }
}

#ifndef RESTBIND_SANITIZED // sanitizers look at objects through pipes, and find none without descriptors
BOOST_AUTO_TEST_CASE(without_a_free_descriptor_a_call_ends_with_the_systems_code)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    for (bool const has_called : {false, true})
    {
        boost::asio::io_context io;
        auto options = options_for(server);
        options.pool.idle_timeout = 0ms;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        if (has_called)
            BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        rlimit usual{};
        ::getrlimit(RLIMIT_NOFILE, &usual);
        rlimit const none{.rlim_cur = 0, .rlim_max = usual.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &none);
        auto const got = call_once<operations::buy>(io, caller);
        ::setrlimit(RLIMIT_NOFILE, &usual);
        BOOST_TEST((got.error() == error_kind::connect));
        BOOST_TEST((got.error() == boost::system::errc::too_many_files_open));
        BOOST_TEST((got.error().at() == phase::connect));
        BOOST_TEST(!got.error().outcome_unknown());
        // Without a descriptor for timers there can be no pause either.
        BOOST_TEST(got.error().attempts().size() == (has_called ? 3U : 1U), got.error());
        auto const later = call_once<operations::buy>(io, caller);
        BOOST_TEST(later.has_value(), later.error());
    }
}

BOOST_AUTO_TEST_CASE(without_a_free_descriptor_there_is_no_waiting_for_a_token)
{
    scripted_server server([](received_request const& request)
        { return is_token_request(request) ? token_response("first") : response(200, good_body); });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(server), {.tenant = "arena"});
    rlimit usual{};
    ::getrlimit(RLIMIT_NOFILE, &usual);
    rlimit const none{.rlim_cur = 0, .rlim_max = usual.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
    auto const got = call_once<operations::buy>(io, caller);
    ::setrlimit(RLIMIT_NOFILE, &usual);
    BOOST_TEST((got.error() == error_kind::connect));
    BOOST_TEST((got.error() == boost::system::errc::too_many_files_open));
    BOOST_TEST((got.error().at() == phase::token));
}

#endif

#ifdef __GLIBC__
BOOST_AUTO_TEST_CASE(without_memory_for_a_thread_there_is_an_error_and_no_exception)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    auto options = options_for(server);
    options.base_url = "http://localhost:" + std::to_string(server.port());
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});

    pthread_attr_t usual;
    pthread_attr_t huge;
    ::pthread_getattr_default_np(&usual);
    ::pthread_attr_init(&huge);
    ::pthread_attr_setstacksize(&huge, std::size_t{1} << 46);
    ::pthread_setattr_default_np(&huge);
    auto const looked_up = call_once<operations::buy>(io, caller);
    auto const blocking = blocking_client::make(options_for(server), {.tenant = "arena"});
    ::pthread_setattr_default_np(&usual);
    ::pthread_attr_destroy(&huge);
    ::pthread_attr_destroy(&usual);

    BOOST_TEST((looked_up.error() == error_kind::resolve));
    BOOST_TEST((looked_up.error().at() == phase::resolve));
    BOOST_TEST((looked_up.error() == boost::system::errc::resource_unavailable_try_again));
    BOOST_TEST((blocking.error() == error_kind::connect));
    BOOST_TEST((blocking.error() == boost::system::errc::resource_unavailable_try_again));
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
}
#endif

BOOST_AUTO_TEST_SUITE_END()
