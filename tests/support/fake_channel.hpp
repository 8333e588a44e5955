// SPDX-License-Identifier: BSL-1.0
// Encryption for tests of machines without sockets: each byte is changed, and each step does what a test wants.
#pragma once

#include <restbind/http/secure_channel.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace restbind::test
{

/// Encrypts and decrypts.
inline std::string scrambled(std::string_view text)
{
    std::string changed(text);
    for (char& c : changed)
        c = static_cast<char>(c ^ 0x55);
    return changed;
}

/// Does nothing, and leaves everything that has a default at it.
class idle_channel : public http::secure_channel
{
public:
    status handshake() override { return status::ok; }
    status write(std::string_view, std::string_view) override { return status::ok; }
    status write_more() override { return status::ok; }
    decrypted read(std::span<char>) override { return {status::closed, 0}; }
    std::span<char> input_capacity() override { return {}; }
    void received(std::size_t) override {}
    void input_ended() override {}
    std::string_view outgoing() override { return {}; }
    void sent(std::size_t) override {}
    bool is_quiet() override { return true; }
    void close() override {}
    error const& failure() const override { return none_; }

private:
    error none_;
};

class fake_channel final : public http::secure_channel
{
public:
    status handshake() override
    {
        ++handshakes;
        return on_handshake;
    }
    status write(std::string_view head, std::string_view body) override
    {
        rest_.assign(head).append(body);
        return write_more();
    }
    status write_more() override
    {
        if (on_write != status::ok)
            return on_write;
        std::size_t const count = (std::min)(rest_.size(), capacity - (std::min)(capacity, out.size()));
        out += scrambled(std::string_view(rest_).substr(0, count));
        rest_.erase(0, count);
        return rest_.empty() ? status::ok : status::want_write;
    }
    decrypted read(std::span<char> to) override
    {
        if (on_read != status::ok)
            return {on_read, 0};
        out += response_to_peer;
        response_to_peer.clear();
        if (in.empty() && peer_closes)
            return {status::closed, 0};
        if (in.empty() && has_ended)
            failed = restbind::detail::fill(error(error_kind::read, "cut off"))
                         .with_code(make_error_code(error_kind::read))
                         .take();
        if (in.empty())
            return {has_ended ? status::failed : status::want_read, 0};
        std::size_t const count = (std::min)(in.size(), to.size());
        scrambled(std::string_view(in).substr(0, count)).copy(to.data(), count);
        in.erase(0, count);
        return {status::ok, count};
    }
    std::span<char> input_capacity() override { return space_; }
    void received(std::size_t count) override { in.append(space_, count); }
    void input_ended() override { has_ended = true; }
    std::string_view outgoing() override { return out; }
    void sent(std::size_t count) override { out.erase(0, count); }
    bool is_quiet() override { return quiet && !has_ended; }
    bool may_be_refused() const override { return refusable; }
    void close() override {}
    error const& failure() const override { return failed; }

    std::string in;                   ///< bytes of the peer that were not decrypted
    std::string out;                  ///< bytes for the peer
    std::string response_to_peer;       ///< is to be sent once anything is read
    std::size_t capacity = 1 << 20;   ///< most bytes for the peer at a time
    status on_handshake = status::ok; ///< what steps come to
    status on_write = status::ok;
    status on_read = status::ok;
    int handshakes = 0;
    bool peer_closes = false; ///< whether the peer has ended the stream properly
    bool has_ended = false;
    bool quiet = true;
    bool refusable = false;
    error failed;

private:
    std::string rest_;
    char space_[4096]{};
};

} // namespace restbind::test
