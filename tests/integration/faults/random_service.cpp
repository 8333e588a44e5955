// SPDX-License-Identifier: BSL-1.0
#include "random_service.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

namespace faults
{

namespace asio = boost::asio;
using boost::system::error_code;

namespace
{

/// One line of the draw: how often, what, whether the operation is carried out before, and whether
/// the connection ends with RST instead of FIN where it ends.
struct lot
{
    unsigned weight;
    action what;
    bool applied;
    bool reset;
};

constexpr std::array<lot, 32> lots{{
    {600, action::plain, true, false},
    {40, action::chunked, true, false},
    {15, action::until_close, true, false},
    {15, action::after_100, true, false},
    {15, action::in_pieces, true, false},
    {25, action::late, true, false},
    {20, action::then_end, true, false},
    {20, action::then_end, true, true},
    {12, action::lost, false, false},
    {12, action::lost, false, true},
    {12, action::lost, true, false},
    {12, action::lost, true, true},
    {8, action::cut_head, true, false},
    {8, action::cut_head, true, true},
    {4, action::cut_head, false, false},
    {8, action::cut_body, true, false},
    {8, action::cut_body, true, true},
    {6, action::junk, true, false},
    {6, action::junk, false, true},
    {6, action::bad_length, true, false},
    {8, action::no_json, true, false},
    {10, action::surplus, true, false},
    {15, action::refuse, false, false},
    {15, action::unauthorised, false, false},
    {18, action::fail, true, false},
    {18, action::fail, false, false},
    {10, action::unavailable, true, false},
    {15, action::unavailable, false, false},
    {6, action::gateway, true, false},
    {6, action::gateway, false, false},
    {1, action::stall, true, false},
    {1, action::stall, false, false},
}};

constexpr unsigned total_weight()
{
    unsigned sum = 0;
    for (lot const& one : lots)
        sum += one.weight;
    return sum;
}

lot const& drawn(std::uint64_t number)
{
    auto left = static_cast<unsigned>(number % total_weight());
    for (lot const& one : lots)
    {
        if (left < one.weight)
            return one;
        left -= one.weight;
    }
    return lots.front();
}

std::string head(std::string_view status, std::string_view headers)
{
    return "HTTP/1.1 " + std::string(status) + "\r\nContent-Type: application/json\r\n" +
           std::string(headers) + "\r\n";
}

std::string with_length(
    std::string_view status, std::string_view body, std::string_view headers = {})
{
    return head(status,
               std::string(headers) + "Content-Length: " + std::to_string(body.size()) + "\r\n") +
           std::string(body);
}

/// A number that follows a text.
std::int64_t number_behind(std::string_view text, std::string_view mark)
{
    std::int64_t number = 0;
    if (auto const at = text.find(mark); at != std::string_view::npos)
        std::from_chars(text.data() + at + mark.size(), text.data() + text.size(), number);
    return number;
}

void end_with_reset(asio::ip::tcp::socket& socket)
{
    error_code ignored;
    socket.set_option(asio::socket_base::linger(true, 0), ignored);
    socket.close(ignored);
}

} // namespace

random_service::random_service(std::uint64_t seed, bool with_faults)
    : seed_(seed)
    , with_faults_(with_faults)
    , acceptor_(io_, {asio::ip::address_v4::loopback(), 0})
{
    asio::co_spawn(io_, accept(), asio::detached);
    thread_ = std::thread([this] { io_.run(); });
}

random_service::~random_service()
{
    stop();
}

std::string random_service::url() const
{
    return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
}

void random_service::stop()
{
    io_.stop();
    if (thread_.joinable())
        thread_.join();
}

std::uint64_t random_service::draw(
    std::uint64_t kind, std::uint64_t number, std::uint64_t index) const
{
    // The finaliser of SplitMix64 over a sum of odd multiples.
    std::uint64_t z = seed_ * 0x9E3779B97F4A7C15 + kind * 0xD1B54A32D192ED03 +
                      number * 0x8CB92BA72F3D8DD7 + index * 0xEB44ACCAB455D165;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

asio::awaitable<void> random_service::pause(int milliseconds)
{
    asio::steady_timer timer(io_, std::chrono::milliseconds(milliseconds));
    co_await timer.async_wait(asio::use_awaitable);
}

asio::awaitable<bool> random_service::send(tcp::socket& socket, std::string text)
{
    error_code code;
    co_await asio::async_write(
        socket, asio::buffer(text), asio::redirect_error(asio::use_awaitable, code));
    co_return !code;
}

asio::awaitable<void> random_service::accept()
{
    for (;;)
    {
        error_code code;
        tcp::socket socket =
            co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, code));
        if (code)
            continue;
        socket.set_option(tcp::no_delay(true), code);
        asio::co_spawn(io_, serve(std::move(socket), ++connections_), asio::detached);
    }
}

asio::awaitable<void> random_service::serve(tcp::socket socket, std::uint64_t number)
{
    std::string input;
    for (std::uint64_t index = 0;; ++index)
    {
        // Some connections end before a request, the first one or a later one, or inside it.
        auto const fate = with_faults_ ? draw(1, number, index) % 100 : 100;
        if (fate == 0)
            end_with_reset(socket);
        if (fate <= 1)
            co_return;
        if (fate <= 4)
        {
            std::array<char, 40> space{};
            error_code code;
            co_await socket.async_read_some(
                asio::buffer(space), asio::redirect_error(asio::use_awaitable, code));
            if (fate == 4)
                end_with_reset(socket);
            co_return;
        }
        request asked;
        bool const received = co_await receive(socket, input, asked);
        if (!received)
            co_return;
        bool open = false;
        if (asked.target.starts_with("/login/"))
            open = co_await give_token(socket);
        else
            open = co_await perform(socket, asked);
        if (!open)
            co_return;
    }
}

