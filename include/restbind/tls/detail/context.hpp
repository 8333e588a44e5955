#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/tls/detail/openssl.hpp>
#include <restbind/tls/detail/session_cache.hpp>
#include <restbind/tls/options.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace restbind::tls::detail
{

/** What all channels of a client share: OpenSSL's context and the sessions that can be resumed.
    Channels keep it alive. Thread-safe. */
class context final : public http::secure_channel_factory,
                      public std::enable_shared_from_this<context>
{
public:
    /** Reads the files and makes a context; errors as `make_factory`. */
    static result<std::shared_ptr<context>> open(options settings);

    std::unique_ptr<http::secure_channel> make(
        std::string const& host, std::uint16_t port) override;

    SSL_CTX* get() const noexcept { return context_.get(); }

    /** Whether the peer's certificate must carry the host. */
    bool checks_host() const noexcept { return checks_host_; }

    /** Whether sessions are kept to be resumed. */
    bool resumes_sessions() const noexcept { return resumes_sessions_; }

    session_cache sessions;

private:
    context() = default;

    result<void> trust(options const& settings);
    result<void> use_certificate(options& settings);
    result<void> use_key(options& settings);

    openssl_ptr<SSL_CTX> context_;
    bool checks_host_ = true;
    bool resumes_sessions_ = true;
};

} // namespace restbind::tls::detail
