// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/call.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/process.hpp>
#include <restbind/net/detail/reporter.hpp>
#include <restbind/net/journal.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** The entry of one call in the client's journal: one for all attempts. */
class call_entry
{
public:
    /** All three must outlive this object. */
    call_entry(net::journal& journal, prepared_call const& call, http::call const& machine)
        : journal_(journal)
        , call_(call)
        , machine_(machine)
    {
    }

    call_entry(call_entry const&) = delete;
    call_entry& operator=(call_entry const&) = delete;

    ~call_entry()
    {
        if (number_ != 0)
            give_up();
    }

    /** The call begins: before it does anything that takes time, so that what the program has
        promised to its customer is kept from then on.

        @param headers Of its request, without secrets.
        @returns The journal's error.
    */
    result<void> begin(redactor const& secrets, http::header_list const& headers);

    /** Keeps the service's own name for the request: the response ends with its connection. */
    void keep_trace_id(std::string_view of_last_response) { trace_id_ = of_last_response; }

    /** The call has ended: notes what its machine knows. An error of the journal goes to
        `call_info`. */
    void end();

private:
    void give_up() noexcept;
    void note(journal_result const& ended);

    net::journal& journal_;
    prepared_call const& call_;
    http::call const& machine_;
    std::int64_t number_ = 0; ///< 0: not begun, or the end is noted
    unsigned process_ = 0;    ///< that has begun it
    std::string trace_id_;
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/call_entry.ipp>
#endif
