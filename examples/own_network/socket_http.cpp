#include "socket_http.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>

namespace device {
namespace {

constexpr std::size_t largest_answer = 16U << 20;

class tcp_connection
{
public:
    tcp_connection(std::string const& host, unsigned short port)
        : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        if (descriptor_ < 0)
            throw std::runtime_error("no socket");
        timeval const patience{10, 0};
        ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ::setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        if (::inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1
            || ::connect(descriptor_, reinterpret_cast<sockaddr const*>(&address), sizeof address) != 0)
        {
            ::close(descriptor_);
            throw std::runtime_error("cannot connect to " + host);
        }
    }

    ~tcp_connection() { ::close(descriptor_); }

    tcp_connection(tcp_connection const&) = delete;
    tcp_connection& operator=(tcp_connection const&) = delete;

    void write(std::string_view text)
    {
        while (!text.empty())
        {
            auto const sent = ::send(descriptor_, text.data(), text.size(), MSG_NOSIGNAL);
            if (sent <= 0)
                throw std::runtime_error("the connection broke while sending");
            text.remove_prefix(static_cast<std::size_t>(sent));
        }
    }

    std::string read_to_end()
    {
        std::string text;
        std::array<char, 4096> piece;
        while (true)
        {
            auto const size = ::recv(descriptor_, piece.data(), piece.size(), 0);
            if (size < 0 || text.size() > largest_answer)
                throw std::runtime_error("the answer broke off, took too long or is too large");
            if (size == 0)
                return text;
            text.append(piece.data(), static_cast<std::size_t>(size));
        }
    }

private:
    int descriptor_;
};

/// The value of a header, '' if there is none. Enough for a server that writes names in their usual spelling.
std::string_view header(std::string_view head, std::string_view name)
{
    auto const start = head.find("\r\n" + std::string(name) + ": ");
    if (start == std::string_view::npos)
        return {};
    auto const value = head.substr(start + name.size() + 4);
    return value.substr(0, value.find("\r\n"));
}

} // namespace

restbind::http::response exchange(std::string const& host, unsigned short port,
    restbind::http::request const& request, std::string const& authorization)
{
    std::string head(to_string(request.verb));
    head += " " + request.target + " HTTP/1.1\r\nHost: " + host + ":" + std::to_string(port) + "\r\n";
    head += request.headers.text();
    if (!authorization.empty())
        head += "Authorization: " + authorization + "\r\n";
    head += "Content-Length: " + std::to_string(request.body.size()) + "\r\nConnection: close\r\n\r\n";

    tcp_connection connection(host, port);
    connection.write(head + request.body);
    std::string const text = connection.read_to_end();

    // "HTTP/1.1 200 OK", headers, an empty line, and a body as long as Content-Length says.
    auto const end = text.find("\r\n\r\n");
    restbind::http::response answer;
    if (end == std::string::npos || !text.starts_with("HTTP/1.1 ")
        || std::from_chars(text.data() + 9, text.data() + 12, answer.status).ec != std::errc())
        throw std::runtime_error("the answer is not HTTP");
    std::string_view const answer_head = std::string_view(text).substr(0, end + 2);
    answer.body = text.substr(end + 4);
    if (header(answer_head, "Content-Length") != std::to_string(answer.body.size()))
        throw std::runtime_error("the answer was cut off");
    answer.content_type = header(answer_head, "Content-Type");
    return answer;
}

} // namespace device
