#pragma once

#include <restbind/http/detail/input_buffer.hpp>

#include <openssl/bio.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace restbind::tls::detail
{

/** What lies between OpenSSL and a socket: encrypted bytes in both directions.

    OpenSSL reads and writes through `make_bio`, the connection moves the bytes from and to the
    socket without a copy. The size of the buffers bounds what a peer can make this side hold. The
    pair of buffers that OpenSSL has (`BIO_new_bio_pair`) does the same; asking it what there is
    takes some two dozen calls an exchange.
*/
class cipher_buffers
{
public:
    /** Bytes of each of the two buffers: one record of the largest size. */
    static constexpr std::size_t capacity = 17U << 10;

    cipher_buffers()
    {
        // All of the memory at once: OpenSSL's calls cannot throw.
        static_cast<void>(incoming_.prepare(capacity));
        static_cast<void>(outgoing_.prepare(capacity));
    }

    cipher_buffers(cipher_buffers const&) = delete;
    cipher_buffers& operator=(cipher_buffers const&) = delete;

    /** OpenSSL's end; null without memory. Not to be used after this object is gone. */
    BIO* make_bio();

    /** Room for bytes of the peer. */
    std::span<char> space() { return prepare_span(incoming_, capacity - incoming_.size()); }

    /** The first `count` bytes of the space were filled. */
    void received(std::size_t count) noexcept { incoming_.commit(count); }

    /** The peer will send nothing more. */
    void end_input() noexcept { input_ended_ = true; }

    /** Whether it is known that the peer will send nothing more. */
    bool input_ended() const noexcept { return input_ended_; }

    /** Whether there are bytes of the peer that OpenSSL has not taken. */
    bool has_input() const noexcept { return incoming_.size() != 0; }

    /** Bytes for the peer. */
    std::string_view outgoing() const noexcept { return view(outgoing_); }

    /** The first `count` of them were sent. */
    void sent(std::size_t count) noexcept { outgoing_.consume(count); }

private:
    static BIO_METHOD const* method();
    static int read(BIO* bio, char* to, std::size_t size, std::size_t* count);
    static int write(BIO* bio, char const* from, std::size_t size, std::size_t* count);
    static long control(BIO* bio, int command, long number, void* pointer);

    http::input_buffer incoming_;
    http::input_buffer outgoing_;
    bool input_ended_ = false;
};

} // namespace restbind::tls::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/tls/detail/cipher_buffers.ipp>
#endif
