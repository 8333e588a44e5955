// SPDX-License-Identifier: BSL-1.0
#include "http_server.hpp"

#include "connection.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <list>
#include <mutex>
#include <thread>

namespace sandbox {
namespace {

namespace asio = boost::asio;

using asio::ip::tcp;
using boost::system::error_code;

/// How long running requests may take after `stop`; short enough for "within a second".
constexpr std::chrono::milliseconds grace{700};

/// After a failed accept, for instance because no file descriptor is left.
constexpr std::chrono::milliseconds accept_pause{50};

} // namespace

struct http_server::impl
{
    impl(handler& target_, options const& settings_)
        : target(target_),
          settings(settings_),
          context(static_cast<int>(std::max(1U, settings_.threads))),
          acceptor(asio::make_strand(context))
    {
        if (!settings.certificate_file.empty())
            read_certificate();
        listen();
    }

    void listen()
    {
        tcp::endpoint const endpoint(asio::ip::address_v4::loopback(), settings.port);
        error_code ec;
        acceptor.open(endpoint.protocol());
        acceptor.set_option(tcp::acceptor::reuse_address(true));
        acceptor.bind(endpoint, ec);
        if (!ec)
            acceptor.listen(tcp::acceptor::max_listen_connections, ec);
        if (ec == asio::error::address_in_use)
            throw start_error("port " + std::to_string(settings.port) + " is taken: another program listens there");
        if (ec)
            throw start_error("port " + std::to_string(settings.port) + " cannot be used: " + ec.message());
        port = acceptor.local_endpoint().port();
    }

    void read_certificate()
    {
        tls.emplace(asio::ssl::context::tls_server);
        tls->set_options(asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1);
        error_code ec;
        tls->use_certificate_chain_file(settings.certificate_file, ec);
        if (ec)
            throw start_error(settings.certificate_file + " is no certificate in PEM format: " + ec.message());
        tls->use_private_key_file(settings.private_key_file, asio::ssl::context::pem, ec);
        if (ec)
            throw start_error(settings.private_key_file + " is not the certificate's key in PEM format: " + ec.message());
    }

    void start()
    {
        asio::co_spawn(acceptor.get_executor(), accept(), [](std::exception_ptr const& failure) {
            report("accepting", failure);
        });

        auto const count = std::max(1U, settings.threads);
        for (unsigned i = 0; i < count; ++i)
            threads.emplace_back([this] { context.run(); });
    }

    asio::awaitable<void> accept()
    {
        asio::steady_timer pause(acceptor.get_executor());

        // Ends when `stop` closes the acceptor.
        while (acceptor.is_open())
        {
            error_code ec;
            tcp::socket socket(asio::make_strand(context));
            co_await acceptor.async_accept(socket, asio::redirect_error(asio::use_awaitable, ec));
            if (ec == asio::error::operation_aborted)
                break;

            if (ec)
            {
                error_code ignored;
                pause.expires_after(accept_pause);
                co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
                continue;
            }

            ++accepted;
            spawn(std::move(socket));
        }
    }

    void spawn(tcp::socket socket)
    {
        auto const executor = socket.get_executor();
        auto const one = std::make_shared<connection>(std::move(socket), tls ? &*tls : nullptr, target, settings);

        std::unique_lock lock(mutex);
        bool const full = open.size() >= settings.max_connections;
        auto const place = open.insert(open.end(), one);
        bool const late = stopping;
        lock.unlock();

        if (late)
            one->finish();

        asio::co_spawn(executor, full ? one->turn_away() : one->serve(),
                       [this, one, place](std::exception_ptr const& failure) {
                           report("a connection", failure);
                           std::lock_guard const guard(mutex);
                           open.erase(place);
                           closed.notify_all();
                       });
    }

    static void report(char const* what, std::exception_ptr const& failure)
    {
        try
        {
            if (failure)
                std::rethrow_exception(failure);
        }
        catch (std::exception const& e)
        {
            std::fprintf(stderr, "ticketing-sandbox: %s failed: %s\n", what, e.what());
        }
    }

    void stop()
    {
        std::call_once(stopped, [this] {
            asio::post(acceptor.get_executor(), [this] {
                error_code ignored;
                acceptor.close(ignored);
            });

            std::unique_lock lock(mutex);
            stopping = true;
            for (auto const& one : open)
                one->finish();

            closed.wait_for(lock, grace, [this] { return open.empty(); });
            lock.unlock();

            context.stop();
            for (auto& thread : threads)
                thread.join();
        });
    }

    handler& target;
    options const settings;
    unsigned short port = 0;
    std::optional<asio::ssl::context> tls;
    std::atomic<std::uint64_t> accepted{0};

    std::mutex mutex;
    std::condition_variable closed;
    std::list<std::shared_ptr<connection>> open;
    bool stopping = false;
    std::once_flag stopped;
    std::vector<std::thread> threads;

    // Last, so that what is still pending in it is destroyed while the rest is alive.
    asio::io_context context;
    tcp::acceptor acceptor;
};

http_server::http_server(handler& target, options const& settings) : impl_(std::make_unique<impl>(target, settings))
{
    impl_->start();
}

http_server::~http_server()
{
    impl_->stop();
}

unsigned short http_server::port() const noexcept
{
    return impl_->port;
}

std::uint64_t http_server::connections_accepted() const noexcept
{
    return impl_->accepted;
}

std::uint64_t http_server::connections_open() const noexcept
{
    std::lock_guard const lock(impl_->mutex);
    return impl_->open.size();
}

void http_server::stop()
{
    impl_->stop();
}

} // namespace sandbox
