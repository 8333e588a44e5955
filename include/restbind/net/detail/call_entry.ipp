// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/url.hpp>
#include <restbind/net/detail/call_entry.hpp>
#include <restbind/net/detail/failures.hpp>
#include <restbind/net/detail/origin_state.hpp>

#include <exception>
#include <new>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

RESTBIND_COLD RESTBIND_DECL result<void> call_entry::begin(
    redactor const& secrets, http::header_list const& headers)
{
    http::request const& sent = call_.request;
    http::request const& shown = call_.view();
    std::string target = shown.target;
    secrets.redact(target);
    http::url const& address = call_.to->target.to.address;
    result<std::int64_t> number = error(error_kind::journal_failed);
    try
    {
        std::string const origin = address.scheme + "://" + address.host_and_port();
        number = journal_.begin({.operation = sent.operation,
            .origin = origin,
            .method = to_string(sent.method),
            .target = target,
            .headers = headers.text(),
            .body = shown.content(),
            .is_complete = call_.shows_all() && target == sent.target,
            .key = sent.idempotency_key,
            .memo = call_.memo});
    }
    catch (...)
    {
        number = callback_error(
            "journal::begin", std::current_exception(), error_kind::journal_failed);
    }
    if (!number)
        return number.error();
    number_ = *number;
    process_ = process::number();
    return {};
}

RESTBIND_COLD RESTBIND_DECL void call_entry::end()
{
    if (number_ == 0)
        return;
    journal_result ended{.outcome = journal_outcome::succeeded,
        .status = machine_.outcome().status,
        .sends = machine_.sends(),
        .earlier_may_have_applied = machine_.earlier_may_have_applied(),
        .trace_id = trace_id_};
    std::string text;
    if (!machine_.is_good())
    {
        text = machine_.failure().message();
        ended.outcome = machine_.failure().outcome_unknown() ? journal_outcome::unknown
                                                             : journal_outcome::not_applied;
        ended.text = text;
    }
    note(ended);
}

/// The call is destroyed before its end, or memory has ended.
RESTBIND_COLD RESTBIND_DECL void call_entry::give_up() noexcept
{
    note({.outcome = machine_.sends() == 0 ? journal_outcome::not_applied
                                           : journal_outcome::unknown,
        .sends = machine_.sends(),
        .text = "the call was given up by the program"});
}

RESTBIND_COLD RESTBIND_DECL void call_entry::note(journal_result const& ended)
{
    std::int64_t const number = std::exchange(number_, 0);
    if (process_ != process::number()) // this is a child of the process that notes the end
        return;
    try
    {
        result<void> noted;
        try
        {
            noted = journal_.end(number, ended);
        }
        catch (...)
        {
            noted = callback_error(
                "journal::end", std::current_exception(), error_kind::journal_failed);
        }
        if (!noted && call_.info)
            call_.info->journal_failure = noted.error();
    }
    catch (std::bad_alloc const&)
    {
        // The entry stays without an end, which is what the journal is for.
    }
}

} // namespace restbind::net::detail
