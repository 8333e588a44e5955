// SPDX-License-Identifier: BSL-1.0
// Encryption as far as its faults go: a handshake of one byte each way, and a certificate that may
// be another one. Bytes travel as they are.
#pragma once

#include <restbind/http/secure_channel.hpp>

#include <boost/asio/error.hpp>
#include <boost/system/errc.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace simulation
{

inline constexpr char hello = 'H';             ///< of the client
inline constexpr char usual_certificate = 'C'; ///< what the server answers

/** The client's side. */
class channel final : public restbind::http::secure_channel
{
public:
    status handshake() override
    {
        if (in_.empty())
            return has_ended_ ? fail(restbind::error_kind::connect, boost::asio::error::eof)
                              : status::want_read;
        char const answered = in_.front();
        in_.erase(0, 1);
        if (answered == usual_certificate)
            return status::ok;
        return fail(restbind::error_kind::certificate_rejected,
            make_error_code(boost::system::errc::permission_denied));
    }

    status write(std::string_view head, std::string_view body) override
    {
        out_.append(head).append(body);
        return status::ok;
    }

    status write_more() override { return status::ok; }

    decrypted read(std::span<char> to) override
    {
        if (in_.empty())
            return {has_ended_ ? status::closed : status::want_read, 0};
        std::size_t const count = (std::min)(in_.size(), to.size());
        in_.copy(to.data(), count);
        in_.erase(0, count);
        return {status::ok, count};
    }

    std::span<char> input_capacity() override { return space_; }
    void received(std::size_t count) override { in_.append(space_.data(), count); }
    void input_ended() override { has_ended_ = true; }
    std::string_view outgoing() override { return out_; }
    void sent(std::size_t count) override { out_.erase(0, count); }
    bool is_quiet() override { return in_.empty() && !has_ended_; }
    void close() override {}
    restbind::error const& failure() const override { return failure_; }

private:
    status fail(restbind::error_kind kind, boost::system::error_code code)
    {
        failure_ = restbind::detail::fill(restbind::error(kind))
                       .with_code(code)
                       .with_phase(restbind::phase::handshake)
                       .take();
        return status::failed;
    }

    std::string in_;
    std::string out_{hello};
    std::array<char, 2048> space_{};
    bool has_ended_ = false;
    restbind::error failure_;
};

/** Makes channels. */
class channel_factory final : public restbind::http::secure_channel_factory
{
public:
    std::unique_ptr<restbind::http::secure_channel> make(std::string const&, std::uint16_t) override
    {
        return std::make_unique<channel>();
    }
};

} // namespace simulation
