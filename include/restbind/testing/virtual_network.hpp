// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/net/transport.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/error_code.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace restbind::inline RESTBIND_ABI::testing
{

/** A network in memory with a time of its own, for `client_options::transport`.

    Time stands still while there is anything to do, and then goes on to the next moment that
    somebody waits for: an hour of pauses takes as long as what happens in it. Nothing depends on
    anything but the seed and what the program does, so a run can be repeated exactly.

    Belongs to one thread, with its clients and their execution context; outlives both.
*/
class virtual_network final : public net::transport
{
public:
    /** A length of virtual time. */
    using duration = std::chrono::steady_clock::duration;

    class far_end;

    /** What stands at the other end of a connection. */
    class peer
    {
    public:
        virtual ~peer() = default;

        /** Bytes of the client have come. */
        virtual void received(std::string_view bytes) = 0;
    };

    /** Takes a new connection. */
    using acceptor = std::function<std::unique_ptr<peer>(far_end)>;

    /** What becomes of a connection that a client wants to make. */
    struct way
    {
        /** Why it is not made; none: it is made. `host_not_found` and `host_not_found_try_again`
            are failures of the name, all others of connecting. */
        boost::system::error_code failure{};

        /** How much longer connecting takes than usual. */
        duration after{0};

        /** Whether no response ever comes. */
        bool is_silent = false;
    };

    /** Says what becomes of a connection to a host and port. */
    using router = std::function<way(std::string const&, std::uint16_t)>;

    /** @param seed Of all random numbers. */
    explicit virtual_network(std::uint64_t seed = 1) noexcept
        : chance_(seed)
    {
    }

    /** How long bytes are under way, in each direction. Default 0. */
    duration latency{0};

    /** Most bytes of a client that are under way on one connection; it has to wait with further
        ones. Default 1 MiB. */
    std::size_t capacity = 1U << 20;

    /** Whether all bytes that are sent from now on vanish, in both directions, and nobody is told.
        Default: no. */
    bool is_unplugged = false;

    /** Lets a host be found and accept connections, in place of what it did before. Connections
        that it has accepted stay where they are, as after a change in the DNS. */
    void listen(std::string const& host, std::uint16_t port, acceptor accepts)
    {
        hosts_[{host, port}].accepts = std::move(accepts);
    }

    /** The host is not found any more. Connections that it has accepted stay. */
    void forget_host(std::string const& host, std::uint16_t port)
    {
        hosts_[{host, port}].accepts = nullptr;
    }

    /** The next connections are refused. @param count How many. */
    void refuse(unsigned count = 1) { refused_ += count; }

    /** Asks a function about each connection, in place of the one that was asked before. It must
        not use the client. Empty: all connections are made. */
    void route(router decides) { decides_ = std::move(decides); }

    /** How many connections clients hold at present, those that are not made yet among them. */
    std::size_t open_connections(std::string const& host, std::uint16_t port) const
    {
        auto const found = hosts_.find({host, port});
        return found == hosts_.end() ? 0 : found->second.open;
    }

    /** Does something later. @param after From now on, in virtual time. */
    void later(duration after, std::function<void()> what)
    {
        events_.emplace(moment{now_ + after, ++last_}, std::move(what));
    }

    /** Does what is next: time goes on to it. @returns Whether there was anything. */
    bool step()
    {
        bool const is_sleeper = !sleeping_.empty() &&
            (events_.empty() || sleeping_.begin()->first < events_.begin()->first);
        if (!is_sleeper && events_.empty())
            return false;
        now_ = (std::max)(
            now_, is_sleeper ? sleeping_.begin()->first.first : events_.begin()->first.first);
        if (is_sleeper)
        {
            sleeper& due = *sleeping_.begin()->second;
            forget(due);
            due.wake();
        }
        else
        {
            auto const event = events_.extract(events_.begin());
            event.mapped()();
        }
        return true;
    }

    /** Runs a context and lets time pass until nobody waits for anything any more. */
    void run_until_idle(boost::asio::io_context& context)
    {
        run_until(context, (time_point::max)());
    }

    /** The same, but not longer than to a moment of virtual time, which then is the time. */
    void run_until(boost::asio::io_context& context, time_point end)
    {
        for (;;)
        {
            context.restart();
            if (context.poll() != 0)
                continue;
            if (next_moment() > end)
                break;
            if (!step())
                break;
        }
        if (end != (time_point::max)())
            now_ = (std::max)(now_, end);
    }

    /** Runs a context and lets time pass until a flag is set.

        If nothing is left to wait for in virtual time, it waits for the context in real time.
    */
    void run_until(boost::asio::io_context& context, bool const& done)
    {
        while (!done)
        {
            context.restart();
            if (context.poll_one() == 0 && !step())
                context.run_one();
        }
    }

    time_point now() const noexcept override { return now_; }

    /** Begins on 1 January 2030. */
    std::chrono::system_clock::time_point time_of_day() const noexcept override
    {
        return day_ + std::chrono::duration_cast<std::chrono::system_clock::duration>(
                          now_ - time_point(std::chrono::hours(1)));
    }

    /** The time of day jumps, as when somebody sets the clock. Nothing else does: deadlines and
        pauses go by `now`. */
    void set_time_of_day(std::chrono::system_clock::time_point time)
    {
        day_ += time - time_of_day();
    }

    std::uint64_t chance() override
    {
        chance_ += restbind::detail::split_mix_step;
        return restbind::detail::split_mix(chance_);
    }

    void wake_at(sleeper& waiting, time_point at) override
    {
        forget(waiting);
        if (at == (time_point::max)())
            return;
        moment const when{at, ++last_};
        sleeping_.emplace(when, &waiting);
        moments_.emplace(&waiting, when);
    }

    void forget(sleeper& waiting) noexcept override
    {
        if (auto const found = moments_.find(&waiting); found != moments_.end())
        {
            sleeping_.erase(found->second);
            moments_.erase(found);
        }
    }

    inline result<std::unique_ptr<stream>> connect(
        std::string const& host, std::uint16_t port) override;

private:
    using error_code = boost::system::error_code;
    using moment = std::pair<time_point, std::uint64_t>; ///< the second orders equal times

    /// What both ends of a connection share.
    struct link
    {
        error_code connecting = boost::asio::error::would_block;
        std::shared_ptr<peer> other; ///< null: it has ended
        std::string arrived;         ///< bytes for the client
        error_code end;              ///< what the client reads behind them
        std::size_t under_way = 0;   ///< bytes of the client
        bool left = false;           ///< whether the client has closed it
        bool is_read = true;         ///< whether the peer takes bytes of the client
        sleeper* waiting = nullptr;
        bool waits_to_read = false;
        bool waits_to_write = false;
    };
    using link_pointer = std::shared_ptr<link>;

    /// What can be connected to.
    struct place
    {
        acceptor accepts{};   ///< empty: the host is not found
        std::size_t open = 0; ///< connections that clients hold
    };

    class near_end;

    time_point next_moment() const noexcept
    {
        auto const first = [](auto const& all)
        { return all.empty() ? (time_point::max)() : all.begin()->first.first; };
        return (std::min)(first(events_), first(sleeping_));
    }

    bool can_write(link const& of) const noexcept
    {
        return of.connecting != boost::asio::error::would_block &&
               (of.end || of.under_way < capacity);
    }

    void wake_if_ready(link& of)
    {
        bool const is_ready =
            (of.waits_to_read && (!of.arrived.empty() || of.end)) ||
            (of.waits_to_write && can_write(of));
        if (of.waiting && is_ready)
            std::exchange(of.waiting, nullptr)->wake();
    }

    void deliver(link_pointer const& to, std::string const& bytes)
    {
        if (!to->is_read)
            return;
        to->under_way -= bytes.size();
        if (to->other)
            to->other->received(bytes);
        wake_if_ready(*to);
    }

    /// What the client reads comes to its end.
    void finish(duration after, link_pointer const& of, error_code end)
    {
        later(latency + after,
            [this, of, end]
            {
                if (of->end)
                    return;
                of->end = end;
                if (end != boost::asio::error::eof)
                    of->arrived.clear();
                wake_if_ready(*of);
            });
    }

    time_point now_{std::chrono::hours(1)};
    std::chrono::system_clock::time_point day_{
        std::chrono::sys_days(std::chrono::year(2030) / 1 / 1)};
    std::uint64_t chance_;
    std::uint64_t last_ = 0;
    unsigned refused_ = 0;
    router decides_;
    std::map<std::pair<std::string, std::uint16_t>, place> hosts_;
    std::map<moment, std::function<void()>> events_;
    std::map<moment, sleeper*> sleeping_;
    std::unordered_map<sleeper*, moment> moments_;
};

/** The peer's hold on a connection. */
class virtual_network::far_end
{
public:
    /** Sends bytes.

        @param after From now on. What is sent with a shorter one meanwhile overtakes them.
    */
    void send(std::string bytes, duration after = duration(0)) const
    {
        if (network_->is_unplugged)
            return;
        network_->later(network_->latency + after,
            [network = network_, to = link_, bytes = std::move(bytes)]
            {
                if (to->end)
                    return;
                to->arrived += bytes;
                network->wake_if_ready(*to);
            });
    }

    /** Closes the connection, behind all that was sent. */
    void close(duration after = duration(0)) const
    {
        network_->finish(after, link_, boost::asio::error::eof);
    }

    /** Breaks the connection: what has not been read by then is lost. */
    void reset(duration after = duration(0)) const
    {
        network_->finish(after, link_, boost::asio::error::connection_reset);
    }

    /** Takes no bytes of the client any more, without a word: it can hand the network as many as
        `capacity` says, and then has to wait. */
    void stop_reading() const noexcept { link_->is_read = false; }

    /** Whether the client has closed the connection. */
    bool is_left() const noexcept { return link_->left; }

    /** The network that it is a part of. */
    virtual_network& network() const noexcept { return *network_; }

private:
    friend class virtual_network;

    far_end(virtual_network& network, std::shared_ptr<link> shared) noexcept
        : network_(&network)
        , link_(std::move(shared))
    {
    }

    virtual_network* network_;
    std::shared_ptr<link> link_;
};

/// The client's end.
class virtual_network::near_end final : public stream
{
public:
    /** @param open Counts the ends that exist; must outlive this one. */
    near_end(virtual_network& network, link_pointer shared, std::size_t& open) noexcept
        : network_(network)
        , link_(std::move(shared))
        , open_(open)
    {
        ++open_;
    }

    ~near_end() override
    {
        cancel();
        link_->left = true;
        --open_;
        // The peer, which holds the link, ends when all that was sent has reached it. If the
        // network ends before, it ends with the network.
        std::shared_ptr<void> const ended(nullptr, [of = link_](void*) { of->other.reset(); });
        network_.later(network_.latency, [ended] {});
    }

    error_code connected() override { return link_->connecting; }

    std::size_t read_some(std::span<char> space, bool keep, error_code& failure) override
    {
        std::size_t const count = (std::min)(space.size(), link_->arrived.size());
        if (count == 0)
            failure = link_->end ? link_->end : error_code(boost::asio::error::would_block);
        std::memcpy(space.data(), link_->arrived.data(), count);
        if (!keep)
            link_->arrived.erase(0, count);
        return count;
    }

    std::size_t write_some(std::string_view bytes, error_code& failure) override
    {
        if (link_->end && link_->end != boost::asio::error::eof)
            failure = link_->end;
        else if (link_->under_way >= network_.capacity)
            failure = boost::asio::error::would_block;
        if (failure)
            return 0;
        std::size_t const count =
            (std::min)(bytes.size(), network_.capacity - link_->under_way);
        if (network_.is_unplugged)
            return count;
        link_->under_way += count;
        network_.later(network_.latency,
            [&network = network_, to = link_, sent = std::string(bytes.substr(0, count))]
            { network.deliver(to, sent); });
        return count;
    }

    void wait(bool to_read, bool to_write, sleeper& waiting) override
    {
        link_->waiting = &waiting;
        link_->waits_to_read = to_read;
        link_->waits_to_write = to_write;
        // Not now: the sleeper is in the middle of something.
        network_.later(
            duration(0), [&network = network_, of = link_] { network.wake_if_ready(*of); });
    }

    void cancel() noexcept override { link_->waiting = nullptr; }

private:
    virtual_network& network_;
    link_pointer const link_;
    std::size_t& open_; ///< connections to the host
};

inline result<std::unique_ptr<net::transport::stream>> virtual_network::connect(
    std::string const& host, std::uint16_t port)
{
    auto const found = hosts_.find({host, port});
    way taken = decides_ ? decides_(host, port) : way();
    if (found == hosts_.end() || !found->second.accepts)
        taken.failure = boost::asio::error::host_not_found;
    if (taken.failure == boost::asio::error::host_not_found ||
        taken.failure == boost::asio::error::host_not_found_try_again)
        return restbind::detail::fill(
            error(error_kind::resolve, "the virtual network has no host of this name and port"))
            .with_code(taken.failure)
            .with_phase(phase::resolve)
            .take();
    if (refused_ != 0)
    {
        --refused_;
        taken.failure = boost::asio::error::connection_refused;
    }
    auto const made = std::make_shared<link>();
    if (!taken.is_silent && !is_unplugged)
        later(latency * 2 + taken.after,
            [this, made, failure = taken.failure, accepts = found->second.accepts]
            {
                made->connecting = failure;
                if (!failure && !made->left)
                    made->other = accepts(far_end(*this, made));
                wake_if_ready(*made);
            });
    return std::unique_ptr<stream>(
        std::make_unique<near_end>(*this, made, found->second.open));
}

} // namespace restbind::testing
