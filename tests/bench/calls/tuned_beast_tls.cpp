// SPDX-License-Identifier: BSL-1.0
// tuned_beast.cpp with encryption: OpenSSL works on memory, the coroutine moves the bytes.

#include "bare_parser.hpp"
#include "certificate.hpp"
#include "coroutines.hpp"
#include "payload.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/system/system_error.hpp>

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <array>
#include <cstring>
#include <stdexcept>

namespace bench
{

namespace
{

using asio::ip::tcp;
using boost::system::error_code;

struct connection
{
    explicit connection(asio::io_context& io)
        : socket(io)
    {
    }

    tcp::socket socket;
    openssl_ptr<SSL> ssl;
    BIO* received = nullptr; ///< belongs to `ssl`
    BIO* to_send = nullptr;  ///< belongs to `ssl`
    std::string request;
    std::string body;
    std::array<char, 16384> space;
    std::array<char, 16384> plain;
};

class tuned_beast_tls final : public contestant
{
public:
    tuned_beast_tls(service_address const& service, conditions const& under)
        : where_(asio::ip::address_v4::loopback(), service.tls_port)
        , use_(under.connections)
        , context_(make_client_context(service.authority))
        , fixed_head_(payload::request_head(service.tls_port))
    {
        for (std::size_t i = 0; i != under.in_flight; ++i)
            connections_.push_back(std::make_unique<connection>(io_));
        if (use_ != connection_use::resumed)
            return;
        SSL_CTX_set_session_cache_mode(
            context_.get(), SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
        SSL_CTX_set_app_data(context_.get(), this);
        SSL_CTX_sess_set_new_cb(context_.get(),
            [](SSL* ssl, SSL_SESSION* session)
            {
                auto* const self =
                    static_cast<tuned_beast_tls*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl)));
                self->session_.reset(session);
                return 1;
            });
    }

    void run(work const& part) override
    {
        call_source calls(part);
        run_coroutines(io_, connections_.size(),
            [&](std::size_t number) { return loop(*connections_[number], calls); });
    }

private:
    asio::awaitable<void> loop(connection& link, call_source& calls)
    {
        stopwatch timer;
        while (calls.take(timer))
        {
            if (!link.ssl)
                co_await open(link);
            link.request.assign(fixed_head_)
                .append(std::to_string(payload::request_body.size()))
                .append("\r\n\r\n");
            link.request.append(payload::request_body);
            clear_errors();
            if (SSL_write(link.ssl.get(), link.request.data(),
                    static_cast<int>(link.request.size())) <= 0)
                throw_openssl_error("SSL_write");
            co_await flush(link);
            co_await read_response(link);
            if (use_ != connection_use::kept)
                co_await close(link);
            timer.stop();
        }
    }

    asio::awaitable<void> open(connection& link)
    {
        link.socket = tcp::socket(io_);
        co_await link.socket.async_connect(where_, asio::use_awaitable);
        link.socket.set_option(tcp::no_delay(true));
        link.socket.non_blocking(true);
        link.ssl.reset(SSL_new(context_.get()));
        link.received = BIO_new(BIO_s_mem());
        link.to_send = BIO_new(BIO_s_mem());
        SSL_set_bio(link.ssl.get(), link.received, link.to_send);
        SSL_set_connect_state(link.ssl.get());
        X509_VERIFY_PARAM_set1_ip_asc(
            SSL_get0_param(link.ssl.get()), std::string(payload::host).c_str());
        bool const resumes = session_ && SSL_set_session(link.ssl.get(), session_.get()) == 1;
        for (;;)
        {
            clear_errors();
            int const done = SSL_do_handshake(link.ssl.get());
            int const reason = SSL_get_error(link.ssl.get(), done);
            co_await flush(link);
            if (done == 1)
                break;
            if (reason != SSL_ERROR_WANT_READ)
                throw_openssl_error("SSL_do_handshake");
            co_await receive(link);
        }
        if (resumes && SSL_session_reused(link.ssl.get()) != 1)
            throw std::runtime_error("the service has not resumed the session");
    }

    /// The response, and the session tickets that come in front of it.
    asio::awaitable<void> read_response(connection& link)
    {
        link.body.clear();
        bare_parser parser(link.body);
        std::size_t there = 0;
        while (!parser.is_done())
        {
            clear_errors();
            int const count = SSL_read(link.ssl.get(), link.plain.data() + there,
                static_cast<int>(link.plain.size() - there));
            if (count <= 0)
            {
                if (SSL_get_error(link.ssl.get(), count) != SSL_ERROR_WANT_READ)
                    throw_openssl_error("SSL_read");
                co_await receive(link);
                continue;
            }
            there += static_cast<std::size_t>(count);
            error_code code;
            std::size_t const used = parser.put(asio::buffer(link.plain.data(), there), code);
            if (code && code != boost::beast::http::error::need_more)
                throw boost::system::system_error(code, "read");
            there -= used;
            std::memmove(link.plain.data(), link.plain.data() + used, there);
        }
        payload::check(parser.status(), link.body.size());
    }

    asio::awaitable<void> close(connection& link)
    {
        SSL_shutdown(link.ssl.get());
        co_await flush(link);
        link.ssl.reset();
        link.socket.close();
    }

    asio::awaitable<void> flush(connection& link)
    {
        char* text = nullptr;
        auto const size = static_cast<std::size_t>(BIO_get_mem_data(link.to_send, &text));
        if (size == 0)
            co_return;
        error_code code;
        std::size_t const sent = link.socket.write_some(asio::buffer(text, size), code);
        if (code && code != asio::error::would_block)
            throw boost::system::system_error(code, "write");
        if (sent != size)
            co_await asio::async_write(
                link.socket, asio::buffer(text + sent, size - sent), asio::use_awaitable);
        (void)BIO_reset(link.to_send);
    }

    asio::awaitable<void> receive(connection& link)
    {
        std::size_t const count =
            co_await link.socket.async_read_some(asio::buffer(link.space), asio::use_awaitable);
        if (BIO_write(link.received, link.space.data(), static_cast<int>(count)) !=
            static_cast<int>(count))
            throw_openssl_error("BIO_write");
    }

    static void clear_errors()
    {
        if (ERR_peek_error() != 0)
            ERR_clear_error();
    }

    asio::io_context io_{1};
    tcp::endpoint where_;
    connection_use use_;
    openssl_ptr<SSL_CTX> context_;
    std::string fixed_head_;
    openssl_ptr<SSL_SESSION> session_;
    std::vector<std::unique_ptr<connection>> connections_;
};

std::unique_ptr<contestant> make(service_address const& service, conditions const& under)
{
    return std::make_unique<tuned_beast_tls>(service, under);
}

registration const one_at_a_time(client_kind::tuned_beast, {transport::tls, 1}, make);
registration const many_at_a_time(client_kind::tuned_beast, {transport::tls, many}, make);
registration const resumed(
    client_kind::tuned_beast, {transport::tls, 1, connection_use::resumed}, make);
registration const full(client_kind::tuned_beast, {transport::tls, 1, connection_use::full}, make);

} // namespace

} // namespace bench
