// SPDX-License-Identifier: BSL-1.0
// One world: a network, a service, a disk, and a program with several clients, which loses its
// power now and then.
#pragma once

#include "books.hpp"
#include "channel.hpp"
#include "disk.hpp"
#include "history.hpp"
#include "memory.hpp"
#include "service.hpp"

#include <restbind/journal.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/testing/virtual_network.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>

#include <box/v1.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace simulation
{

using box::v1::Receipt;

/** What runs have come to. */
struct totals
{
    std::uint64_t calls = 0;
    std::array<std::uint64_t, 5> endings{}; ///< by `ending`
    std::array<std::uint64_t, 64> kinds{};  ///< of errors
    std::array<std::uint64_t, static_cast<std::size_t>(fault::count)> faults{};
    std::uint64_t effects = 0;
    std::uint64_t doubled = 0; ///< knowingly, as the document asks
    std::uint64_t restarts = 0;
    std::uint64_t sent_again = 0; ///< records of the journal, with their key
    clock::duration passed{0};
};

/** Reads all that the client tells. */
class listener final : public net::observer
{
public:
    /** @param observed Is called with each event of a call. */
    listener(environment& world, std::function<void()> observed)
        : world_(world)
        , observed_(std::move(observed))
    {
    }

    void attempt_started(net::attempt_report const& told) override
    {
        world_.note("client's call %lld begins attempt %lld", relative(told.call_id), told.attempt);
        if (auto const found = pauses_.find(told.call_id); found != pauses_.end())
        {
            if (world_.network->now() < found->second)
                world_.complain("a pause was shorter than was told");
            pauses_.erase(found);
        }
        observed_();
    }

    void attempt_ended(net::attempt_report const& told) override
    {
        world_.note("client's call %lld has ended an attempt with status %lld",
            relative(told.call_id), told.status);
        world_.check(told.trace_id, "an observer is told a secret");
        if (told.failure)
            look_at(*told.failure);
        observed_();
    }

    void retry_scheduled(net::retry_report const& told) override
    {
        world_.note("client's call %lld is retried after %lld ms", relative(told.call_id),
            told.pause.count());
        if (told.call_id != 0) // else it is one of several that ask for a token
            pauses_[told.call_id] = world_.network->now() + told.pause;
        observed_();
    }

    void call_ended(net::call_report const& told) override
    {
        world_.note("client's call %lld has ended with kind %lld", relative(told.call_id),
            static_cast<std::int64_t>(told.kind));
        pauses_.erase(told.call_id);
        if (told.failure)
            look_at(*told.failure);
    }

    bool watches_traffic() const noexcept override { return true; }

    void exchanged(net::traffic_report const& told) override
    {
        constexpr char const* where = "a report of the traffic holds a secret";
        world_.check(told.url, where);
        world_.check(told.headers.text(), where);
        world_.check(told.body, where);
        world_.check(told.response_headers.text(), where);
        world_.check(told.content_type, where);
        world_.check(told.response_body, where);
    }

    void token_renewed(net::token_report const& told) override
    {
        world_.note("a token for %lld s", told.lifetime.count());
    }

    void token_failed(net::token_report const& told) override
    {
        world_.note("no token: kind %lld", static_cast<std::int64_t>(told.failure->kind()));
        look_at(*told.failure);
    }

    void look_at(restbind::error const& failure)
    {
        world_.check(failure.message(), "an error's text holds a secret");
        world_.check(failure.detail(), "an error's detail holds a secret");
        world_.check(failure.body(), "an error's body holds a secret");
        world_.check(failure.trace_id(), "an error's trace holds a secret");
    }

private:
    /// Numbers of calls go on from world to world.
    std::int64_t relative(std::uint64_t id)
    {
        if (id == 0)
            return 0; // of a token
        if (first_ == 0)
            first_ = id;
        return static_cast<std::int64_t>(id - first_) + 1;
    }

    environment& world_;
    std::function<void()> observed_;
    std::unordered_map<std::uint64_t, clock::time_point> pauses_; ///< when they end at the earliest
    std::uint64_t first_ = 0;
};

/** A world. */
class world
{
public:
    /** @param seed All that happens follows from it. */
    explicit world(std::uint64_t seed)
        : env_(seed)
        , disk_(luck_.one_in(3) ? std::make_shared<disk>(env_) : nullptr)
        , listener_(std::make_shared<listener>(env_, [this] { observed(); }))
        , tls_(std::make_shared<channel_factory>())
    {
        net_.latency = luck_.one_in(4) ? 0ms : luck_.length(60ms);
        if (luck_.one_in(3))
            net_.capacity = 40 + luck_.below(400); // less than most requests have
        net_.route([this](std::string const& host, std::uint16_t port) { return way(host, port); });
        listen("login.test", 80);
        for (std::uint16_t& port : ports_)
            port = luck_.one_in(2) ? 443 : 80;
        env_.books.reserve(512);
    }

    ~world()
    {
        end_program(ending::cut);
        net_.route({});
    }
    world(world const&) = delete;
    world& operator=(world const&) = delete;

    /** Lets it run to its end. @returns What is wrong; null if nothing is. */
    char const* run()
    {
        int const ages = static_cast<int>(luck_.between(2, 5));
        for (int age = 0; age != ages && !env_.complaint; ++age)
        {
            if (!program_)
                begin_program();
            storm();
            if (!env_.complaint)
                settle();
        }
        end_program(ending::cut);
        if (!env_.complaint)
            judge();
        return env_.complaint;
    }

    bool has_journal() const noexcept { return disk_ != nullptr; }
    history const& past() const noexcept { return env_.past; }
    std::int64_t complained_about() const noexcept { return env_.complained_about; }

    /** Adds what it has come to. */
    void add_to(totals& sum) const
    {
        sum.calls += env_.books.size();
        for (book const& one : env_.books)
        {
            ++sum.endings[static_cast<std::size_t>(one.ended)];
            sum.effects += one.effects;
            sum.doubled += one.effects > 1 ? 1U : 0U;
        }
        for (std::size_t kind = 0; kind != kinds_.size(); ++kind)
            sum.kinds[kind] += kinds_[kind];
        for (std::size_t what = 0; what != sum.faults.size(); ++what)
            sum.faults[what] += env_.times_met(what);
        sum.restarts += restarts_;
        sum.sent_again += sent_again_;
        sum.passed += net_.now() - clock::time_point(1h);
    }

private:
    /// A client, and what is fixed about its calls.
    struct till
    {
        std::optional<box::v1::client> client;
        std::string host;
        std::string proxy; ///< empty: none
        std::uint16_t port = 0;
        std::size_t max_connections = 0;
        bool retries_lost = false;
        int loops = 0;
    };

    /// What runs until the power fails. The clients end before their execution context.
    struct program
    {
        boost::asio::io_context context{1};
        std::vector<till> tills;
        std::unordered_map<std::int64_t, boost::asio::cancellation_signal> signals;
        std::set<std::int64_t> spawned; ///< coroutines that Asio has not begun, and cannot cancel
    };

    void listen(std::string const& host, std::uint16_t port)
    {
        bool const is_login = host == "login.test";
        net_.listen(host, port,
            [this, is_login, port, is_encrypted = port == 443](
                virtual_network::far_end client) -> std::unique_ptr<virtual_network::peer>
            {
                if (port == proxy_port)
                    return std::make_unique<proxy>(env_, std::move(client));
                if (is_login)
                    return std::make_unique<login>(env_, std::move(client), is_encrypted);
                return std::make_unique<box_office>(env_, std::move(client), is_encrypted);
            });
    }

    /// A client makes a connection.
    virtual_network::way way(std::string const& host, std::uint16_t port)
    {
        if (program_)
            for (till const& one : program_->tills)
            {
                // Tunnels lead to two hosts.
                std::size_t const most = one.max_connections * (port == proxy_port ? 2 : 1);
                bool const is_its_own = host == (port == proxy_port ? one.proxy : one.host);
                if (is_its_own && net_.open_connections(host, port) >= most)
                    env_.complain("a client holds more connections than it may");
            }
        env_.note("a client connects to port %lld", port);
        if (!luck_.per_mille(env_.now.connect))
            return {};
        constexpr auto first = static_cast<std::uint64_t>(fault::unknown_name);
        constexpr auto last = static_cast<std::uint64_t>(fault::slow_connect);
        switch (env_.met(static_cast<fault>(first + luck_.below(last - first + 1))))
        {
        case fault::unknown_name:
            return {.failure = boost::asio::error::host_not_found};
        case fault::silent_name_server:
            return {.failure = boost::asio::error::host_not_found_try_again};
        case fault::refused:
            return {.failure = boost::asio::error::connection_refused, .after = luck_.length(1s)};
        case fault::unreachable:
            return {.failure = boost::asio::error::network_unreachable, .after = luck_.length(9s)};
        case fault::nobody_answers:
            return {.is_silent = true};
        default:
            return {.after = luck_.length(20s)};
        }
    }

    net::client_options options_of(till const& made)
    {
        net::client_options options = box::v1::default_options();
        bool const is_encrypted = made.port == 443;
        options.base_url = (is_encrypted ? "https://" : "http://") + made.host;
        options.tokens.url = "http://login.test/token";
        options.tokens.credentials = {.client_id = "till",
            .client_secret = restbind::secret(std::string(mark_of_secrets) + "secret")};
        if (!made.proxy.empty())
            options.proxy = {.url = "http://" + made.proxy + ":" + std::to_string(proxy_port),
                .username = "till",
                .password = restbind::secret(std::string(mark_of_secrets) + "proxy")};
        options.allow_plain_http = true;
        options.tls = tls_;
        options.transport = env_.network;
        options.observer = listener_;
        options.journal = disk_;
        options.retry.lost_responses = made.retries_lost;
        options.retry.budget = luck_.one_in(3) ? 10 : 0;
        if (luck_.one_in(3))
            options.retry.initial_delay = luck_.length(5s);
        options.pool.max_connections = made.max_connections;
        if (luck_.one_in(4))
            options.pool.wait = 5s + luck_.length(10s);
        if (luck_.one_in(4))
            options.pool.max_idle = luck_.below(2);
        if (luck_.one_in(3))
            options.timeouts.first_byte = 1s + luck_.length(20s);
        return options;
    }

    void begin_program()
    {
        net_.is_unplugged = false;
        ++run_;
        ++restarts_;
        env_.note("the program starts for the %lld. time", static_cast<std::int64_t>(restarts_));
        if (disk_)
            disk_->open(true);
        program_.reset(new program());
        auto const count = luck_.between(1, 3);
        for (std::int64_t number = 0; number != count; ++number)
        {
            till made;
            made.host = "box-" + std::to_string(number) + ".test";
            made.port = ports_[static_cast<std::size_t>(number)];
            made.max_connections = luck_.below(3) + 1;
            made.retries_lost = luck_.one_in(3);
            made.loops = static_cast<int>(luck_.between(1, 4));
            if (luck_.one_in(4))
                made.proxy = "proxy-" + std::to_string(number) + ".test";
            listen(made.host, made.port);
            listen(made.proxy, proxy_port);
            made.client.emplace(program_->context, options_of(made), box::v1::client_parameters{});
            program_->tills.push_back(std::move(made));
        }
        send_again(luck_.below(1000));
    }

    /// Sends records again that need attention and have a key. @param rate Of how many, per mille.
    void send_again(std::uint64_t rate)
    {
        if (!disk_ || is_without_power())
            return;
        for (journal::record const& found : disk_->unresolved())
            for (std::size_t at = 0; at != program_->tills.size(); ++at)
            {
                till const& by = program_->tills[at];
                bool const is_its_service = found.origin.find("//" + by.host) != std::string::npos;
                bool const is_open = found.state == journal::state::lost ||
                                     found.state == journal::state::unknown;
                if (is_its_service && is_open && by.client && !found.key.empty() &&
                    luck_.per_mille(rate))
                    begin_call(at, &found);
            }
    }

    /// Ends the program: its calls are cut, or told that the client is closed.
    void end_program(ending how)
    {
        if (!program_)
            return;
        ++run_;
        if (disk_ && how == ending::cut && !disk_->is_without_power())
            disk_->cut_power();
        for (auto const number : under_way_)
        {
            book& call = *env_.find(number);
            call.ended = ending::cut;
            book& sale = sale_of(call);
            sale.tried = net_.now();
            --sale.under_way;
        }
        under_way_.clear();
        program_->tills.clear();
        program_.reset();
        if (disk_)
            disk_->close();
        net_.is_unplugged = false;
    }

    /// Calls while faults come.
    void storm()
    {
        static constexpr std::array<unsigned, 5> rates{0, 20, 60, 150, 400};
        auto const rate = [this] { return rates[luck_.below(rates.size())]; };
        env_.now = {rate(), rate(), rate(), rate(), rate()};
        env_.note("a storm: faults of connections %lld, of requests %lld per mille",
            env_.now.connection, env_.now.request);
        left_ = static_cast<int>(luck_.between(20, 80));
        longest_pause_ = luck_.one_in(3) ? 100ms : luck_.one_in(2) ? 10s : 200s;
        begin_loops();
        std::int64_t const cut_at = luck_.one_in(4) ? luck_.between(1, left_) : 0;
        bool const is_closed = luck_.one_in(4);
        while (program_ && !env_.complaint && (left_ > 0 || !under_way_.empty()))
        {
            if (!step())
                break;
            if (luck_.one_in(400))
                disturb();
            bool const is_due = cut_at != 0 && left_ < cut_at && !under_way_.empty();
            if (is_without_power() || (is_due && !is_closed))
            {
                if (!is_without_power())
                    env_.met(fault::power_cut);
                end_program(ending::cut);
            }
            else if (is_due)
            {
                env_.met(fault::clients_closed);
                left_ = 0;
                program_->tills.clear();
                while (!under_way_.empty() && step())
                {
                }
                check_that_all_have_ended();
                end_program(ending::cut);
            }
        }
        if (program_)
            check_that_all_have_ended();
    }

    bool is_without_power() const { return disk_ && disk_->is_without_power(); }

    void check_that_all_have_ended()
    {
        if (!env_.complaint && !under_way_.empty())
            env_.complain("a call never ends", under_way_.front());
    }

    void begin_loops()
    {
        for (std::size_t at = 0; at != program_->tills.size(); ++at)
            for (int loop = 0; loop != program_->tills[at].loops; ++loop)
                call_later(at);
    }

    void call_later(std::size_t at)
    {
        net_.later(luck_.length(longest_pause_),
            [this, at, run = run_]
            {
                if (run != run_ || left_ <= 0)
                    return;
                --left_;
                if (program_->tills[at].client)
                    begin_call(at);
            });
    }

    /// Something that is about no single request.
    void disturb()
    {
        switch (luck_.below(6))
        {
        case 5: // an operator looks after open sales
            return send_again(300);
        case 4: // the others go on, with the token that they share
            env_.met(fault::one_client_closed);
            return program_->tills[luck_.below(program_->tills.size())].client.reset();
        case 0:
            env_.met(fault::tokens_revoked);
            return env_.tokens.clear();
        case 1:
        {
            env_.met(fault::clock_jump);
            auto const length = luck_.length(std::chrono::hours(24 * 400));
            return net_.set_time_of_day(net_.time_of_day() + (luck_.one_in(2) ? length : -length));
        }
        case 2:
            env_.met(fault::address_change);
            ++env_.generation;
            return;
        default:
            env_.met(fault::unplugged);
            net_.is_unplugged = true;
            net_.later(luck_.length(100s), [this] { net_.is_unplugged = is_without_power(); });
            return;
        }
    }

    /// No more faults: each client must be able to make as many calls as it likes.
    void settle()
    {
        env_.now = {};
        env_.note("the storm is over");
        if (program_)
        {
            bool has_passed = false;
            net_.later(11min, [&has_passed] { has_passed = true; });
            while (!has_passed && step())
            {
            }
            net_.is_unplugged = false;
            bool const was_refused = std::exchange(env_.token_was_refused, false);
            must_succeed_ = true;
            for (std::size_t at = 0; at != program_->tills.size(); ++at)
            {
                till const& by = program_->tills[at];
                if (!by.client)
                    continue;
                if (was_refused)
                    by.client->reset_token();
                for (std::size_t count = 0; count <= by.max_connections; ++count)
                    begin_call(at);
            }
            send_again(1000);
            while (!under_way_.empty() && !env_.complaint && step())
            {
            }
            must_succeed_ = false;
            check_that_all_have_ended();
        }
        auto const of_disk = static_cast<std::int64_t>(disk_ ? disk_->held_bytes() : 0);
        if (live_bytes() > bytes_at_first_ + of_disk + max_bytes)
            env_.complain("a world takes too much memory", live_bytes());
        if (!luck_.one_in(3))
            end_program(ending::cut);
    }

    /// Does what is next. @returns Whether there was anything.
    bool step()
    {
        if (program_)
        {
            program_->context.restart();
            if (program_->context.poll() != 0)
                return true;
        }
        return net_.step();
    }

    book& sale_of(book& call) { return call.again == 0 ? call : *env_.find(call.again); }

    /// Begins a call. @param again The record of which the request is sent again.
    void begin_call(std::size_t at, journal::record const* again = nullptr)
    {
        till const& by = program_->tills[at];
        auto const number = static_cast<std::int64_t>(env_.books.size()) + 1;
        book& call = env_.books.emplace_back();
        call.number = number;
        call.operation = again ? operation::pay : static_cast<operation>(luck_.below(operations));
        call.again = again ? simulation::sale_of(again->target, again->body) : 0;
        call.retries_lost = by.retries_lost;
        call.has_journal = disk_ && !again;
        call.begun = net_.now();
        call.deadline = must_succeed_     ? 30s
                        : luck_.one_in(8) ? 1ms + luck_.length(500ms)
                                          : 1s + luck_.length(60s);
        book& sale = sale_of(call);
        call.effects_before = sale.effects;
        bool const is_alone = !again || (sale.under_way == 0 && net_.now() > sale.tried + late);
        sale.last_try = is_alone ? number : 0;
        ++sale.under_way;
        net::call_options options;
        options.deadline = call.deadline;
        options.info = std::make_shared<net::call_info>();
        if (luck_.one_in(3))
            options.retry = restbind::http::retry_policy::only_unapplied;
        call.policy = options.retry.value_or(restbind::http::retry_policy::as_specified);
        env_.note(
            "call %lld begins, operation %lld", number, static_cast<std::int64_t>(call.operation));
        under_way_.push_back(number);
        if (again)
            start_again(by, number, *again, options);
        else
            start(by, number, options);
        if (!must_succeed_ && luck_.one_in(30))
            cancel_later(number);
        else if (!must_succeed_ && luck_.one_in(30))
            cancelled_by_observer_ = number;
    }

    boost::asio::awaitable<restbind::result<Receipt>> send(box::v1::client client,
        std::int64_t number, journal::record record, net::call_options options)
    {
        program_->spawned.erase(number);
        co_await boost::asio::this_coro::throw_if_cancelled(false); // the call says what became of it
        co_return co_await journal::resend<box::v1::operations::pay_order>(client, record, options);
    }

    void start_again(till const& by, std::int64_t number, journal::record const& record,
        net::call_options const& options)
    {
        ++sent_again_;
        env_.note("it sends record %lld again", record.id);
        program_->spawned.insert(number);
        boost::asio::co_spawn(program_->context, send(*by.client, number, record, options),
            boost::asio::bind_cancellation_slot(program_->signals[number].slot(),
                [this, number, id = record.id, info = options.info, must = must_succeed_](
                    std::exception_ptr const& thrown, restbind::result<Receipt> const& got)
                {
                    if (thrown)
                        return env_.complain("a call throws", number);
                    end_call(number, got, *info);
                    if (!got && (must || got.error() == error_kind::invalid_argument))
                        env_.complain("a record cannot be sent again", number);
                    if (got && !info->journal_failure && !is_without_power())
                        for (journal::record const& open : disk_->unresolved())
                            if (open.id == id)
                                env_.complain("what was sent again stays unresolved", number);
                }));
    }

    void start(till const& by, std::int64_t number, net::call_options const& options)
    {
        operation const what = env_.books[static_cast<std::size_t>(number) - 1].operation;
        auto const at = static_cast<std::size_t>(&by - program_->tills.data());
        auto handler = boost::asio::bind_cancellation_slot(program_->signals[number].slot(),
            [this, at, number, info = options.info, run = run_, must = must_succeed_](
                restbind::result<Receipt> const& got)
            {
                end_call(number, got, *info);
                if (must && !got)
                    env_.complain("no fault is left, and a call fails", number);
                if (must || run != run_ || at >= program_->tills.size())
                    return;
                if (left_ > 0 && program_->tills[at].client && luck_.one_in(4))
                {
                    --left_;
                    begin_call(at); // within the handler
                }
                else
                    call_later(at);
            });
        box::v1::client const& client = *by.client;
        box::v1::Sale const request{.sale = number, .seats = {1, 2, 3}};
        switch (what)
        {
        case operation::find:
            return client.async_find_seats({.sale = number}, options, std::move(handler));
        case operation::choose:
            return client.async_choose_seats(request, options, std::move(handler));
        case operation::release:
            return client.async_release_seats({.sale = number}, options, std::move(handler));
        case operation::allocate:
            return client.async_allocate_seats(request, options, std::move(handler));
        case operation::confirm:
            return client.async_confirm_order(request, options, std::move(handler));
        case operation::print:
            return client.async_print_tickets(request, options, std::move(handler));
        case operation::pay:
            return client.async_pay_order(request, options, std::move(handler));
        }
    }

    void cancel_later(std::int64_t number)
    {
        net_.later(luck_.length(10s),
            [this, number, run = run_]
            {
                if (run == run_)
                    cancel(number, fault::cancelled);
            });
    }

    void cancel(std::int64_t number, fault what)
    {
        auto const found = program_->signals.find(number);
        if (found == program_->signals.end() || program_->spawned.contains(number))
            return;
        env_.met(what, number);
        found->second.emit(luck_.one_in(2) ? boost::asio::cancellation_type::terminal
                                           : boost::asio::cancellation_type::total);
    }

    /// An observer may cancel any call, also that of which it is told.
    void observed()
    {
        if (program_ && cancelled_by_observer_ != 0 && luck_.one_in(3))
            cancel(std::exchange(cancelled_by_observer_, 0), fault::cancelled_by_observer);
    }

    void end_call(
        std::int64_t number, restbind::result<Receipt> const& got, net::call_info const& info)
    {
        book& call = *env_.find(number);
        book& sale = sale_of(call);
        ++call.ends;
        --sale.under_way;
        sale.tried = net_.now();
        std::erase(under_way_, number);
        program_->signals.erase(number);
        call.sends = info.attempts;
        call.status = info.status;
        call.tells_of_earlier = info.earlier_may_have_applied;
        call.ended = got                             ? ending::success
                     : got.error().outcome_unknown() ? ending::open
                                                     : ending::definite;
        auto const kind = got ? error_kind::none : got.error().kind();
        ++kinds_[static_cast<std::size_t>(kind)];
        env_.note("call %lld has ended with kind %lld", number, static_cast<std::int64_t>(kind));
        // A millisecond is the step of deadlines.
        if (net_.now() - call.begun > call.deadline + 1ms)
            env_.complain("a call takes longer than its deadline", number);
        if (got && got->sale != sale.number)
            env_.complain("a call has the response of another one", number);
        if (!got)
            listener_->look_at(got.error());
        env_.check(info.headers.text(), "a header that is handed out holds a secret");
        if (char const* const wrong = fault_of(call, sale, false))
            env_.complain(wrong, number);
    }

    /// Everything has ended, and nothing is under way.
    void judge()
    {
        net_.later(late, [this] { is_over_ = true; });
        while (!is_over_ && net_.step())
        {
        }
        if (disk_)
            read_journal();
        for (book& call : env_.books)
            if (char const* const wrong = fault_of(call, sale_of(call), true))
                env_.complain(wrong, call.number);
    }

    /// What counts in the end is what the file has. The first record of a sale is its own.
    void read_journal()
    {
        disk_->open(false);
        for (book& call : env_.books)
            call.record = recorded::nothing;
        for (journal::record const& found : disk_->all())
        {
            book* const sale = env_.find(simulation::sale_of(found.target, found.body));
            if (!sale)
                env_.complain("the journal has a call that nobody made", found.id);
            else if (sale->record == recorded::nothing)
                sale->record = meaning_of(found.state);
        }
        disk_->close();
    }

    static recorded meaning_of(journal::state state)
    {
        switch (state)
        {
        case journal::state::succeeded:
        case journal::state::settled:
            return recorded::done;
        case journal::state::not_applied:
            return recorded::not_applied;
        case journal::state::pending:
            return recorded::pending;
        default:
            return recorded::unresolved;
        }
    }

    /// No request comes later than so long after its call.
    static constexpr auto late = 5s;

    static constexpr std::int64_t max_bytes = 1 << 20;
    static constexpr std::uint16_t proxy_port = 3128;

    std::int64_t const bytes_at_first_ = live_bytes();
    std::int64_t cancelled_by_observer_ = 0;
    environment env_;
    chance& luck_ = env_.luck;
    virtual_network& net_ = *env_.network;
    std::shared_ptr<disk> const disk_; ///< null: the tills have no journal
    std::shared_ptr<listener> const listener_;
    std::shared_ptr<channel_factory> const tls_;
    std::array<std::uint16_t, 3> ports_{};
    std::unique_ptr<program> program_;
    std::vector<std::int64_t> under_way_;
    std::array<std::uint64_t, 64> kinds_{};
    std::chrono::milliseconds longest_pause_{0};
    std::uint64_t restarts_ = 0;
    std::uint64_t sent_again_ = 0;
    int run_ = 0;  ///< changes when a program begins or ends
    int left_ = 0; ///< calls that the loops are still to begin
    bool must_succeed_ = false;
    bool is_over_ = false;
};

} // namespace simulation
