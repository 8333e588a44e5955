// SPDX-License-Identifier: BSL-1.0
// One world: a network, a service, a disk, and a program with several clients, which loses its
// power now and then.
#pragma once

#include "books.hpp"
#include "channel.hpp"
#include "history.hpp"
#include "memory.hpp"
#include "service.hpp"

#include <restbind/net/journal.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/testing/virtual_network.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>

#include <box/v1.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace simulation
{

namespace net = restbind::net;
using box::v1::Receipt;
using restbind::error_kind;

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
    std::uint64_t sent_again = 0; ///< after a restart, with the key of the journal
    clock::duration passed{0};
};

/** A disk, as the journal of a program sees it. What was written stays when the power fails. */
class disk final : public net::journal
{
public:
    explicit disk(environment& world)
        : world_(world)
    {
    }

    /** One record. */
    struct entry
    {
        std::int64_t sale = 0;
        std::string key;
        recorded state = recorded::pending;
    };

    restbind::result<std::int64_t> begin(net::journal_entry const& asked) override
    {
        for (std::string_view const text : {asked.origin, asked.target, asked.headers, asked.body})
            world_.check(text, "a secret is in the journal");
        std::int64_t const sale = sale_of(asked.target, asked.body);
        if (is_without_power)
            return restbind::error(error_kind::journal_failed, "there is no power");
        if (world_.luck.per_mille(world_.now.disk))
            switch (world_.luck.below(4))
            {
            case 0:
                world_.met(fault::disk_full, sale);
                return restbind::error(error_kind::journal_failed, "the disk is full");
            case 1:
                world_.met(fault::disk_throws, sale);
                throw std::runtime_error("the disk is gone");
            default:
                break; // at the end of the call
            }
        bool const power_fails = world_.luck.per_mille(world_.now.disk / 20);
        if (power_fails)
        {
            world_.met(fault::power_cut_within_record, sale);
            is_without_power = true;
            world_.network->is_unplugged = true;
            if (world_.luck.one_in(2)) // before the record is whole
                return restbind::error(error_kind::journal_failed, "there is no power");
        }
        entries.push_back({sale, std::string(asked.key), recorded::pending});
        note_state(sale, recorded::pending);
        world_.note("the journal has call %lld", sale);
        return static_cast<std::int64_t>(entries.size());
    }

    restbind::result<void> end(std::int64_t number, net::journal_result const& ended) override
    {
        world_.check(ended.text, "a secret is in the journal");
        world_.check(ended.trace_id, "a secret is in the journal");
        if (is_without_power)
            return restbind::error(error_kind::journal_failed, "there is no power");
        entry& found = entries[static_cast<std::size_t>(number) - 1];
        if (world_.luck.per_mille(world_.now.disk))
        {
            world_.met(fault::end_not_recorded, found.sale);
            return restbind::error(error_kind::journal_failed, "the disk is full");
        }
        found.state = ended.outcome == net::journal_outcome::succeeded ? recorded::succeeded
                      : ended.outcome == net::journal_outcome::unknown ? recorded::unknown
                                                                       : recorded::not_applied;
        note_state(found.sale, found.state);
        world_.note("the journal has the end of call %lld: %lld", found.sale,
            static_cast<std::int64_t>(found.state));
        return {};
    }

    std::vector<entry> entries;
    bool is_without_power = false;

private:
    /// A request that is sent again after a restart has a second record, which takes nothing back.
    void note_state(std::int64_t sale, recorded state)
    {
        book* const call = world_.find(sale);
        if (!call)
            return world_.complain("the journal has a call that nobody made", sale);
        if (!call->is_sent_again || state == recorded::succeeded)
            call->record = state;
    }

    environment& world_;
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
        , disk_(std::make_shared<disk>(env_))
        , listener_(std::make_shared<listener>(env_, [this] { observed(); }))
        , tls_(std::make_shared<channel_factory>())
    {
        net_.latency = luck_.one_in(4) ? 0ms : luck_.length(60ms);
        if (luck_.one_in(3))
            net_.capacity = 40 + luck_.below(400); // less than most requests have
        net_.route([this](std::string const& host, std::uint16_t port) { return way(host, port); });
        listen("login.test", 80);
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
        bool has_journal = false;
        int loops = 0;
    };

    /// What runs until the power fails. The clients end before their execution context.
    struct program
    {
        boost::asio::io_context context{1};
        std::vector<till> tills;
        std::unordered_map<std::int64_t, boost::asio::cancellation_signal> signals;
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
        if (made.has_journal)
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
        disk_->is_without_power = false;
        net_.is_unplugged = false;
        ++run_;
        ++restarts_;
        env_.note("the program starts for the %lld. time", static_cast<std::int64_t>(restarts_));
        program_.reset(new program());
        auto const count = luck_.between(1, 3);
        for (std::int64_t number = 0; number != count; ++number)
        {
            till made;
            made.host = "box-" + std::to_string(number) + ".test";
            made.port = luck_.one_in(2) ? 443 : 80;
            made.max_connections = luck_.below(3) + 1;
            made.retries_lost = luck_.one_in(3);
            made.has_journal = !luck_.one_in(4);
            made.loops = static_cast<int>(luck_.between(1, 4));
            if (luck_.one_in(4))
                made.proxy = "proxy-" + std::to_string(number) + ".test";
            listen(made.host, made.port);
            listen(made.proxy, proxy_port);
            made.client.emplace(program_->context, options_of(made), box::v1::client_parameters{});
            program_->tills.push_back(std::move(made));
        }
        send_again();
    }

