#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
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
#include <optional>

namespace restbind::net::detail
{

/** An error of the system's in connecting. */
RESTBIND_COLD inline error connect_error(boost::system::error_code code)
{
    return error(error_kind::connect).with_code(code).with_phase(phase::connect);
}

/** Tries the addresses of one destination as `http::address_plan` says, until one accepts. Used
    once.

    Its mutex guards everything, and is never held across a suspension. Attempts hold a share of
    this object; they end when `run` does.
*/
class connector final : public completion_target
{
public:
    /** @param addresses At most `http::max_addresses` of them are tried.
        @param loopback_only Whether those of other machines are left out.
    */
    RESTBIND_COLD connector(
        asio::any_io_executor executor, address_list const& addresses, bool loopback_only);

    /** Carries the plan out.

        @returns As `wait_error` if it was ended before; of kind `connect` if all attempts have
        failed, with the last one's code, or `host_not_found` if there was none.
    */
    asio::awaitable<result<void>> run(clock::time_point until);

    /** Ends `run` from any thread. */
    void shut_down();

    /** The connected socket. @pre `run` has succeeded. */
    asio::ip::tcp::socket take();

private:
    using error_code = boost::system::error_code;

    /// Does what is due. Joins those who wait unless all is over.
    result<void> go_on(waiter& waiting, clock::time_point until);
    void start(std::size_t number);
    void ended(std::uint64_t number, error_code code) override;
    void close();

    asio::any_io_executor executor_;
    asio::ip::tcp::endpoint addresses_[http::max_addresses];
    std::mutex mutex_;
    http::address_plan plan_;
    std::optional<asio::ip::tcp::socket> attempts_[http::max_addresses];
    std::optional<asio::ip::tcp::socket>* winner_ = nullptr;
    error_code last_failure_;
    wait_queue waiting_;
    bool shut_down_ = false;
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/connector.ipp>
#endif
