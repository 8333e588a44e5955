// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace restbind::test
{

/** A request as the scripted server received it. */
struct received_request
{
    std::string method;
    std::string target;
    std::string head; ///< request line and headers with their line ends
    std::string body;
    std::size_t connection = 0; ///< number of the connection, from 1 on
    std::size_t index = 0;      ///< number of the request on its connection, from 1 on
    std::chrono::steady_clock::time_point at;

    /** Value of a header, compared without case; empty if there is none. */
    std::string header(std::string_view name) const;
};

/** What the server does with one request (or, with `on_connect`, with a new connection), step by
    step. The connection then stays open for the next request unless a step has ended it. */
class script
{
public:
    /** Sends bytes as they are. */
    script& send(std::string bytes);

    /** Sends bytes one by one, with a pause in front of each. */
    script& send_slowly(std::string bytes, std::chrono::milliseconds pause);

    /** Waits. */
    script& wait(std::chrono::microseconds length);

    /** Waits until the test calls `scripted_server::open_gate`. */
    script& wait_for_gate();

    /** Closes the connection with FIN. */
    script& close();

    /** Ends the server's half of the connection with FIN and goes on reading. */
    script& half_close();

    /** Closes the connection with RST. */
    script& reset();

    /** Reads that many bytes and does not look at them. For `on_connect`. */
    script& swallow(std::size_t count);

    /** Carries the operation out: counts an effect. */
    script& apply();

    /** Goes on with the steps of another script. */
    script& then(script const& next);

private:
    friend class scripted_server;
    enum class kind : std::uint8_t
    {
        send,
        send_slowly,
        wait,
        wait_for_gate,
        close,
        half_close,
        reset,
        swallow,
        apply
    };
    struct step
    {
        kind what;
        std::string bytes;
        std::chrono::microseconds length{0};
        std::size_t count = 0;
    };
    std::vector<step> steps_;
};

/** A response with a Content-Length and, unless it is empty, a body of type application/json. */
script response(int status, std::string_view body = {}, std::string_view further_headers = {});

/** A token response. `expires_in` is put in as it is, as JSON text. */
script token_response(std::string_view token, std::string_view expires_in = "3599");

/** An HTTP server on the loopback interface that misbehaves on order and counts what it received.

    Each connection has a thread of its own. Everything that was received is kept.
*/
class scripted_server
{
public:
    using handler = std::function<script(received_request const&)>;

    /** Starts to listen.

        @param on_request Called for each complete request, on the connection's thread.
        @param port Port to listen on; 0: a free one.
    */
    explicit scripted_server(handler on_request, std::uint16_t port = 0);
    ~scripted_server();
    scripted_server(scripted_server const&) = delete;
    scripted_server& operator=(scripted_server const&) = delete;

    /** What happens on a new connection before its first request is read; called with its number,
        from 1 on. Set before the first one. */
    void on_connect(std::function<script(std::size_t)> make) { on_connect_ = std::move(make); }

    std::uint16_t port() const noexcept { return port_; }

    /** `http://127.0.0.1:port`. */
    std::string url() const;

    /** Connections that were accepted. */
    std::size_t connections() const;

    /** How often a script has carried an operation out. */
    std::size_t effects() const;

    /** All complete requests in the order in which they came. */
    std::vector<received_request> requests() const;

    /** Complete requests whose target starts with `target`. */
    std::size_t count(std::string_view target) const;

    /** Waits until `count` requests for the target came; false after 5 s. */
    bool wait_for(std::string_view target, std::size_t count) const;

    /** Waits until scripts have carried `count` operations out; false after 5 s. */
    bool wait_for_effects(std::size_t count) const;

    /** Waits until `count` connections have ended; false after 5 s. What the peer is told of it has
        then been sent. */
    bool wait_for_ended(std::size_t count) const;

    /** Lets all scripts go on that wait for the gate, now and later. */
    void open_gate();

private:
    void accept_loop();
    void serve(int socket, std::size_t number);
    bool play(int socket, script const& steps);
    static bool send_all(int socket, std::string_view bytes);

    handler on_request_;
    std::function<script(std::size_t)> on_connect_;
    int listener_ = -1;
    std::uint16_t port_ = 0;

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::vector<received_request> requests_;
    std::size_t connections_ = 0;
    std::size_t ended_ = 0;
    std::size_t effects_ = 0;
    std::list<int> sockets_;
    std::vector<std::thread> threads_;
    bool gate_open_ = false;
    bool stopping_ = false;
    std::thread acceptor_;
};

} // namespace restbind::test
