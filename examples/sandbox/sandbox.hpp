// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_SANDBOX_HPP
#define SANDBOX_SANDBOX_HPP

#include "scenario.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbox {

/// The service cannot be started: a port is taken, or a file cannot be used. The text names it, in a sentence.
class start_error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

struct options
{
    /// 0 = a free one.
    unsigned short port = 0;

    /// Port of the administration: faults, counters and tokens by HTTP (README.md). 0 = a free one; absent = none.
    std::optional<unsigned short> admin_port = {};

    /// Certificate with its chain, and its key, in PEM format: the service speaks https with it. Empty = http.
    std::string certificate_file = {};
    std::string private_key_file = {};

    /// Threads that carry out requests, at least 1.
    unsigned threads = 2;

    /// One line for each request on standard error: method, path, status, milliseconds. No headers, no bodies.
    bool access_log = false;

    /// A file that gets a line for each request that was carried out, also if its response is lost: operation and body.
    /// Empty = none.
    std::string effect_log = {};

    /// Connections beyond this are answered with 503 and closed.
    unsigned max_connections = 512;

    /// A client gets so long to send the header of its next request, and again for the body; then it is cut off.
    std::chrono::milliseconds idle_timeout{30000};
};

/// A request as it arrived.
struct recorded_request
{
    std::string method;

    /// Path and query as sent.
    std::string target;
    std::string body;

    /// In the order sent, names as sent.
    std::vector<std::pair<std::string, std::string>> headers;
};

/// The operations of the service; the counters are kept for each of them.
enum class operation
{
    list_events,
    allocate_best_seats,
    allocate_manual_seats,
    confirm_order,
    venue_picture,
    allocate_products
};

/** The ticketing service and its authorization server, in this process, on a port of the loopback address.

    Listens from the end of the constructor until `stop` or the destructor. Every function may be called from any
    thread, at any time; a hook takes effect with the next request.
*/
class server
{
public:
    /** Starts the service with the content of a scenario.

        @throws start_error The port is taken, or the certificate or the log cannot be used.
        @throws scenario_error The scenario was put together in code and has a dangling reference or an identifier
                twice.
    */
    explicit server(scenario content, options settings = {});

    /// Stops the service.
    ~server();

    server(server const&) = delete;
    server& operator=(server const&) = delete;

    [[nodiscard]] unsigned short port() const noexcept;

    /// `http://127.0.0.1:PORT`, or `https:`, without a slash at the end: base address and address of the authorization
    /// server.
    [[nodiscard]] std::string url() const;

    /// Address of the administration, always http; empty without `options::admin_port`.
    [[nodiscard]] std::string admin_url() const;

    /// Takes no more connections, closes idle ones, lets running requests finish, all within a second. Idempotent.
    void stop();

    // --- faults -----------------------------------------------------------------------------------------------

    /** The next requests meet these faults, in order: `allocateBestSeats=503,lost,slow:2s`, several operations
        separated by `&`. README.md lists the faults. They come before those of the other functions here.

        @throws std::invalid_argument The text is not of this form; the message says where.
    */
    void fail_next(std::string_view faults);

    /** The next `count` API requests to known paths are answered with a problem of this status, before anything
        is judged or carried out.

        @param status 400 to 599.
        @param retry_after Value of a Retry-After header (seconds or an HTTP date); empty = no such header.
    */
    void fail_next(unsigned count, unsigned status, std::string_view retry_after = {});

    /// As `fail_next`, for token requests: an OAuth error body, `temporarily_unavailable` from status 500 on, else
    /// `invalid_client`.
    void fail_next_tokens(unsigned count, unsigned status, std::string_view retry_after = {});

    /// The next `count` API requests are carried out, but the connection is closed instead of responding.
    void drop_next_responses(unsigned count);

    /// Every API response, already decided, waits so long before it is sent. 0 switches it off.
    void delay(std::chrono::milliseconds duration);

    /// As `delay`, for token responses.
    void delay_tokens(std::chrono::milliseconds duration);

    /// The clock that judges tokens goes forward until all tokens issued so far are expired.
    void force_expired_tokens();

    /// No token issued so far is accepted any longer.
    void revoke_tokens();

    /// For tokens issued from now on: `expires_in` and the JWT's expiry. 0 makes tokens that are expired at once.
    void token_lifetime(std::chrono::seconds lifetime);

    /// Whether errors 13002 to 13004 say 400 in the body (HTTP status 422).
    void legacy_status(bool on);

    // --- counters ---------------------------------------------------------------------------------------------

    /// Requests to the operation, whatever became of them.
    [[nodiscard]] std::uint64_t requests(operation o) const;

    /// Requests to all operations; no token requests, no unknown paths.
    [[nodiscard]] std::uint64_t requests() const;

    /// How often the operation was really carried out, also if its response was dropped.
    [[nodiscard]] std::uint64_t effects(operation o) const;

    [[nodiscard]] std::uint64_t token_requests() const;
    [[nodiscard]] std::uint64_t tokens_issued() const;
    [[nodiscard]] std::uint64_t connections_accepted() const;

    /// At this moment.
    [[nodiscard]] std::uint64_t connections_open() const;

    // --- observation ------------------------------------------------------------------------------------------

    /// The last request that was no token request, also to an unknown path. Nothing before the first.
    [[nodiscard]] std::optional<recorded_request> last_request() const;

    /// The last token request. Holds the client secret.
    [[nodiscard]] std::optional<recorded_request> last_token_request() const;

    /// Units left of a product; session 0 for a global one. Nothing = no such product there, or no limit.
    [[nodiscard]] std::optional<std::int64_t> stock(id product_id, id event_session_id = 0) const;

    /// Seats of a session that some cart holds or has bought, without those sold from the start.
    [[nodiscard]] std::size_t taken_seats(id event_session_id) const;

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

} // namespace sandbox

#endif
