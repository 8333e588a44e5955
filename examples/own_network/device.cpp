// SPDX-License-Identifier: BSL-1.0
#include "device.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>

namespace device {
namespace {

boost::system::error_code last_error()
{
    return {errno, boost::system::system_category()};
}

moved outcome(ssize_t count)
{
    if (count < 0)
        return {0, last_error()};
    return {static_cast<std::size_t>(count), {}};
}

} // namespace

tcp_connection::~tcp_connection()
{
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

boost::system::error_code tcp_connection::connect(std::string const& host, std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    if (::inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1)
        return make_error_code(boost::system::errc::invalid_argument);
    descriptor_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    timeval const patience{10, 0};
    if (descriptor_ < 0 || ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0
        || ::setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0
        || ::connect(descriptor_, reinterpret_cast<sockaddr const*>(&address), sizeof address) != 0)
        return last_error();
    return {};
}

moved tcp_connection::write(std::string_view text)
{
    return outcome(::send(descriptor_, text.data(), text.size(), MSG_NOSIGNAL));
}

moved tcp_connection::read(std::span<char> space, bool waits)
{
    return outcome(::recv(descriptor_, space.data(), space.size(), waits ? 0 : MSG_DONTWAIT));
}

bool tcp_connection::can_read(std::chrono::milliseconds longest)
{
    pollfd one{descriptor_, POLLIN, 0};
    return ::poll(&one, 1, static_cast<int>(longest.count())) > 0;
}

} // namespace device
