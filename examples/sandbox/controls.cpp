// SPDX-License-Identifier: BSL-1.0
#include "controls.hpp"

#include <algorithm>
#include <numeric>

namespace sandbox {
namespace {

std::size_t index(operation o)
{
    return static_cast<std::size_t>(o);
}

std::optional<pending_fault> take(pending_fault& fault)
{
    if (fault.count == 0)
        return std::nullopt;

    --fault.count;
    return fault;
}

/// The first of a queue; nothing when it is empty.
std::optional<fault> take(fault_plan& plan, std::string_view name)
{
    auto const found = plan.find(name);
    if (found == plan.end())
        return std::nullopt;

    auto result = std::move(found->second.front());
    found->second.pop_front();
    if (found->second.empty())
        plan.erase(found);

    return result;
}

recorded_request copy(request const& r)
{
    return {r.method, r.target, r.body, r.headers};
}

} // namespace

void controls::fail_next(pending_fault fault)
{
    std::lock_guard const lock(mutex_);
    fault_ = std::move(fault);
}

void controls::fail_next_tokens(pending_fault fault)
{
    std::lock_guard const lock(mutex_);
    token_fault_ = std::move(fault);
}

void controls::drop_next_responses(unsigned count)
{
    std::lock_guard const lock(mutex_);
    drops_ = count;
}

void controls::delay(std::chrono::milliseconds duration)
{
    std::lock_guard const lock(mutex_);
    delay_ = duration;
}

void controls::delay_tokens(std::chrono::milliseconds duration)
{
    std::lock_guard const lock(mutex_);
    token_delay_ = duration;
}

void controls::legacy_status(bool on)
{
    std::lock_guard const lock(mutex_);
    legacy_status_ = on;
}

void controls::plan(fault_plan const& faults)
{
    std::lock_guard const lock(mutex_);
    for (auto const& [name, queue] : faults)
    {
        auto& due = plan_[name];
        due.insert(due.end(), queue.begin(), queue.end());
    }
}

fault_plan controls::planned() const
{
    std::lock_guard const lock(mutex_);
    return plan_;
}

void controls::forget_plan()
{
    std::lock_guard const lock(mutex_);
    plan_.clear();
}

fault controls::take_planned(operation o)
{
    std::lock_guard const lock(mutex_);
    auto result = take(plan_, name_of(o));
    if (!result)
        result = take(plan_, "any");

    return result.value_or(fault{});
}

fault controls::take_planned_token()
{
    std::lock_guard const lock(mutex_);
    return take(plan_, "token").value_or(fault{});
}

std::optional<pending_fault> controls::take_fault()
{
    std::lock_guard const lock(mutex_);
    return take(fault_);
}

std::optional<pending_fault> controls::take_token_fault()
{
    std::lock_guard const lock(mutex_);
    return take(token_fault_);
}

bool controls::take_drop()
{
    std::lock_guard const lock(mutex_);
    if (drops_ == 0)
        return false;

    --drops_;
    return true;
}

std::chrono::milliseconds controls::delay() const
{
    std::lock_guard const lock(mutex_);
    return delay_;
}

std::chrono::milliseconds controls::delay_tokens() const
{
    std::lock_guard const lock(mutex_);
    return token_delay_;
}

bool controls::legacy_status() const
{
    std::lock_guard const lock(mutex_);
    return legacy_status_;
}

void controls::record(request const& r)
{
    std::lock_guard const lock(mutex_);
    last_ = copy(r);
}

void controls::record_token(request const& r)
{
    std::lock_guard const lock(mutex_);
    last_token_ = copy(r);
    ++token_requests_;
}

void controls::count_request(operation o)
{
    std::lock_guard const lock(mutex_);
    ++requests_[index(o)];
}

void controls::count_effect(operation o, request const& r)
{
    std::lock_guard const lock(mutex_);
    ++effects_[index(o)];
    if (!effect_log_.is_open())
        return;

    // The lines of a body become one: JSON has no line breaks within its texts.
    auto line = std::string(name_of(o)) + ' ' + r.body;
    std::replace(line.begin(), line.end(), '\n', ' ');
    effect_log_ << line << std::endl;
}

void controls::log_effects(std::string const& file)
{
    effect_log_.open(file, std::ios::binary | std::ios::app);
    if (!effect_log_)
        throw start_error(file + " cannot be written");
}

std::uint64_t controls::requests(operation o) const
{
    std::lock_guard const lock(mutex_);
    return requests_[index(o)];
}

std::uint64_t controls::requests() const
{
    std::lock_guard const lock(mutex_);
    return std::accumulate(requests_.begin(), requests_.end(), std::uint64_t{0});
}

std::uint64_t controls::effects(operation o) const
{
    std::lock_guard const lock(mutex_);
    return effects_[index(o)];
}

std::uint64_t controls::token_requests() const
{
    std::lock_guard const lock(mutex_);
    return token_requests_;
}

std::optional<recorded_request> controls::last_request() const
{
    std::lock_guard const lock(mutex_);
    return last_;
}

std::optional<recorded_request> controls::last_token_request() const
{
    std::lock_guard const lock(mutex_);
    return last_token_;
}

} // namespace sandbox
