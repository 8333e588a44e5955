// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/http/input_buffer.hpp>

#include <openssl/bio.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::tls::detail
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
        // All of the memory is allocated here, because nothing may throw when OpenSSL calls.
        static_cast<void>(incoming_.prepare(capacity));
        static_cast<void>(outgoing_.prepare(capacity));
    }

    cipher_buffers(cipher_buffers const&) = delete;
    cipher_buffers& operator=(cipher_buffers const&) = delete;

    /** OpenSSL's end; null without memory. Not to be used after this object is gone. */
    BIO* make_bio()
    {
        BIO* const bio = method() ? BIO_new(method()) : nullptr;
        if (bio)
            BIO_set_data(bio, this);
        return bio;
    }

    /** Room for bytes of the peer. */
    std::span<char> space() { return http::prepare_span(incoming_, capacity - incoming_.size()); }

    /** The first `count` bytes of the space were filled. */
    void received(std::size_t count) noexcept { incoming_.commit(count); }

    /** The peer will send nothing more. */
    void end_input() noexcept { input_ended_ = true; }

    /** Whether it is known that the peer will send nothing more. */
    bool input_ended() const noexcept { return input_ended_; }

    /** Whether there are bytes of the peer that OpenSSL has not taken. */
    bool has_input() const noexcept { return incoming_.size() != 0; }

    /** Bytes for the peer. */
    std::string_view outgoing() const noexcept { return http::view(outgoing_); }

    /** The first `count` of them were sent. */
    void sent(std::size_t count) noexcept { outgoing_.consume(count); }

private:
    static BIO_METHOD const* method()
    {
        // For the whole process, because connections may outlive static objects.
        static BIO_METHOD* const shared = []
        {
            BIO_METHOD* const made =
                BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "restbind::tls");
            if (made)
            {
                BIO_meth_set_read_ex(made, &cipher_buffers::read);
                BIO_meth_set_write_ex(made, &cipher_buffers::write);
                BIO_meth_set_ctrl(made, &cipher_buffers::control);
                BIO_meth_set_create(made,
                    [](BIO* bio)
                    {
                        BIO_set_init(bio, 1);
                        return 1;
                    });
            }
            return made;
        }();
        return shared;
    }

    static int read(BIO* bio, char* to, std::size_t size, std::size_t* count)
    {
        auto& self = *static_cast<cipher_buffers*>(BIO_get_data(bio));
        BIO_clear_retry_flags(bio);
        std::string_view const there = http::view(self.incoming_);
        if (there.empty())
        {
            if (self.input_ended_)
                return 0;
            BIO_set_retry_read(bio);
            return -1;
        }
        *count = (std::min)(there.size(), size);
        std::memcpy(to, there.data(), *count);
        self.incoming_.consume(*count);
        return 1;
    }

    static int write(BIO* bio, char const* from, std::size_t size, std::size_t* count)
    {
        auto& self = *static_cast<cipher_buffers*>(BIO_get_data(bio));
        BIO_clear_retry_flags(bio);
        std::size_t const space = capacity - self.outgoing_.size();
        if (space == 0)
        {
            BIO_set_retry_write(bio);
            return -1;
        }
        *count = (std::min)(space, size);
        std::memcpy(http::prepare_span(self.outgoing_, space).data(), from, *count);
        self.outgoing_.commit(*count);
        return 1;
    }

    static long control(BIO* bio, int command, long, void*)
    {
        // OpenSSL asks a dozen times a call, mostly for what no such buffer has.
        auto const self = [bio]() -> cipher_buffers const&
        { return *static_cast<cipher_buffers const*>(BIO_get_data(bio)); };
        switch (command)
        {
        case BIO_CTRL_FLUSH:
        case BIO_CTRL_DUP:
            return 1;
        case BIO_CTRL_EOF:
            return self().input_ended_ && !self().has_input() ? 1 : 0;
        case BIO_CTRL_PENDING:
            return static_cast<long>(self().incoming_.size());
        case BIO_CTRL_WPENDING:
            return static_cast<long>(self().outgoing_.size());
        default:
            return 0;
        }
    }

    http::input_buffer incoming_;
    http::input_buffer outgoing_;
    bool input_ended_ = false;
};

} // namespace restbind::tls::detail
