// SPDX-License-Identifier: BSL-1.0
// Simulates clients, the service and the network between them; see tests/README.md.
//
//     simulation [--seed S] [--calls N] [--seconds T] [--years Y]
//                                     worlds of one seed, until that many calls, seconds and
//                                     simulated years are over
//     simulation --world W            one world again, and its history
//     simulation --twice [--seed S]   a hundred worlds twice: all happens twice the same
#include "world.hpp"

#include <malloc.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

namespace
{

std::int64_t live = 0;

} // namespace

void* operator new(std::size_t size)
{
    void* const made = std::malloc(size);
    if (!made)
        throw std::bad_alloc();
    live += static_cast<std::int64_t>(malloc_usable_size(made));
    return made;
}

void operator delete(void* made) noexcept
{
    if (made)
        live -= static_cast<std::int64_t>(malloc_usable_size(made));
    std::free(made);
}

void operator delete(void* made, std::size_t) noexcept
{
    operator delete(made);
}

std::int64_t simulation::live_bytes() noexcept
{
    return live;
}

namespace
{

using namespace simulation;

std::uint64_t present_world = 0; ///< for `give_up`

/// A world takes a hundredth of a second. One that crashes, or never ends, is told, too.
extern "C" void give_up(int why)
{
    std::array<char, 100> text{};
    int const size = std::snprintf(text.data(), text.size(), "world %llu: %s\n",
        static_cast<unsigned long long>(present_world),
        why == SIGALRM ? "it never ends" : "it has crashed");
    [[maybe_unused]] auto const written =
        ::write(STDOUT_FILENO, text.data(), static_cast<std::size_t>(size));
    ::_exit(1);
}

struct settings
{
    std::optional<std::uint64_t> seed{};
    std::optional<std::uint64_t> world{};
    double calls = 0;
    double seconds = 0;
    double years = 0;
    bool twice = false;
};

/// What a world has come to. @param past Receives its history.
char const* run_world(std::uint64_t seed, totals& sum, history* past = nullptr)
{
    std::int64_t const before = live_bytes();
    char const* wrong = nullptr;
    bool has_journal = false;
    present_world = seed;
    ::alarm(10);
    {
        auto const made = std::make_unique<world>(seed);
        wrong = made->run();
        made->add_to(sum);
        has_journal = made->has_journal();
        if (wrong)
            std::cout << "world " << seed << ": " << wrong << " (about " << made->complained_about()
                      << ")\n";
        if (past)
            *past = made->past();
    }
    if (past || wrong)
        return wrong;
    // The first world of a kind fills what the process keeps.
    static std::array<bool, 2> is_first{true, true};
    if (!std::exchange(is_first[has_journal], false) && live_bytes() > before)
    {
        wrong = "memory is lost";
        std::cout << "world " << seed << ": " << wrong << ", " << live_bytes() - before
                  << " bytes\n";
    }
    return wrong;
}

int replay(std::uint64_t seed)
{
    totals sum;
    history past;
    char const* const wrong = run_world(seed, sum, &past);
    past.print(std::cout);
    for (std::size_t what = 0; what != fault_names.size(); ++what)
        if (sum.faults[what] != 0)
            std::cout << "fault " << what << ": " << fault_names[what] << '\n';
    std::cout << "world " << seed << ": " << (wrong ? wrong : "all is well") << '\n';
    return wrong ? 1 : 0;
}

int run_twice(std::uint64_t seed)
{
    chance seeds(seed);
    std::size_t events = 0;
    for (int count = 0; count != 100; ++count)
    {
        std::uint64_t const world = seeds.next();
        totals sum;
        std::array<history, 2> past;
        for (history& one : past)
            if (run_world(world, sum, &one))
                return 1;
        events += past[0].events().size();
        auto const& first = past[0].events();
        auto const& second = past[1].events();
        if (first == second)
            continue;
        std::size_t at = 0;
        while (at < first.size() && at < second.size() && first[at] == second[at])
            ++at;
        std::cout << "world " << world << " is not the same twice: event " << at + 1
                  << " differs\n";
        return 1;
    }
    std::cout << "100 worlds twice: the same " << events << " events\n";
    return 0;
}

double years_of(clock::duration passed)
{
    return std::chrono::duration<double, std::chrono::years::period>(passed).count();
}

/// Whether each fault and each kind of error was met: else the faults prove nothing.
bool is_covered(totals const& sum)
{
    bool covered = true;
    for (std::size_t what = 1; what != fault_names.size(); ++what)
        if (sum.faults[what] == 0)
        {
            covered = false;
            std::cout << "never met: " << fault_names[what] << '\n';
        }
    for (auto const kind : {error_kind::unauthorized, error_kind::conflict,
             error_kind::client_error, error_kind::server_error, error_kind::unavailable,
             error_kind::invalid_response, error_kind::protocol, error_kind::resolve,
             error_kind::connect, error_kind::certificate_rejected, error_kind::write,
             error_kind::read, error_kind::token_refused, error_kind::timed_out,
             error_kind::cancelled, error_kind::client_closed, error_kind::journal_failed})
        if (sum.kinds[static_cast<std::size_t>(kind)] == 0)
        {
            covered = false;
            std::cout << "never met: an error of kind " << to_string(kind) << '\n';
        }
    return covered;
}

int run_worlds(settings const& asked, std::uint64_t seed)
{
    chance seeds(seed);
    totals sum;
    auto const begun = clock::now();
    auto const took = [begun]
    { return std::chrono::duration<double>(clock::now() - begun).count(); };
    auto const is_over = [&]
    {
        return (asked.calls == 0 || static_cast<double>(sum.calls) >= asked.calls) &&
               (asked.years == 0 || years_of(sum.passed) >= asked.years) &&
               (asked.seconds == 0 || took() >= asked.seconds);
    };
    std::uint64_t worlds = 0;
    do
    {
        std::uint64_t const world = seeds.next();
        ++worlds;
        if (run_world(world, sum))
        {
            std::cout << "seed " << seed << ", world " << worlds << ", after " << took()
                      << " s. Its history:\n";
            return replay(world), 1;
        }
    } while (!is_over());
    auto const ended = [&sum](ending how) { return sum.endings[static_cast<std::size_t>(how)]; };
    std::cout << "seed " << seed << ": " << sum.calls << " calls in " << worlds << " worlds and "
              << years_of(sum.passed) << " years, in " << took() << " s, "
              << static_cast<std::int64_t>(static_cast<double>(sum.calls) * 60 / took())
              << " a minute\n  " << ended(ending::success) << " succeeded, "
              << ended(ending::definite) << " failed without effect, " << ended(ending::open)
              << " have an unknown outcome, " << ended(ending::cut) << " lost power; "
              << sum.effects << " effects, " << sum.doubled << " calls doubled as documented; "
              << sum.restarts << " starts, " << sum.sent_again << " requests sent again\n";
    return sum.calls >= 200'000 && !is_covered(sum) ? 3 : 0;
}

[[noreturn]] void explain()
{
    std::cerr << "simulation [--seed S] [--calls N] [--seconds T] [--years Y] [--world W] "
                 "[--twice]\n";
    std::exit(2);
}

settings read(int count, char** arguments)
{
    settings asked;
    for (int at = 1; at < count; ++at)
    {
        std::string_view const name = arguments[at];
        if (name == "--twice")
        {
            asked.twice = true;
            continue;
        }
        if (++at == count)
            explain();
        if (name == "--seed")
            asked.seed = std::strtoull(arguments[at], nullptr, 10);
        else if (name == "--world")
            asked.world = std::strtoull(arguments[at], nullptr, 10);
        else if (name == "--calls")
            asked.calls = std::strtod(arguments[at], nullptr);
        else if (name == "--seconds")
            asked.seconds = std::strtod(arguments[at], nullptr);
        else if (name == "--years")
            asked.years = std::strtod(arguments[at], nullptr);
        else
            explain();
    }
    return asked;
}

} // namespace

int main(int count, char** arguments)
{
    settings const asked = read(count, arguments);
    for (int const signal : {SIGALRM, SIGSEGV, SIGABRT})
        std::signal(signal, give_up);
    std::uint64_t const seed = asked.seed.value_or(
        static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()));
    if (asked.world)
        return replay(*asked.world);
    if (asked.twice)
        return run_twice(seed);
    return run_worlds(asked, seed);
}
