// SPDX-License-Identifier: BSL-1.0
// A service that draws a fault for every connection and every request, and keeps books.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>

namespace faults
{

/** What the service does with a request once it has received all of it. */
enum class action : unsigned char
{
    plain,        ///< responses
    chunked,      ///< responses in two chunks
    until_close,  ///< responses with a body that the end of the connection ends
    after_100,    ///< sends an interim response first
    in_pieces,    ///< responses in three pieces with pauses
    late,         ///< responses after a pause
    then_end,     ///< responses and ends the connection
    lost,         ///< ends the connection without a response
    cut_head,     ///< ends the connection in the middle of the head
    cut_body,     ///< ends the connection in the middle of the body
    junk,         ///< sends what is no HTTP
    bad_length,   ///< sends a head with two different lengths
    no_json,      ///< responses 200 with a body that is no JSON
    surplus,      ///< responses, with a foreign response behind it
    refuse,       ///< responses 409
    unauthorised, ///< responses 401
    fail,         ///< answers with 500
    unavailable,  ///< responses 503 with Retry-After: 0
    gateway,      ///< responses 502
    stall         ///< neither responses nor closes
};

/** What the service knows of one call: all that counts for "nothing lost, nothing doubled". */
struct entry
{
    unsigned requests = 0;         ///< complete requests received
    unsigned effects = 0;          ///< times that the operation was carried out
    unsigned effects_with_5xx = 0; ///< those of them that were answered with 500 or 503
};

/** An HTTP service on the loopback interface, run by one thread.

    A request carries the number of its call as `id`. What happens to the n-th request of a call,
   and to a connection, follows from the seed and from these numbers alone and not from the order in
    which threads run.
*/
class random_service
{
public:
    using books = std::unordered_map<std::int64_t, entry>;

    /** @param with_faults Or every request is responded. */
    explicit random_service(std::uint64_t seed, bool with_faults = true);
    ~random_service();
    random_service(random_service const&) = delete;
    random_service& operator=(random_service const&) = delete;

    /** `http://127.0.0.1:port`. */
    std::string url() const;

    /** Ends all connections. The books are complete and may be read only after this. */
    void stop();

    /** An entry for each call of which a whole request came. */
    books const& calls() const noexcept { return calls_; }

    /** Connections that were accepted. */
    std::size_t connections() const noexcept { return connections_; }

    /** Token requests received. */
    std::size_t token_requests() const noexcept { return token_requests_; }

private:
    using tcp = boost::asio::ip::tcp;
    struct request
    {
        std::string target;
        std::int64_t id = 0;
        std::string body;
    };

    std::uint64_t draw(std::uint64_t kind, std::uint64_t number, std::uint64_t index) const;
    boost::asio::awaitable<void> accept();
    boost::asio::awaitable<void> serve(tcp::socket socket, std::uint64_t number);
    boost::asio::awaitable<bool> receive(tcp::socket& socket, std::string& input, request& found);
    boost::asio::awaitable<bool> perform(tcp::socket& socket, request const& asked);
    boost::asio::awaitable<bool> give_token(tcp::socket& socket);
    boost::asio::awaitable<bool> send(tcp::socket& socket, std::string text);
    boost::asio::awaitable<void> pause(int milliseconds);

    std::uint64_t seed_;
    bool with_faults_;
    boost::asio::io_context io_{1};
    tcp::acceptor acceptor_;
    books calls_;
    std::size_t connections_ = 0;
    std::size_t token_requests_ = 0;
    std::thread thread_;
};

} // namespace faults