asio::awaitable<bool> random_service::receive(
    tcp::socket& socket, std::string& input, request& found)
{
    std::size_t needed = 0;
    for (;;)
    {
        if (auto const end = input.find("\r\n\r\n"); end != std::string::npos)
        {
            auto const length = number_behind(input.substr(0, end), "Content-Length: ");
            needed = end + 4 + static_cast<std::size_t>(length);
            if (input.size() >= needed)
            {
                auto const target = input.find(' ') + 1;
                found.target = input.substr(target, input.find(' ', target) - target);
                found.body = input.substr(end + 4, needed - end - 4);
                break;
            }
        }
        error_code code;
        std::array<char, 4096> space{};
        std::size_t const size = co_await socket.async_read_some(
            asio::buffer(space), asio::redirect_error(asio::use_awaitable, code));
        if (code)
            co_return false;
        input.append(space.data(), size);
    }
    input.erase(0, needed);
    found.id = found.body.empty() ? number_behind(found.target, "id=")
                                  : number_behind(found.body, "\"id\":");
    co_return true;
}

asio::awaitable<bool> random_service::give_token(tcp::socket& socket)
{
    ++token_requests_;
    auto const fate = with_faults_ ? draw(2, token_requests_, 0) % 100 : 100;
    std::string const good = R"({"token_type":"Bearer","expires_in":3599,"access_token":"token-)" +
                             std::to_string(token_requests_) + "\"}";
    std::string text = with_length("200 OK", good);
    if (fate < 6)
        text = with_length("503 Service Unavailable", "{}", "Retry-After: 0\r\n");
    else if (fate < 9)
        text = with_length("500 Internal Server Error", "{}");
    else if (fate < 12)
        text.resize(text.size() - 10);
    else if (fate < 15)
        text.clear();
    else if (fate < 18)
        co_await pause(3);
    co_await send(socket, std::move(text));
    co_return false;
}

asio::awaitable<bool> random_service::perform(tcp::socket& socket, request const& asked)
{
    entry& call = calls_[asked.id];
    lot const& lot = with_faults_
                         ? drawn(draw(3, static_cast<std::uint64_t>(asked.id), call.requests))
                         : lots[0];
    ++call.requests;
    bool const changes_nothing = asked.body.empty();
    if (lot.applied && !changes_nothing)
    {
        ++call.effects;
        call.effects_with_5xx += lot.what == action::fail || lot.what == action::unavailable ? 1U : 0U;
    }

    std::string const body = R"({"id":)" + std::to_string(asked.id) + R"(,"name":"call )" +
                             std::to_string(asked.id) + "\"}";
    std::string const plain = with_length("200 OK", body);
    std::string text = plain;
    bool open = true;
    switch (lot.what)
    {
    case action::plain:
        break;
    case action::chunked:
        text = head("200 OK", "Transfer-Encoding: chunked\r\n") + "4\r\n" + body.substr(0, 4) +
               "\r\n" + std::string(1, "0123456789abcdef"[(body.size() - 4) >> 4]) +
               std::string(1, "0123456789abcdef"[(body.size() - 4) & 15]) + "\r\n" +
               body.substr(4) + "\r\n0\r\n\r\n";
        break;
    case action::until_close:
        text = head("200 OK", "Connection: close\r\n") + body;
        open = false;
        break;
    case action::after_100:
        text = "HTTP/1.1 100 Continue\r\n\r\n" + plain;
        break;
    case action::in_pieces:
        co_await send(socket, plain.substr(0, 20));
        co_await pause(1);
        co_await send(socket, plain.substr(20, plain.size() - 30));
        co_await pause(1);
        text = plain.substr(plain.size() - 10);
        break;
    case action::late:
        co_await pause(4);
        break;
    case action::then_end:
        open = false;
        break;
    case action::lost:
        text.clear();
        open = false;
        break;
    case action::cut_head:
        text.resize(25);
        open = false;
        break;
    case action::cut_body:
        text.resize(text.size() - 5);
        open = false;
        break;
    case action::junk:
        text = "this is no HTTP\r\n\r\n";
        open = false;
        break;
    case action::bad_length:
        text = head("200 OK", "Content-Length: 3\r\nContent-Length: 4\r\n") + "{}  ";
        break;
    case action::no_json:
        text = with_length("200 OK", "<html>sold</html>");
        break;
    case action::surplus:
        // In one piece: what comes after the next request was sent, nobody can tell from its
        // response.
        text += with_length("200 OK", R"({"id":1,"name":"foreign"})");
        break;
    case action::refuse:
        text = with_length("409 Conflict", R"({"errorCode":42})");
        break;
    case action::unauthorised:
        text = with_length("401 Unauthorized", "{}");
        break;
    case action::fail:
        text = with_length("500 Internal Server Error", "{}");
        break;
    case action::unavailable:
        text = with_length("503 Service Unavailable", "{}", "Retry-After: 0\r\n");
        break;
    case action::gateway:
        text = with_length("502 Bad Gateway", "<html></html>");
        break;
    case action::stall:
        co_await pause(60'000);
        co_return false;
    }
    bool const sent = text.empty() || co_await send(socket, std::move(text));
    if (!open && lot.reset)
        end_with_reset(socket);
    co_return sent&& open;
}

} // namespace faults
