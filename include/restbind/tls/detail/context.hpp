// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/tls/detail/openssl.hpp>
#include <restbind/tls/options.hpp>

#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace restbind::inline RESTBIND_ABI::tls::detail
{

/// When a session was established.
inline std::time_t established(SSL_SESSION* session)
{
#if OPENSSL_VERSION_NUMBER >= 0x30300000L // the older function is deprecated from 3.4 on
    return SSL_SESSION_get_time_ex(session);
#else
    return static_cast<std::time_t>(SSL_SESSION_get_time(session));
#endif
}

/// Whether a session may still be resumed. Resuming skips the check of the certificate, so a
/// session must not outlive it.
inline bool is_fresh(SSL_SESSION* session)
{
    if (SSL_SESSION_is_resumable(session) != 1)
        return false;
    std::time_t const now = std::time(nullptr);
    if (now - established(session) >=
        static_cast<std::time_t>(SSL_SESSION_get_timeout(session)))
        return false;
    X509* const certificate = SSL_SESSION_get0_peer(session);
    return !certificate || X509_cmp_time(X509_get0_notAfter(certificate), nullptr) > 0;
}

/** Sessions that later connections can resume. Bounded; thread-safe. */
class session_cache
{
public:
    /** Most sessions in all. */
    static constexpr std::size_t most = 64;

    /** Most sessions with one peer, so that a busy one leaves space for others. */
    static constexpr std::size_t max_sessions_of_peer = 32;

    /** Keeps a session with `peer`. One of TLS 1.2 replaces those before it; of TLS 1.3, where each
        can be used once, several are kept. */
    void put(std::string const& peer, openssl_ptr<SSL_SESSION> session)
    {
        bool const once = SSL_SESSION_get_protocol_version(session.get()) >= TLS1_3_VERSION;
        auto const is_of_peer = [&](entry const& kept) { return kept.peer == peer; };
        std::lock_guard const lock(mutex_);
        if (!once)
            std::erase_if(entries_, is_of_peer);
        else if (std::count_if(entries_.begin(), entries_.end(), is_of_peer) >=
                 static_cast<std::ptrdiff_t>(max_sessions_of_peer))
            entries_.erase(std::find_if(entries_.begin(), entries_.end(), is_of_peer));
        if (entries_.size() >= most)
            entries_.pop_front();
        entries_.push_back({peer, std::move(session)});
    }

    /** The newest session with `peer` that is still valid, as is the peer's certificate; null if
        there is none. */
    openssl_ptr<SSL_SESSION> take(std::string const& peer)
    {
        std::lock_guard const lock(mutex_);
        for (std::size_t i = entries_.size(); i-- != 0;)
        {
            entry& kept = entries_[i];
            if (kept.peer != peer)
                continue;
            bool const fresh = is_fresh(kept.session.get());
            // Connections change their session; of one that stays here each gets a copy.
            if (fresh && SSL_SESSION_get_protocol_version(kept.session.get()) < TLS1_3_VERSION)
                return openssl_ptr<SSL_SESSION>(SSL_SESSION_dup(kept.session.get()));
            openssl_ptr<SSL_SESSION> taken = std::move(kept.session);
            entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
            if (fresh)
                return taken;
        }
        return nullptr;
    }

    /** Drops all sessions with `peer`. */
    void forget(std::string const& peer)
    {
        std::lock_guard const lock(mutex_);
        std::erase_if(entries_, [&](entry const& kept) { return kept.peer == peer; });
    }

    /** Number of sessions. */
    std::size_t size() const
    {
        std::lock_guard const lock(mutex_);
        return entries_.size();
    }

private:
    struct entry
    {
        std::string peer;
        openssl_ptr<SSL_SESSION> session;
    };

    mutable std::mutex mutex_;
    std::deque<entry> entries_; ///< the newest at the end
};

/** What all channels of a client share: OpenSSL's context and the sessions that can be resumed.
    Channels keep it alive. Thread-safe. */
class context final : public http::secure_channel_factory,
                      public std::enable_shared_from_this<context>
{
public:
    /** Reads the files and makes a context; errors as `make_factory`. */
    static result<std::shared_ptr<context>> open(options settings);

    RESTBIND_DECL std::unique_ptr<http::secure_channel> make(
        std::string const& host, std::uint16_t port) override;

    SSL_CTX* get() const noexcept { return context_.get(); }

    /** Whether the peer's certificate must carry the host. */
    bool checks_host() const noexcept { return checks_host_; }

    /** Whether sessions are kept to be resumed. */
    bool resumes_sessions() const noexcept { return resumes_sessions_; }

    session_cache sessions;

private:
    context() = default;

    openssl_ptr<SSL_CTX> context_;
    bool checks_host_ = true;
    bool resumes_sessions_ = true;
};

} // namespace restbind::tls::detail
