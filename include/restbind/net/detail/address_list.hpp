#pragma once

#include <restbind/net/detail/config.hpp>

#include <boost/asio/ip/tcp.hpp>

#include <cstddef>

namespace restbind::net::detail
{

/** The addresses of a destination in the order in which they were found. */
class address_list
{
public:
    /** Number of addresses that are kept. */
    static constexpr std::size_t most = 64;

    /** Adds an address; one too many is left out. */
    void add(asio::ip::tcp::endpoint const& address) noexcept
    {
        if (size_ != most)
            addresses_[size_++] = address;
    }

    std::size_t size() const noexcept { return size_; }
    asio::ip::tcp::endpoint const* begin() const noexcept { return addresses_; }
    asio::ip::tcp::endpoint const* end() const noexcept { return addresses_ + size_; }

private:
    asio::ip::tcp::endpoint addresses_[most];
    std::size_t size_ = 0;
};

} // namespace restbind::net::detail
