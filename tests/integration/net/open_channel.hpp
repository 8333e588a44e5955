// SPDX-License-Identifier: BSL-1.0
// Encryption for tests of what a connection does with it.
#pragma once

#include <restbind/http/secure_channel.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace fake
{

/// Encryption that leaves bytes as they are and takes the steps that a test wants. Unless told to,
/// it reads nothing of what the peer says.
class open_channel final : public restbind::http::secure_channel
{
public:
    explicit open_channel(std::function<status(open_channel&)> handshake)
        : on_handshake(std::move(handshake))
    {
    }
    ~open_channel() override { ends(); }

    status handshake() override { return on_handshake(*this); }
    status write(std::string_view head, std::string_view body) override
    {
        if (written == status::ok)
            waiting.append(head).append(body);
        if (on_write)
            on_write();
        return written;
    }
    status write_more() override { return written; }
    decrypted read(std::span<char> to) override
    {
        return on_read ? on_read(*this, to) : decrypted{status::want_read, 0};
    }
    std::span<char> input_capacity() override { return space_; }
    void received(std::size_t count) override { heard.append(space_, count); }
    void input_ended() override {}
    std::string_view outgoing() override { return waiting; }
    void sent(std::size_t count) override { waiting.erase(0, count); }
    bool is_quiet() override
    {
        if (on_quiet)
            on_quiet();
        return true;
    }
    void close() override
    {
        ends();
        if (failed.kind() == restbind::error_kind::none)
            waiting += "close_notify";
    }
    restbind::error const& failure() const override { return failed; }

    std::string waiting;         ///< bytes for the peer
    std::string heard;           ///< bytes of the peer
    status written = status::ok; ///< what writing comes to
    restbind::error failed;
    std::function<status(open_channel&)> on_handshake;
    std::function<decrypted(open_channel&, std::span<char>)> on_read;
    std::function<void()> on_write; ///< called when a message was taken
    std::function<void()> on_quiet; ///< called when an idle connection is looked at
    std::function<void()> on_end;   ///< called when the connection ends, more than once

private:
    void ends() const
    {
        if (on_end)
            on_end();
    }

    char space_[16]{};
};

/// What reads as if there were no encryption.
inline restbind::http::secure_channel::decrypted pass_on(open_channel& channel, std::span<char> to)
{
    using status = restbind::http::secure_channel::status;
    std::size_t const count = channel.heard.copy(to.data(), to.size());
    channel.heard.erase(0, count);
    return {count == 0 ? status::want_read : status::ok, count};
}

} // namespace fake
