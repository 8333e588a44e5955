// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_CONTROLS_HPP
#define SANDBOX_CONTROLS_HPP

#include "faults.hpp"
#include "message.hpp"
#include "sandbox.hpp"

#include <array>
#include <fstream>
#include <mutex>

namespace sandbox {

/// A fault that a number of requests still have to meet.
struct pending_fault
{
    unsigned count = 0;
    unsigned status = 0;
    std::string retry_after;
};

/** What tests set and read while the service runs. Every function may be called from any thread. */
class controls
{
public:
    void fail_next(pending_fault fault);
    void fail_next_tokens(pending_fault fault);
    void drop_next_responses(unsigned count);
    void delay(std::chrono::milliseconds duration);
    void delay_tokens(std::chrono::milliseconds duration);
    void legacy_status(bool on);

    /// Adds faults behind those that are still due.
    void plan(fault_plan const& faults);

    /// What is still due; names without faults are left out.
    [[nodiscard]] fault_plan planned() const;
    void forget_plan();

    /// Takes the next planned fault of an operation, else of `any`; an ordinary response when none is due.
    fault take_planned(operation o);

    /// Takes the next planned fault of a token request.
    fault take_planned_token();

    /// Take one from what is due; nothing when nothing is due.
    std::optional<pending_fault> take_fault();
    std::optional<pending_fault> take_token_fault();
    bool take_drop();

    [[nodiscard]] std::chrono::milliseconds delay() const;
    [[nodiscard]] std::chrono::milliseconds delay_tokens() const;
    [[nodiscard]] bool legacy_status() const;

    void record(request const& r);
    void record_token(request const& r);
    void count_request(operation o);
    /// Counts and logs a request that was carried out.
    void count_effect(operation o, request const& r);

    /// @throws start_error The file cannot be written.
    void log_effects(std::string const& file);

    [[nodiscard]] std::uint64_t requests(operation o) const;
    [[nodiscard]] std::uint64_t requests() const;
    [[nodiscard]] std::uint64_t effects(operation o) const;
    [[nodiscard]] std::uint64_t token_requests() const;
    [[nodiscard]] std::optional<recorded_request> last_request() const;
    [[nodiscard]] std::optional<recorded_request> last_token_request() const;

private:
    mutable std::mutex mutex_;
    fault_plan plan_;
    pending_fault fault_;
    pending_fault token_fault_;
    unsigned drops_ = 0;
    std::chrono::milliseconds delay_{0};
    std::chrono::milliseconds token_delay_{0};
    bool legacy_status_ = false;
    std::array<std::uint64_t, operation_count> requests_{};
    std::array<std::uint64_t, operation_count> effects_{};
    std::ofstream effect_log_;
    std::uint64_t token_requests_ = 0;
    std::optional<recorded_request> last_;
    std::optional<recorded_request> last_token_;
};

} // namespace sandbox

#endif
