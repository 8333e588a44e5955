#pragma once

#include <restbind/tls/detail/openssl_ptr.hpp>

#include <cstddef>
#include <deque>
#include <mutex>
#include <string>

namespace restbind::tls::detail
{

/** Sessions that later connections can resume. Bounded; thread-safe. */
class session_cache
{
public:
    /** Most sessions in all. */
    static constexpr std::size_t most = 64;

    /** Most sessions with one peer, so that a busy one leaves space for others. */
    static constexpr std::size_t most_of_peer = 32;

    /** Keeps a session with `peer`. One of TLS 1.2 replaces those before it; of TLS 1.3, where each
        can be used once, several are kept. */
    void put(std::string const& peer, openssl_ptr<SSL_SESSION> session);

    /** The newest session with `peer` that is still valid, as is the peer's certificate; null if
        there is none. */
    openssl_ptr<SSL_SESSION> take(std::string const& peer);

    /** Drops all sessions with `peer`. */
    void forget(std::string const& peer);

    /** Number of sessions. */
    std::size_t size() const;

private:
    struct entry
    {
        std::string peer;
        openssl_ptr<SSL_SESSION> session;
    };

    mutable std::mutex mutex_;
    std::deque<entry> entries_; ///< the newest at the end
};

} // namespace restbind::tls::detail
