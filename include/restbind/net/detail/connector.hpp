#pragma once

#include <restbind/http/detail/address_plan.hpp>
#include <restbind/net/detail/address_list.hpp>
#include <restbind/net/detail/config.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/waiter.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>

namespace restbind::net::detail
{

/** Tries the addresses of one destination as `http::address_plan` says, until one accepts. Used
    once.

    Its mutex guards everything, and is never held across a suspension. Attempts hold a share of
    this object; they end when `run` does.
*/
class connector final : public listener
{
public:
    /** @param addresses At most `http::max_addresses` of them are tried.
        @param loopback_only Whether those of other machines are left out.
    */
    RESTBIND_COLD connector(
        asio::any_io_executor executor, address_list const& addresses, bool loopback_only);
    RESTBIND_COLD ~connector() override;

    /** Carries the plan out.

        @param end Receives `granted` if an address has accepted or all attempts have failed.
        @param code Receives the last attempt's error if all have failed; `host_not_found` if there
        was none.
    */
    asio::awaitable<void> run(
        clock::time_point until, wait_end& end, boost::system::error_code& code);

    /** Ends `run` from any thread. */
    void shut_down();

    /** The connected socket. @pre `run` has returned `granted` and no error. */
    asio::ip::tcp::socket take();

private:
    using error_code = boost::system::error_code;

    /// One address on trial. They are chained, the newest in front.
    struct attempt
    {
        asio::ip::tcp::socket socket;
        std::size_t number;
        attempt* before;
    };

    /// Does what is due. Joins those who wait unless all is over.
    wait_end go_on(waiter& waiting, clock::time_point until, error_code& code);
    void start(std::size_t number);
    void ended(std::uint64_t number, error_code code) override;
    void close();

    asio::any_io_executor executor_;
    asio::ip::tcp::endpoint addresses_[http::max_addresses];
    std::mutex mutex_;
    http::address_plan plan_;
    attempt* attempts_ = nullptr;
    attempt* winner_ = nullptr;
    error_code last_failure_;
    wait_queue waiting_;
    bool shut_down_ = false;
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/connector.ipp>
#endif
