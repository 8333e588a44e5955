// SPDX-License-Identifier: BSL-1.0
// Metrics of calls in the text format that Prometheus reads.
#pragma once

#include <restbind/net/interceptor.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <ostream>
#include <string>
#include <tuple>

namespace watching
{

/** Counts attempts by operation and outcome, and how long they take by operation. */
class prometheus : public restbind::net::interceptor
{
public:
    boost::asio::awaitable<void> around(restbind::net::attempt& sent, restbind::net::proceed next) override
    {
        auto const begun = sent.now();
        restbind::net::attempt_response const came = co_await next();
        std::chrono::duration<double> const took = sent.now() - begun;
        std::string const outcome =
            came.failure ? std::string(to_string(came.failure->kind())) : std::to_string(came.status);
        std::lock_guard const lock(mutex_);
        ++attempts_[{std::string(sent.operation()), outcome}];
        histogram& durations = durations_[std::string(sent.operation())];
        for (std::size_t i = 0; i != bounds.size(); ++i)
            durations.below[i] += took.count() <= bounds[i] ? 1U : 0U;
        ++durations.count;
        durations.sum += took.count();
    }

    /** Writes what was counted, as the response to a scrape has it. */
    void write(std::ostream& out) const
    {
        std::lock_guard const lock(mutex_);
        out << "# HELP restbind_attempts_total Attempts of calls, by what they came to.\n"
               "# TYPE restbind_attempts_total counter\n";
        for (auto const& [labels, count] : attempts_)
            out << "restbind_attempts_total{operation=\"" << std::get<0>(labels) << "\",outcome=\""
                << std::get<1>(labels) << "\"} " << count << '\n';
        out << "# HELP restbind_attempt_duration_seconds How long attempts take.\n"
               "# TYPE restbind_attempt_duration_seconds histogram\n";
        for (auto const& [operation, durations] : durations_)
        {
            std::string const label = "{operation=\"" + operation + "\"";
            for (std::size_t i = 0; i != bounds.size(); ++i)
                out << "restbind_attempt_duration_seconds_bucket" << label << ",le=\"" << bounds[i] << "\"} "
                    << durations.below[i] << '\n';
            out << "restbind_attempt_duration_seconds_bucket" << label << ",le=\"+Inf\"} " << durations.count << '\n'
                << "restbind_attempt_duration_seconds_sum" << label << "} " << durations.sum << '\n'
                << "restbind_attempt_duration_seconds_count" << label << "} " << durations.count << '\n';
        }
    }

private:
    static constexpr std::array<double, 6> bounds{0.01, 0.05, 0.25, 1, 5, 30};

    struct histogram
    {
        std::array<unsigned long, bounds.size()> below{};
        unsigned long count = 0;
        double sum = 0;
    };

    mutable std::mutex mutex_;
    std::map<std::tuple<std::string, std::string>, unsigned long> attempts_;
    std::map<std::string, histogram> durations_;
};

} // namespace watching
