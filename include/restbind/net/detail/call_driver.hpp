// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/call.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/step.hpp>
#include <restbind/json/reading.hpp>
#include <restbind/net/detail/call_entry.hpp>
#include <restbind/net/detail/failures.hpp>
#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/network_session.hpp>
#include <restbind/net/detail/pool.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/process.hpp>
#include <restbind/net/detail/reporter.hpp>
#include <restbind/net/detail/response_reader.hpp>
#include <restbind/net/detail/token_source.hpp>
#include <restbind/net/interceptor.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_state.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

class watched_attempt;

/** Carries a call out: one of the program, a request for a token, or a request for a tunnel
    (CONNECT). What differs between them stands in `prepared_call` and in the reader. An exception
    of a function that it asks (encryption, a sink, a codec) ends the call with an error; only
    `std::bad_alloc` comes out.

    @param call Must live until the call has ended, as `reader` must.
*/
asio::awaitable<void> carry_out(
    network_session& shared, prepared_call const& call, response_reader& reader);

/** The steps of one call: token, connection, exchange, decision, pause. `carry_out` calls them in
    the order in which the machine asks for them.

    A step does all that needs no waiting, and returns what it has to wait for, if anything. The
    waits stand in `carry_out`, in one coroutine, because a coroutine for each step would cost every
    call an allocation.
*/
class call_driver
{
public:
    call_driver(network_session& shared, prepared_call const& call, response_reader& reader,
        asio::cancellation_state const& cancellation);

    /** What is to be done. */
    http::step next() const noexcept { return machine_.next(); }

    /** What a step waits for. */
    enum class awaited : unsigned char
    {
        nothing, ///< the step is done: the machine says the next one
        input,   ///< `receive`, then `received`
        other    ///< `wait`
    };

    /** @name Steps
        @{
    */
    awaited get_token();
    awaited get_connection();
    awaited exchange();
    awaited decide();
    /** @} */

    /** Waits for bytes of the response. */
    auto receive() { return link_->receive(); }

    /** Whether interceptors stand around each attempt. */
    bool is_watched() const noexcept
    {
        return !shared_.options().around.empty() && call_.id != 0;
    }

    /** Carries the call out to its end, with interceptors around each attempt. */
    asio::awaitable<void> carry_out_watched();

    /** Takes the bytes that have come. */
    void received() { part_ = link_->received(); }

    /** Waits for anything else that the present step needs. */
    asio::awaitable<void> wait();

    /** An attempt begins. */
    void begin();

    /** Whether this is a child of the process that has begun the call. */
    bool is_forked() const noexcept { return process_ != process::number(); }

    /** Ends the call in the child of a fork; it goes on in the parent. */
    void leave_to_parent();

    /** Ends the call because a function of the program that it has asked has thrown. */
    void give_up(std::exception_ptr thrown);

    /** The call has ended: its error goes to the reader, journal and observer are told. */
    void end();

    call_driver(call_driver const&) = delete;
    call_driver& operator=(call_driver const&) = delete;

private:
    friend class watched_attempt;

    bool is_cancelled() const noexcept
    {
        return cancellation_.cancelled() != asio::cancellation_type::none;
    }

    awaited transfer();
    asio::awaitable<void> reach_response(watched_attempt& present);
    void refuse_attempt(error why);
    /// Whether the exchange of the present attempt is over, and nobody has looked at it yet.
    bool is_exchanged() const noexcept
    {
        return next() == http::step::exchange && part_ == http::step::done;
    }

    void token_came(result<authorization>&& came);
    void connection_came(result<lease>&& came);
    http::step begin_exchange();
    void end_exchange();
    http::header_list shown_headers(http::header_list const& sent) const;
    void hide_secrets(http::response& response) const;
    void tell_traffic(http::response const& response, bool is_whole);
    void read(http::response& response, json::deviations& found);
    void refuse(error why, http::response& response);
    bool spends_budget() const noexcept;
    void end_pause(result<void> const& paused);
    void record();
    void without(system_failure const& lacking);
    void abandon(error why);
    void tell_end();
    error explained(error failure) const;

    network_session& shared_;
    prepared_call const& call_;
    response_reader& reader_;
    asio::cancellation_state const& cancellation_;
    http::call machine_;
    authorization token_;
    lease lease_;
    connection* link_ = nullptr; ///< the leased one, or that of a tunnel
    redactor const secrets_;
    reporter reports_;
    clock::time_point now_; ///< of the last event: no wait has happened since
    unsigned const process_ = process::number();
    watched_attempt* watched_ = nullptr; ///< the present one, if there are interceptors
    std::unique_ptr<call_entry> entry_; ///< null: nothing is recorded
    bool has_asked_ = false; ///< whether this call has begun a request for the token
    std::optional<http::step> part_; ///< what the exchange under way waits for; empty: none is
};

/** One attempt of a call whose client has interceptors: asks them one after the other, the last one
    around connection, request and response.
*/
class watched_attempt final : public attempt
{
public:
    /** @param driver Of the call, at the beginning of an attempt. Must outlive this object. */
    RESTBIND_COLD explicit watched_attempt(call_driver& driver);

    /** Carries the attempt out, up to the end of its exchange. */
    asio::awaitable<void> run() { return pass(0); }

    /** The request with the headers that interceptors have set. */
    http::request const& request() const noexcept { return request_; }

    http::header_list headers() const override { return shown_headers(); }

    std::string without_secrets(std::string_view text) const override { return redacted(text); }

    result<void> set_header(std::string_view name, std::string_view value) override
    {
        return put(name, value);
    }

    void refuse(error why) override { refuse_by(std::move(why)); }

    std::chrono::system_clock::time_point now() const noexcept override { return time_of_day(); }

private:
    asio::awaitable<attempt_response> go_on(std::size_t place) override { return ask(place); }

    asio::awaitable<attempt_response> ask(std::size_t place);
    asio::awaitable<void> pass(std::size_t place);
    http::header_list shown_headers() const;
    std::string redacted(std::string_view text) const;
    std::chrono::system_clock::time_point time_of_day() const noexcept;
    result<void> put(std::string_view name, std::string_view value);
    void refuse_by(error why);
    void end_before_request(std::exception_ptr thrown);
    attempt_response response();

    call_driver& driver_;
    http::request request_; ///< with the body of the call's, which is not copied
    std::size_t reached_ = 0; ///< interceptors that have been asked, and 1 for what is behind them
    bool is_over_ = false;    ///< the request has left, or never will
    std::string body_without_secrets_; ///< of the response, if it repeats one
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/call_driver.ipp>
#endif
