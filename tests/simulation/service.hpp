// SPDX-License-Identifier: BSL-1.0
// The simulated service and its authorization server: what they do with a request is drawn.
#pragma once

#include "books.hpp"
#include "channel.hpp"
#include "history.hpp"

#include <restbind/testing/virtual_network.hpp>

#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace simulation
{

using restbind::testing::virtual_network;
using namespace std::chrono_literals;

/** In each secret: where this occurs in an output, a secret has leaked. */
inline constexpr std::string_view mark_of_secrets = "hush-";

/** The credentials for the proxy, `till:hush-proxy`, as they are sent (RFC 7617). */
inline constexpr std::string_view proxy_credentials = "dGlsbDpodXNoLXByb3h5";

/** What becomes of a connection, or of a request that has come whole. */
enum class fault : unsigned char
{
    none,
    /// @name Of connections that are made
    /// @{
    unknown_name,
    silent_name_server,
    refused,
    unreachable,
    nobody_answers,
    slow_connect,
    /// @}
    /// @name Of connections
    /// @{
    closed_at_once,
    reset_at_once,
    silent_handshake,
    broken_handshake,
    other_certificate,
    broken_within_request,
    closed_within_request,
    nothing_is_read,
    closed_when_idle,
    reset_when_idle,
    /// @}
    /// @name Of requests
    /// @{
    chunked,
    until_close,
    after_interim,
    in_pieces,
    late,
    then_closed,
    lost_request,
    lost_response,
    closed_without_response,
    silence,
    silence_after_effect,
    cut_head,
    cut_body,
    stalled_body,
    no_http,
    two_lengths,
    no_json,
    surplus,
    conflict,
    invalid,
    token_rejected,
    redirected,
    redirected_after_effect,
    too_many,
    failed,
    failed_after_effect,
    unavailable,
    unavailable_after_effect,
    bad_gateway,
    /// @}
    /// @name Of the authorization server
    /// @{
    token_server_fails,
    token_server_unavailable,
    token_refused,
    token_cut,
    token_no_json,
    token_expired,
    /// @}
    /// @name Of the proxy
    /// @{
    proxy_wants_credentials,
    proxy_fails,
    proxy_is_silent,
    proxy_cuts_off,
    proxy_says_too_much,
    /// @}
    /// @name Of everything
    /// @{
    tokens_revoked,
    clock_jump,
    address_change,
    unplugged,
    power_cut,
    power_cut_within_record,
    power_cut_within_start,
    disk_full,
    disk_throws,
    end_not_recorded,
    cancelled,
    cancelled_by_observer,
    clients_closed,
    one_client_closed,
    count ///< how many there are
    /// @}
};

inline constexpr std::array<char const*, static_cast<std::size_t>(fault::count)> fault_names{"none",
    "unknown name", "silent name server", "refused", "unreachable", "nobody answers",
    "slow connect", "closed at once", "reset at once", "silent handshake", "broken handshake",
    "other certificate", "broken within the request", "closed within the request",
    "nothing is read", "closed when idle", "reset when idle", "chunked", "until close",
    "after an interim response", "in pieces", "late", "then closed", "lost request",
    "lost response", "closed without response", "silence", "silence after the effect",
    "cut in the head", "cut in the body", "stalled in the body", "no HTTP", "two lengths",
    "no JSON", "surplus", "conflict", "invalid", "token rejected", "redirected",
    "redirected after the effect", "too many", "failed", "failed after the effect", "unavailable",
    "unavailable after the effect", "bad gateway", "token server fails", "token server unavailable",
    "token refused", "token cut", "token no JSON", "token expired", "the proxy wants credentials",
    "the proxy fails", "the proxy is silent", "the proxy cuts off", "the proxy says too much",
    "tokens revoked", "clock jump", "address change", "unplugged", "power cut",
    "power cut within a record", "power cut within the start", "disk full", "disk throws",
    "end not recorded", "cancelled", "cancelled by the observer", "clients closed",
    "one client closed"};

/** How often faults come, per mille. */
struct weather
{
    unsigned connect = 0;    ///< of connections that are made
    unsigned connection = 0; ///< of connections
    unsigned request = 0;
    unsigned token = 0;
    unsigned disk = 0;
};

/** What the parts of a world share. */
struct environment
{
    explicit environment(std::uint64_t seed)
        : luck(seed)
        , network(std::make_shared<virtual_network>(seed))
    {
    }

    void note(char const* text, std::int64_t first = 0, std::int64_t second = 0)
    {
        past.note(network->now(), text, first, second);
    }

    /** Counts a fault, and notes it. */
    fault met(fault what, std::int64_t about = 0)
    {
        ++met_[static_cast<std::size_t>(what)];
        note("fault %lld, about %lld", static_cast<std::int64_t>(what), about);
        return what;
    }

    std::uint64_t times_met(std::size_t what) const { return met_[what]; }

    /** The world is broken: what an invariant says does not hold. The first one counts. */
    void complain(char const* what, std::int64_t about = 0)
    {
        if (complaint)
            return;
        complaint = what;
        complained_about = about;
        note("BROKEN: see above; about %lld", about);
    }

    /** Complains if a text that leaves the program holds a secret. */
    void check(std::string_view text, char const* where)
    {
        if (text.find(mark_of_secrets) != std::string_view::npos ||
            text.find(proxy_credentials) != std::string_view::npos)
            complain(where);
    }

    book* find(std::int64_t sale)
    {
        if (sale < 1 || static_cast<std::size_t>(sale) > books.size())
            return nullptr;
        return &books[static_cast<std::size_t>(sale) - 1];
    }

    chance luck;
    history past;
    std::shared_ptr<virtual_network> const network;
    weather now{};
    std::vector<book> books;                            ///< of sale 1, 2, …
    std::set<std::string, std::less<>> tokens;          ///< that the service accepts
    std::unordered_map<std::string, std::int64_t> keys; ///< of sales that are paid
    std::int64_t issued = 0;
    int generation = 0; ///< of the service's address
    bool token_was_refused = false;
    char const* complaint = nullptr;
    std::int64_t complained_about = 0;

private:
    std::array<std::uint64_t, static_cast<std::size_t>(fault::count)> met_{};
};

/** A request that has come whole. */
struct request
{
    std::string_view line;
    std::string_view headers;
    std::string_view body;

    std::string_view header(std::string_view name) const
    {
        auto const at = headers.find(name);
        if (at == std::string_view::npos)
            return {};
        auto const begin = at + name.size();
        return headers.substr(begin, headers.find("\r\n", begin) - begin);
    }
};

inline std::int64_t number_behind(std::string_view text, std::string_view mark)
{
    std::int64_t number = 0;
    if (auto const at = text.find(mark); at != std::string_view::npos)
        std::from_chars(text.data() + at + mark.size(), text.data() + text.size(), number);
    return number;
}

/** The sale that a request is about. */
inline std::int64_t sale_of(std::string_view target, std::string_view body)
{
    return body.empty() ? number_behind(target, "sale=") : number_behind(body, "\"sale\":");
}

inline std::string response_text(std::string_view status, std::string_view body,
    std::string_view headers = {}, std::string_view type = "application/json")
{
    std::string text("HTTP/1.1 ");
    text.append(status).append("\r\nContent-Type: ").append(type).append("\r\n").append(headers);
    text.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n\r\n");
    return text.append(body);
}

/** A time as HTTP has it (RFC 9110, 5.6.7). */
inline std::string http_date(std::chrono::system_clock::time_point time)
{
    static constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array months{
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    auto const day = std::chrono::floor<std::chrono::days>(time);
    std::chrono::year_month_day const date(day);
    std::chrono::hh_mm_ss const at(std::chrono::floor<std::chrono::seconds>(time - day));
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%s, %02u %s %04d %02d:%02d:%02d GMT",
        days[std::chrono::weekday(day).c_encoding()], static_cast<unsigned>(date.day()),
        months[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
        static_cast<int>(at.hours().count()), static_cast<int>(at.minutes().count()),
        static_cast<int>(at.seconds().count()));
    return text.data();
}

/** One connection of a client, to the service or to the authorization server. */
class server : public virtual_network::peer
{
public:
    server(environment& world, virtual_network::far_end client, bool is_encrypted)
        : world_(world)
        , client_(std::move(client))
        , awaits_hello_(is_encrypted)
        , generation_(world.generation)
    {
        if (!world_.luck.per_mille(world_.now.connection))
            return;
        static constexpr std::array<fault, 7> plain{fault::closed_at_once, fault::reset_at_once,
            fault::broken_within_request, fault::closed_within_request, fault::nothing_is_read,
            fault::closed_when_idle, fault::reset_when_idle};
        static constexpr std::array<fault, 3> encrypted{
            fault::silent_handshake, fault::broken_handshake, fault::other_certificate};
        auto const drawn = world_.luck.below(plain.size() + (is_encrypted ? 3 : 0));
        fault_ = drawn < plain.size() ? plain[drawn] : encrypted[drawn - plain.size()];
        begin(fault_);
    }

    void received(std::string_view bytes) override
    {
        if (has_ended_)
            return client_.reset();
        input_ += bytes;
        if (awaits_hello_ && !shake_hands())
            return;
        if (breaks_at_ != 0 && input_.size() >= breaks_at_)
            return end(fault_ == fault::broken_within_request);
        for (;;)
        {
            auto const head = input_.find("\r\n\r\n");
            if (head == std::string::npos)
                return;
            std::string_view const text(input_);
            auto const line = text.find("\r\n");
            request asked{.line = text.substr(0, line),
                .headers = text.substr(line, head + 2 - line),
                .body = {}};
            std::size_t length = 0;
            std::string_view const digits = asked.header("\r\nContent-Length: ");
            std::from_chars(digits.data(), digits.data() + digits.size(), length);
            if (input_.size() < head + 4 + length)
                return;
            asked.body = text.substr(head + 4, length);
            if (generation_ != world_.generation && world_.luck.one_in(3))
                return end(true); // the old machine is switched off
            respond(asked);
            input_.erase(0, head + 4 + length);
            if (has_ended_)
                return;
        }
    }

protected:
    virtual void respond(request const& asked) = 0;

    /// The connection ends, at once or behind what was sent.
    void end(bool with_reset, virtual_network::duration after = 0ms)
    {
        has_ended_ = true;
        if (with_reset)
            client_.reset(after);
        else
            client_.close(after);
    }

    /// Sends a response, which may take its time.
    void send(std::string text, virtual_network::duration after = 0ms)
    {
        client_.send(std::move(text), after);
    }

    environment& world_;
    virtual_network::far_end const client_;

private:
    void begin(fault drawn)
    {
        world_.met(drawn);
        switch (drawn)
        {
        case fault::closed_at_once:
            return end(false, world_.luck.length(1s));
        case fault::reset_at_once:
            return end(true, world_.luck.length(1s));
        case fault::broken_within_request:
        case fault::closed_within_request:
            breaks_at_ = 1 + world_.luck.below(250);
            return;
        case fault::nothing_is_read:
            return client_.stop_reading();
        case fault::closed_when_idle:
            return client_.close(world_.luck.length(90s));
        case fault::reset_when_idle:
            return client_.reset(world_.luck.length(90s));
        default: // of the handshake
            return;
        }
    }

    /// @returns Whether the handshake is over, and well.
    bool shake_hands()
    {
        if (input_.empty())
            return false;
        if (input_.front() != hello)
            world_.complain("the handshake begins with another byte");
        input_.erase(0, 1);
        awaits_hello_ = false;
        if (fault_ == fault::silent_handshake)
            awaits_hello_ = true;
        else if (fault_ == fault::broken_handshake)
            end(world_.luck.one_in(2));
        else
            // Slow only in a storm: in calm hours a call waits for the connection of another one,
            // and its pool may give it no more than five seconds.
            send(std::string(1, fault_ == fault::other_certificate ? 'X' : usual_certificate),
                world_.luck.per_mille(world_.now.connection) ? world_.luck.length(5s) : 0ms);
        return fault_ != fault::silent_handshake && !has_ended_;
    }

    std::string input_;
    std::size_t breaks_at_ = 0;
    fault fault_ = fault::none;
    bool awaits_hello_;
    bool has_ended_ = false;
    int const generation_;
};

/** Sells seats. */
class box_office final : public server
{
public:
    using server::server;

private:
    fault draw()
    {
        if (!world_.luck.per_mille(world_.now.request))
            return fault::none;
        constexpr auto first = static_cast<std::uint64_t>(fault::chunked);
        constexpr auto last = static_cast<std::uint64_t>(fault::bad_gateway);
        return static_cast<fault>(first + world_.luck.below(last - first + 1));
    }

    /// Carries the operation out.
    void apply(request const& asked, std::int64_t sale, fault what)
    {
        book& call = *world_.find(sale);
        if (!changes(call.operation))
            return;
        bool const is_known_by_state = call.operation == operation::choose ||
                                       call.operation == operation::release ||
                                       (call.operation == operation::allocate && call.retries_lost);
        if (is_known_by_state && call.effects != 0)
            return;
        if (call.operation == operation::pay)
        {
            std::string key(asked.header("\r\nIdempotency-Key: "));
            if (key.empty())
                world_.complain("a payment has no key", sale);
            if (auto const [at, is_new] = world_.keys.emplace(std::move(key), sale); !is_new)
                return at->second == sale ? void()
                                          : world_.complain("two payments have one key", sale);
        }
        ++call.effects;
        bool const retry_is_documented =
            what == fault::unavailable_after_effect ||
            (what == fault::failed_after_effect && call.operation == operation::pay);
        call.excused += retry_is_documented ? 1U : 0U;
        world_.note("call %lld takes effect, the %lld. time", sale, call.effects);
        if (call.has_journal && call.record == recorded::nothing)
            world_.complain("the request was not in the journal before it left", sale);
    }

    void respond(request const& asked) override
    {
        std::int64_t const sale = sale_of(asked.line, asked.body);
        book* const call = world_.find(sale);
        if (!call)
            return world_.complain("the service received a request that nobody made", sale);
        ++call->received;
        world_.note("the service has request %lld of call %lld", call->received, sale);
        auto const token = asked.header("\r\nAuthorization: Bearer ");
        std::string const body = R"({"sale":)" + std::to_string(sale) + R"(,"text":"done"})";
        if (!world_.tokens.contains(token))
            return send(response_text("401 Unauthorized",
                R"({"detail":"no such token","traceId":")" + std::string(token) + "\"}"));
        fault const what = draw();
        if (what == fault::none)
        {
            apply(asked, sale, what);
            return send(response_text("200 OK", body), world_.luck.length(40ms));
        }
        world_.met(what, sale);
        answer(asked, sale, what, body);
    }

    void answer(request const& asked, std::int64_t sale, fault what, std::string const& body)
    {
        std::string const plain = response_text("200 OK", body);
        // What an error says may repeat the token that it was asked with.
        std::string const token(asked.header("\r\nAuthorization: Bearer "));
        auto const refuse = [&](std::string_view status, std::string headers = {})
        {
            headers += "X-Request-Id: " + (world_.luck.one_in(2) ? token : "a-name") + "\r\n";
            std::string const type = world_.luck.one_in(3)
                                         ? "application/problem+json; of=\"" + token + "\""
                                         : "application/json";
            send(response_text(status,
                R"({"detail":"not now","traceId":"t","asked":")" + token + "\"}", headers, type));
        };
        auto const applied = [&] { apply(asked, sale, what); };
        auto const cut = [&](std::size_t length)
        {
            applied();
            send(plain.substr(0, length));
            end(world_.luck.one_in(2), 1ms);
        };
        std::size_t const head = plain.size() - body.size();
        switch (what)
        {
        case fault::chunked:
            applied();
            return send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                        "Transfer-Encoding: chunked\r\n\r\n1\r\n" +
                        body.substr(0, 1) + "\r\n" +
                        std::string(1, "0123456789abcdef"[(body.size() - 1) >> 4]) +
                        std::string(1, "0123456789abcdef"[(body.size() - 1) & 15]) + "\r\n" +
                        body.substr(1) + "\r\n0\r\n\r\n");
        case fault::until_close:
            applied();
            send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n" +
                 body);
            return end(false, 1ms);
        case fault::after_interim:
            applied();
            return send("HTTP/1.1 100 Continue\r\n\r\n" + plain);
        case fault::in_pieces:
        {
            applied();
            auto const first = 1 + world_.luck.below(plain.size() - 2);
            send(plain.substr(0, first));
            return send(plain.substr(first), world_.luck.length(3s));
        }
        case fault::late:
            applied();
            return send(plain, world_.luck.length(60s));
        case fault::then_closed:
            applied();
            send(plain);
            return end(world_.luck.one_in(2), 1ms + world_.luck.length(5s));
        case fault::lost_request:
            return end(true, world_.luck.length(1s));
        case fault::lost_response:
            applied();
            return end(true, world_.luck.length(1s));
        case fault::closed_without_response:
            applied();
            return end(false, world_.luck.length(1s));
        case fault::silence:
            return client_.stop_reading();
        case fault::silence_after_effect:
            applied();
            return client_.stop_reading();
        case fault::cut_head:
            return cut(1 + world_.luck.below(head - 1));
        case fault::cut_body:
            return cut(head + world_.luck.below(body.size()));
        case fault::stalled_body:
            applied();
            return send(plain.substr(0, 1 + world_.luck.below(plain.size() - 1)));
        case fault::no_http:
            applied();
            send("this is no HTTP\r\n\r\n");
            return end(false, 1ms);
        case fault::two_lengths:
            applied();
            return send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                        "Content-Length: 3\r\nContent-Length: 4\r\n\r\n{}  ");
        case fault::no_json:
            applied();
            return send(response_text("200 OK", "<html>sold</html>", "X-Request-Id: a-name\r\n",
                world_.luck.one_in(2) ? "text/html; of=" + token : "application/json"));
        case fault::surplus:
            applied();
            return send(plain + response_text("200 OK", R"({"sale":0,"text":"foreign"})"));
        case fault::conflict:
            return refuse("409 Conflict");
        case fault::invalid:
            return refuse("422 Unprocessable Content");
        case fault::token_rejected:
            return refuse("401 Unauthorized");
        case fault::redirected_after_effect:
            applied();
            return refuse("303 See Other", "Location: /done?token=" + token + "\r\n");
        case fault::redirected:
            return refuse(
                "307 Temporary Redirect", "Location: https://other.test/" + token + "\r\n");
        case fault::too_many:
            return refuse("429 Too Many Requests", pause());
        case fault::failed_after_effect:
            applied();
            [[fallthrough]];
        case fault::failed:
            return refuse("500 Internal Server Error");
        case fault::unavailable_after_effect:
            applied();
            [[fallthrough]];
        case fault::unavailable:
            return refuse("503 Service Unavailable", pause());
        default:
            return send(response_text("502 Bad Gateway", "<html></html>"));
        }
    }

    /// A Retry-After header, or none. The clock of the service is that of the client, which
    /// somebody may have set.
    std::string pause()
    {
        switch (world_.luck.below(4))
        {
        case 0:
            return "Retry-After: 0\r\n";
        case 1:
            return "Retry-After: " + std::to_string(world_.luck.below(70)) + "\r\n";
        case 2:
            return "Retry-After: " +
                   http_date(world_.network->time_of_day() + world_.luck.length(100s)) + "\r\n";
        default:
            return {};
        }
    }
};