    /// What the journal has unresolved is sent again where it has a key.
    void send_again()
    {
        std::size_t const known = disk_->entries.size();
        for (std::size_t at = 0; at != known; ++at)
        {
            disk::entry& found = disk_->entries[at];
            bool const is_open =
                found.state == recorded::pending || found.state == recorded::unknown;
            if (!is_open || found.key.empty() || !program_->tills.front().has_journal)
                continue;
            ++sent_again_;
            env_.find(found.sale)->is_sent_again = true;
            begin_call(0, found.sale, found.key);
            disk_->entries[at].state = recorded::succeeded; // the operator looks after it now
        }
    }

    /// Ends the program: its calls are cut, or told that the client is closed.
    void end_program(ending how)
    {
        if (!program_)
            return;
        ++run_;
        if (how == ending::cut)
            disk_->is_without_power = true;
        for (auto const number : under_way_)
            env_.books[static_cast<std::size_t>(number) - 1].ended = ending::cut;
        under_way_.clear();
        program_->tills.clear();
        program_.reset();
        disk_->is_without_power = false;
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
            if (disk_->is_without_power || (is_due && !is_closed))
            {
                if (!disk_->is_without_power)
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
        switch (luck_.below(5))
        {
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
            net_.later(luck_.length(100s), [this] { net_.is_unplugged = disk_->is_without_power; });
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
            while (!under_way_.empty() && !env_.complaint && step())
            {
            }
            must_succeed_ = false;
            check_that_all_have_ended();
        }
        if (live_bytes() > bytes_at_first_ + max_bytes)
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

    /// Begins a call. @param again The sale of which the request is sent again, and its key.
    void begin_call(std::size_t at, std::int64_t again = 0, std::string const& key = {})
    {
        till const& by = program_->tills[at];
        auto const number = static_cast<std::int64_t>(env_.books.size()) + 1;
        book& call = env_.books.emplace_back();
        call.operation =
            again != 0 ? operation::pay : static_cast<operation>(luck_.below(operations));
        call.again = static_cast<std::uint64_t>(again);
        call.retries_lost = by.retries_lost;
        call.has_journal = by.has_journal && again == 0;
        call.begun = net_.now();
        call.deadline = must_succeed_     ? 30s
                        : luck_.one_in(8) ? 1ms + luck_.length(500ms)
                                          : 1s + luck_.length(60s);
        net::call_options options;
        options.deadline = call.deadline;
        options.info = std::make_shared<net::call_info>();
        if (luck_.one_in(3))
            options.retry = restbind::http::retry_policy::only_unapplied;
        if (again != 0)
            options.idempotency_key = key;
        call.policy = options.retry.value_or(restbind::http::retry_policy::as_specified);
        env_.note(
            "call %lld begins, operation %lld", number, static_cast<std::int64_t>(call.operation));
        under_way_.push_back(number);
        start(by, number, again != 0 ? again : number, options);
        if (!must_succeed_ && luck_.one_in(30))
            cancel_later(number);
        else if (!must_succeed_ && luck_.one_in(30))
            cancelled_by_observer_ = number;
    }

    void start(
        till const& by, std::int64_t number, std::int64_t sale, net::call_options const& options)
    {
        operation const what = env_.books[static_cast<std::size_t>(number) - 1].operation;
        auto const at = static_cast<std::size_t>(&by - program_->tills.data());
        auto handler = boost::asio::bind_cancellation_slot(program_->signals[number].slot(),
            [this, at, number, sale, info = options.info, run = run_, must = must_succeed_](
                restbind::result<Receipt> const& got)
            {
                end_call(number, sale, got, *info);
                if (must && !got)
                    env_.complain("no fault is left, and a call fails", number);
                if (must || run != run_ || sale != number || at >= program_->tills.size())
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
        box::v1::Sale const request{.sale = sale, .seats = {1, 2, 3}};
        switch (what)
        {
        case operation::find:
            return client.async_find_seats({.sale = sale}, options, std::move(handler));
        case operation::choose:
            return client.async_choose_seats(request, options, std::move(handler));
        case operation::release:
            return client.async_release_seats({.sale = sale}, options, std::move(handler));
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
        if (found == program_->signals.end())
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

    void end_call(std::int64_t number, std::int64_t sale, restbind::result<Receipt> const& got,
        net::call_info const& info)
    {
        book& call = env_.books[static_cast<std::size_t>(number) - 1];
        ++call.ends;
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
        if (got && got->sale != sale)
            env_.complain("a call has the response of another one", number);
        if (!got)
            listener_->look_at(got.error());
        env_.check(info.headers.text(), "a header that is handed out holds a secret");
        if (call.again == 0)
            if (char const* const wrong = fault_of(call, false))
                env_.complain(wrong, number);
    }

    /// Everything has ended, and nothing is under way.
    void judge()
    {
        net_.later(5s, [this] { is_over_ = true; });
        while (!is_over_ && net_.step())
        {
        }
        for (std::size_t at = 0; at != env_.books.size(); ++at)
            if (char const* const wrong =
                    env_.books[at].again == 0 ? fault_of(env_.books[at], true) : nullptr)
                env_.complain(wrong, static_cast<std::int64_t>(at) + 1);
    }

    static constexpr std::int64_t max_bytes = 1 << 20;
    static constexpr std::uint16_t proxy_port = 3128;

    std::int64_t const bytes_at_first_ = live_bytes();
    std::int64_t cancelled_by_observer_ = 0;
    environment env_;
    chance& luck_ = env_.luck;
    virtual_network& net_ = *env_.network;
    std::shared_ptr<disk> const disk_;
    std::shared_ptr<listener> const listener_;
    std::shared_ptr<channel_factory> const tls_;
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
