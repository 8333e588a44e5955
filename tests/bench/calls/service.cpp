// SPDX-License-Identifier: BSL-1.0
#include "service.hpp"

#include "certificate.hpp"
#include "payload.hpp"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <iostream>
#include <stdexcept>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace bench
{

namespace
{

/// Longest request that is taken; those of the bench have about 450 bytes.
constexpr std::size_t max_request = 64U << 10;

std::string make_response(std::string_view status, std::string_view body)
{
    // The headers that a service behind a gateway usually sends.
    return "HTTP/1.1 " + std::string(status) +
           "\r\nContent-Type: application/json; charset=utf-8"
           "\r\nContent-Length: " +
           std::to_string(body.size()) +
           "\r\nDate: Fri, 01 Jan 2027 12:00:00 GMT"
           "\r\nServer: bench"
           "\r\nCache-Control: no-store"
           "\r\nStrict-Transport-Security: max-age=31536000"
           "\r\nX-Content-Type-Options: nosniff"
           "\r\nX-Request-Id: 0a1b2c3d-0000-4000-8000-000000000001"
           "\r\n\r\n" +
           std::string(body);
}

[[noreturn]] void throw_errno(char const* what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

/// A file descriptor that is closed in the end.
class descriptor
{
public:
    explicit descriptor(int number = -1) noexcept
        : number_(number)
    {
    }
    descriptor(descriptor&& other) noexcept
        : number_(std::exchange(other.number_, -1))
    {
    }
    descriptor& operator=(descriptor&& other) noexcept
    {
        std::swap(number_, other.number_);
        return *this;
    }
    ~descriptor()
    {
        if (number_ >= 0)
            ::close(number_);
    }
    int get() const noexcept { return number_; }

private:
    int number_;
};

/// The value of a header in the head of a request; none if it is not there.
std::string_view find_header(std::string_view head, std::string_view header)
{
    for (std::size_t line = head.find("\r\n"); line != std::string_view::npos;
         line = head.find("\r\n", line + 2))
    {
        std::string_view const rest = head.substr(line + 2);
        if (rest.size() <= header.size() || rest[header.size()] != ':' ||
            ::strncasecmp(rest.data(), header.data(), header.size()) != 0)
            continue;
        std::string_view value = rest.substr(header.size() + 1);
        value = value.substr(0, value.find("\r\n"));
        value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
        return value;
    }
    return {};
}

/// What is wrong with the head of a call; empty if all is well.
std::string complaint(std::string_view head)
{
    if (!head.starts_with("POST " + std::string(payload::target) + " HTTP/1.1\r\n"))
        return "the first line";
    for (auto const& [header, value] :
        {std::pair<std::string_view, std::string_view>("Authorization", payload::authorization),
            {"x-tenant", payload::tenant}, {"Content-Type", payload::content_type},
            {"Accept", payload::accept}, {"User-Agent", payload::user_agent}})
        if (find_header(head, header) != value)
            return "the header " + std::string(header);
    return {};
}

/// One client's connection.
class link
{
public:
    link(descriptor socket, SSL_CTX* encryption)
        : socket_(std::move(socket))
    {
        if (!encryption)
            return;
        ssl_.reset(SSL_new(encryption));
        if (!ssl_ || SSL_set_fd(ssl_.get(), socket_.get()) != 1)
            throw_openssl_error("SSL_new");
        SSL_set_accept_state(ssl_.get());
    }

    /// Reads what is there and answers what is complete. @returns False if the connection is at its
    /// end.
    bool serve()
    {
        std::array<char, 16384> space;
        for (;;)
        {
            std::ptrdiff_t const count = read(space);
            if (count == 0)
                return false;
            if (count < 0)
                return true;
            in_.append(space.data(), static_cast<std::size_t>(count));
            while (response_one())
            {
            }
            if (in_.size() > max_request || broken_)
                return false;
            // Without encryption a short read has emptied the socket, and one more look would cost
            // a call into the kernel.
            if (!ssl_ && static_cast<std::size_t>(count) < space.size())
                return true;
        }
    }

private:
    /// @returns Number of bytes; 0 at the end of the connection, -1 if there is nothing yet.
    std::ptrdiff_t read(std::span<char> space)
    {
        if (!ssl_)
        {
            ssize_t const count = ::recv(socket_.get(), space.data(), space.size(), MSG_DONTWAIT);
            if (count < 0)
                return errno == EAGAIN || errno == EINTR ? -1 : 0;
            return count;
        }
        ERR_clear_error();
        int const count = SSL_read(ssl_.get(), space.data(), static_cast<int>(space.size()));
        if (count > 0)
            return count;
        return SSL_get_error(ssl_.get(), count) == SSL_ERROR_WANT_READ ? -1 : 0;
    }

    /// A response is far shorter than a socket's buffer: one that does not fit means a client that
    /// does not read.
    void write(std::string_view text)
    {
        if (ssl_)
            broken_ = SSL_write(ssl_.get(), text.data(), static_cast<int>(text.size())) !=
                      static_cast<int>(text.size());
        else
            broken_ = ::send(socket_.get(), text.data(), text.size(),
                          MSG_DONTWAIT | MSG_NOSIGNAL) != static_cast<ssize_t>(text.size());
    }

    bool response_one()
    {
        static std::string const allocated = make_response("200 OK", payload::response_body);
        static std::string const token = make_response("200 OK", payload::token_body);

        std::size_t const end = in_.find("\r\n\r\n");
        if (end == std::string::npos)
            return false;
        std::string_view const head = std::string_view(in_).substr(0, end + 2);
        std::string_view const length = find_header(head, "Content-Length");
        std::size_t body_size = 0;
        std::from_chars(length.data(), length.data() + length.size(), body_size);
        if (body_size > max_request || in_.size() < end + 4 + body_size)
            return false;
        std::string_view const body = std::string_view(in_).substr(end + 4, body_size);

        if (body == payload::request_body)
        {
            std::string const wrong = checked_ ? std::string() : complaint(head);
            checked_ = wrong.empty();
            write(checked_ ? allocated
                           : make_response("400 Bad Request",
                                 "unexpected: " + wrong + " in " + std::string(head)));
        }
        else if (head.substr(0, head.find("\r\n")).find("/oauth2/v2.0/token ") !=
                 std::string_view::npos)
        {
            write(token);
        }
        else
        {
            write(make_response("404 Not Found", "unexpected: the body or the path"));
        }
        in_.erase(0, end + 4 + body_size);
        return !broken_;
    }

    descriptor socket_;
    openssl_ptr<SSL> ssl_;
    std::string in_;
    bool checked_ = false;
    bool broken_ = false;
};

/// A listening socket on a free loopback port.
descriptor listen_on_loopback(std::uint16_t& port)
{
    descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const general = reinterpret_cast<sockaddr*>(&address);
    if (socket.get() < 0 || ::bind(socket.get(), general, size) != 0 ||
        ::listen(socket.get(), 128) != 0 || ::getsockname(socket.get(), general, &size) != 0)
        throw_errno("listen");
    port = ntohs(address.sin_port);
    return socket;
}

openssl_ptr<SSL_CTX> make_server_context(certificate const& of)
{
    openssl_ptr<SSL_CTX> context(SSL_CTX_new(TLS_server_method()));
    if (!context || SSL_CTX_use_certificate(context.get(), of.own.get()) != 1 ||
        SSL_CTX_add1_chain_cert(context.get(), of.issuer.get()) != 1 ||
        SSL_CTX_use_PrivateKey(context.get(), of.key.get()) != 1)
        throw_openssl_error("SSL_CTX_new");
    return context;
}

/// Both ports and their connections.
class server
{
public:
    server()
        : certificate_(make_certificate())
        , context_(make_server_context(certificate_))
        , events_(::epoll_create1(EPOLL_CLOEXEC))
        , plain_(listen_on_loopback(address_.plain_port))
        , tls_(listen_on_loopback(address_.tls_port))
    {
        address_.authority = to_pem(certificate_.root.get());
        if (events_.get() < 0)
            throw_errno("epoll_create1");
        for (int const watched : {STDIN_FILENO, plain_.get(), tls_.get()})
            watch(watched);
    }

    service_address const& address() const noexcept { return address_; }

    /// Serves until standard input ends.
    void run()
    {
        std::array<epoll_event, 64> happened;
        for (;;)
        {
            int const count =
                ::epoll_wait(events_.get(), happened.data(), static_cast<int>(happened.size()), -1);
            if (count < 0 && errno != EINTR)
                throw_errno("epoll_wait");
            for (int i = 0; i < count; ++i)
            {
                int const where = happened[static_cast<std::size_t>(i)].data.fd;
                if (where == STDIN_FILENO)
                    return;
                if (where == plain_.get())
                    accept(plain_, nullptr);
                else if (where == tls_.get())
                    accept(tls_, context_.get());
                else if (auto const found = links_.find(where);
                         found != links_.end() && !found->second.serve())
                    links_.erase(found);
            }
        }
    }

private:
    void watch(int what)
    {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.fd = what;
        if (::epoll_ctl(events_.get(), EPOLL_CTL_ADD, what, &event) != 0)
            throw_errno("epoll_ctl");
    }

    void accept(descriptor const& from, SSL_CTX* encryption)
    {
        descriptor socket(::accept4(from.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        int const number = socket.get();
        if (number < 0)
            return;
        int const yes = 1;
        if (::setsockopt(number, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes) != 0)
            return;
        watch(number);
        links_.insert_or_assign(number, link(std::move(socket), encryption));
    }

    certificate certificate_;
    openssl_ptr<SSL_CTX> context_;
    service_address address_;
    descriptor events_;
    descriptor plain_;
    descriptor tls_;
    std::unordered_map<int, link> links_;
};

} // namespace

int serve()
{
    server all;
    std::cout << all.address().plain_port << ' ' << all.address().tls_port << '\n'
              << all.address().authority << std::flush;
    ::close(STDOUT_FILENO);
    all.run();
    return 0;
}

} // namespace bench
