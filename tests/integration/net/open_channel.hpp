// Encryption for tests of what a connection does with it.
#pragma once

#include <restbind/net/secure_channel.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace fake
{

/// Encryption that leaves bytes as they are and does in the handshake what a test wants. Drops what
/// the peer says.
class open_channel final : public restbind::net::secure_channel
{
public:
    explicit open_channel(std::function<status(open_channel&)> on_handshake)
        : on_handshake_(std::move(on_handshake))
    {
    }

    status handshake() override { return on_handshake_(*this); }
    status write(std::string_view head, std::string_view body) override
    {
        if (written == status::ok)
            waiting.append(head).append(body);
        if (on_write)
            on_write();
        return written;
    }
    status write_more() override { return status::ok; }
    status read(char*, std::size_t, std::size_t&) override { return next_read; }
    std::span<char> input_room() override { return room_; }
    void received(std::size_t) override {}
    void input_ended() override {}
    std::string_view outgoing() override { return waiting; }
    void sent(std::size_t count) override { waiting.erase(0, count); }
    bool is_quiet() override { return true; }
    void close() override
    {
        if (failed.kind() == restbind::error_kind::none)
            waiting += "goodbye";
    }
    restbind::error const& failure() const override { return failed; }

    std::string waiting;            ///< bytes for the peer
    std::function<void()> on_write; ///< called when a message was taken
    status written = status::ok;    ///< what writing comes to
    status next_read = status::want_read;
    restbind::error failed;

private:
    std::function<status(open_channel&)> on_handshake_;
    char room_[16]{};
};

} // namespace fake
