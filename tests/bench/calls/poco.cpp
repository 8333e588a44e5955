// SPDX-License-Identifier: BSL-1.0
// Poco: a kept session for each call under way. Its calls block, so many at a time need as many
// threads. No JSON.

#include "certificate.hpp"
#include "contestant.hpp"
#include "payload.hpp"

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/HTTPSClientSession.h>
#include <Poco/Net/NetSSL.h>
#include <Poco/Net/RejectCertificateHandler.h>
#include <Poco/Net/SSLManager.h>
#include <Poco/SharedPtr.h>
#include <Poco/StreamCopier.h>

#include <exception>
#include <mutex>
#include <thread>

namespace bench
{

namespace
{

namespace net = Poco::Net;

net::Context::Ptr make_context(std::string const& authority_pem)
{
    net::initializeSSL();
    net::Context::Ptr context =
        new net::Context(net::Context::TLS_CLIENT_USE, "", net::Context::VERIFY_STRICT, 9, false);
    auto const authority = from_pem(authority_pem);
    if (X509_STORE_add_cert(SSL_CTX_get_cert_store(context->sslContext()), authority.get()) != 1)
        throw_openssl_error("X509_STORE_add_cert");
    Poco::SharedPtr<net::InvalidCertificateHandler> const reject =
        new net::RejectCertificateHandler(false);
    net::SSLManager::instance().initializeClient(nullptr, reject, context);
    return context;
}

class poco final : public contestant
{
public:
    poco(service_address const& service, conditions const& under)
    {
        bool const encrypted = under.over == transport::tls;
        net::Context::Ptr const context = encrypted ? make_context(service.authority) : nullptr;
        for (std::size_t i = 0; i != under.in_flight; ++i)
        {
            std::unique_ptr<net::HTTPClientSession> made;
            if (encrypted)
                made = std::make_unique<net::HTTPSClientSession>(
                    std::string(payload::host), service.tls_port, context);
            else
                made = std::make_unique<net::HTTPClientSession>(
                    std::string(payload::host), service.plain_port);
            made->setKeepAlive(true);
            made->setKeepAliveTimeout(Poco::Timespan(600, 0));
            made->setTimeout(Poco::Timespan(30, 0));
            sessions_.push_back(std::move(made));
        }
    }

    void run(work const& part) override
    {
        if (sessions_.size() == 1)
            return run_share(*sessions_.front(), part, 0);
        std::mutex mutex;
        std::exception_ptr failure;
        {
            std::vector<std::jthread> threads;
            for (std::size_t first = 0; first != sessions_.size(); ++first)
                threads.emplace_back(
                    [this, &part, &mutex, &failure, first]
                    {
                        try
                        {
                            run_share(*sessions_[first], part, first);
                        }
                        catch (...)
                        {
                            std::lock_guard const lock(mutex);
                            failure = std::current_exception();
                        }
                    });
        }
        if (failure)
            std::rethrow_exception(failure);
    }

private:
    /// Every so-many-th call of the work, beginning with `first`.
    void run_share(net::HTTPClientSession& session, work const& part, std::size_t first)
    {
        std::string body;
        for (std::size_t number = first; number < part.calls; number += sessions_.size())
        {
            stopwatch timer(part, number);
            net::HTTPRequest request(net::HTTPRequest::HTTP_POST, std::string(payload::target),
                net::HTTPMessage::HTTP_1_1);
            request.set("User-Agent", std::string(payload::user_agent));
            request.set("Accept", std::string(payload::accept));
            request.set("x-tenant", std::string(payload::tenant));
            request.set("Authorization", std::string(payload::authorization));
            request.setContentType(std::string(payload::content_type));
            request.setContentLength(static_cast<std::streamsize>(payload::request_body.size()));
            session.sendRequest(request) << payload::request_body;
            net::HTTPResponse response;
            body.clear();
            Poco::StreamCopier::copyToString(session.receiveResponse(response), body);
            timer.stop();
            payload::check(response.getStatus(), body.size());
        }
    }

    std::vector<std::unique_ptr<net::HTTPClientSession>> sessions_;
};

std::unique_ptr<contestant> make(service_address const& service, conditions const& under)
{
    return std::make_unique<poco>(service, under);
}

registration const plain_one(client_kind::poco, {transport::plain, 1}, make);
registration const plain_many(client_kind::poco, {transport::plain, many}, make);
registration const tls_one(client_kind::poco, {transport::tls, 1}, make);
registration const tls_many(client_kind::poco, {transport::tls, many}, make);

} // namespace

} // namespace bench
