#pragma once

#include <restbind/http/address_plan.hpp>
#include <restbind/net/config.hpp>
#include <restbind/net/waiter.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>

#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace restbind::net::detail
{

/** Tries the addresses of one destination as `http::address_plan` says, until one accepts. Used
    once.

    Its mutex guards everything, and is never held across a suspension. Attempts hold a share of
    this object; they end when `run` does.
*/
class connector : public std::enable_shared_from_this<connector>
{
public:
    /** @param addresses At least one; at most `http::most_addresses` of them are tried. */
    connector(
        asio::any_io_executor executor, std::vector<asio::ip::tcp::endpoint> const& addresses);
    connector(connector const&) = delete;
    connector& operator=(connector const&) = delete;

    /** Carries the plan out.

        @param code Receives the last attempt's error if all have failed.
        @returns `granted` if an address has accepted or all attempts have failed.
    */
    asio::awaitable<wait_end> run(clock::time_point until, boost::system::error_code& code);

    /** Ends `run` from any thread. */
    void shut_down();

    /** The connected socket. @pre `run` has returned `granted` and no error. */
    asio::ip::tcp::socket take();

private:
    using error_code = boost::system::error_code;

    void start(asio::ip::tcp::endpoint const& address);
    void attempt_ended(asio::ip::tcp::socket& attempt, error_code code);
    void close();

    asio::any_io_executor executor_;
    std::vector<asio::ip::tcp::endpoint> addresses_;
    std::mutex mutex_;
    http::address_plan plan_;
    std::list<asio::ip::tcp::socket> attempts_;
    asio::ip::tcp::socket* winner_ = nullptr;
    error_code last_failure_;
    wait_queue waiting_;
    bool shut_down_ = false;
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/impl/connector.ipp>
#endif
