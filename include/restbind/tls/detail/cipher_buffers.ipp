// Bodies of <restbind/tls/detail/cipher_buffers.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/tls/detail/cipher_buffers.hpp>

#include <algorithm>
#include <cstring>

namespace restbind::tls::detail
{

RESTBIND_DECL BIO* cipher_buffers::make_bio()
{
    BIO* const bio = method() ? BIO_new(method()) : nullptr;
    if (bio)
        BIO_set_data(bio, this);
    return bio;
}

RESTBIND_DECL BIO_METHOD const* cipher_buffers::method()
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

RESTBIND_DECL int cipher_buffers::read(BIO* bio, char* to, std::size_t size, std::size_t* count)
{
    auto& self = *static_cast<cipher_buffers*>(BIO_get_data(bio));
    BIO_clear_retry_flags(bio);
    std::string_view const there = http::detail::view(self.incoming_);
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

RESTBIND_DECL int cipher_buffers::write(
    BIO* bio, char const* from, std::size_t size, std::size_t* count)
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
    std::memcpy(prepare_span(self.outgoing_, space).data(), from, *count);
    self.outgoing_.commit(*count);
    return 1;
}

RESTBIND_DECL long cipher_buffers::control(BIO* bio, int command, long, void*)
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

} // namespace restbind::tls::detail