/** Gives tokens. */
class login final : public server
{
public:
    using server::server;

private:
    void respond(request const& asked) override
    {
        world_.note("the authorization server is asked; it has given %lld tokens", world_.issued);
        std::string const token =
            std::string(mark_of_secrets) + "token-" + std::to_string(++world_.issued);
        auto const life = world_.luck.one_in(6) ? world_.luck.between(1, 120) : 3599;
        auto const body = [&](std::int64_t seconds)
        {
            return R"({"token_type":"Bearer","expires_in":)" + std::to_string(seconds) +
                   R"(,"access_token":")" + token + "\"}";
        };
        if (!world_.luck.per_mille(world_.now.token))
        {
            accept(token, life);
            return send(response_text("200 OK", body(life)), world_.luck.length(100ms));
        }
        constexpr auto first = static_cast<std::uint64_t>(fault::token_server_fails);
        constexpr auto last = static_cast<std::uint64_t>(fault::token_expired);
        fault const what =
            world_.met(static_cast<fault>(first + world_.luck.below(last - first + 1)));
        // Bodies repeat the client's secret.
        std::string const repeated = R"({"error":"temporarily_unavailable","error_description":")" +
                                     std::string(asked.body) + "\"}";
        switch (what)
        {
        case fault::token_server_fails:
            return send(response_text("500 Internal Server Error", repeated));
        case fault::token_server_unavailable:
            return send(response_text("503 Service Unavailable", repeated, "Retry-After: 1\r\n"));
        case fault::token_refused:
            world_.token_was_refused = true;
            return send(response_text(
                "400 Bad Request", R"({"error":"invalid_client","error_description":")" +
                                       std::string(asked.body) + "\"}"));
        case fault::token_cut:
        {
            std::string const whole = response_text("200 OK", body(life));
            send(whole.substr(0, 1 + world_.luck.below(whole.size() - 1)));
            return end(world_.luck.one_in(2), 1ms);
        }
        case fault::token_no_json:
            return send(response_text("200 OK", "<html>" + token + "</html>"));
        default: // it has expired when it comes
            return send(response_text("200 OK", body(world_.luck.between(0, 1))), 2s);
        }
    }

    /// The service accepts the token as long as it lives.
    void accept(std::string const& token, std::int64_t seconds)
    {
        world_.tokens.insert(token);
        world_.network->later(std::chrono::seconds(seconds + 5),
            [&world = world_, token] { world.tokens.erase(token); });
    }
};

/** Makes tunnels to the others (CONNECT). */
class proxy final : public virtual_network::peer
{
public:
    proxy(environment& world, virtual_network::far_end&& client)
        : world_(world)
        , client_(std::move(client))
    {
    }

    void received(std::string_view bytes) override
    {
        if (behind_)
            return behind_->received(bytes);
        input_ += bytes;
        auto const end = input_.find("\r\n\r\n");
        if (end == std::string::npos)
            return;
        if (!input_.starts_with("CONNECT ") || end + 4 != input_.size())
            return world_.complain("a proxy is asked for something else than a tunnel");
        if (world_.luck.per_mille(world_.now.connection))
            return fail();
        bool const is_login = input_.starts_with("CONNECT login.test:");
        bool const is_encrypted =
            input_.substr(0, input_.find("\r\n")).find(":443 ") != std::string::npos;
        if (is_login)
            behind_ = std::make_unique<login>(world_, client_, is_encrypted);
        else
            behind_ = std::make_unique<box_office>(world_, client_, is_encrypted);
        client_.send("HTTP/1.1 200 Tunnel\r\n\r\n");
    }

private:
    void fail()
    {
        constexpr auto first = static_cast<std::uint64_t>(fault::proxy_wants_credentials);
        constexpr auto last = static_cast<std::uint64_t>(fault::proxy_says_too_much);
        switch (world_.met(static_cast<fault>(first + world_.luck.below(last - first + 1))))
        {
        case fault::proxy_wants_credentials:
            client_.send(response_text("407 Proxy Authentication Required", input_));
            return client_.close(1ms);
        case fault::proxy_fails:
            client_.send(response_text("502 Bad Gateway", input_));
            return client_.close(1ms);
        case fault::proxy_is_silent:
            return client_.stop_reading();
        case fault::proxy_cuts_off:
            client_.send("HTTP/1.1 2");
            return client_.reset(1ms);
        default:
            return client_.send("HTTP/1.1 200 Tunnel\r\n\r\nHTTP/1.1 200 OK\r\n\r\n");
        }
    }

    environment& world_;
    virtual_network::far_end const client_;
    std::string input_;
    std::unique_ptr<virtual_network::peer> behind_;
};

} // namespace simulation
