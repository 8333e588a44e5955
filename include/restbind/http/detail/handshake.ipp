// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/http/handshake.hpp>.
#pragma once

#include <restbind/http/handshake.hpp>
#include <restbind/http/secure_channel.hpp>

#include <boost/assert.hpp>

#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

RESTBIND_COLD RESTBIND_DECL handshake::handshake(secure_channel& channel)
    : channel_(channel)
{
    go_on();
}

RESTBIND_COLD RESTBIND_DECL void handshake::go_on()
{
    using status = secure_channel::status;
    channel_step_ = detail::checked(channel_, channel_.handshake());
    is_held_back_ = channel_step_ == status::ok && channel_.may_be_refused();
    if (channel_step_ == status::ok && !is_held_back_)
        next_ = step::done;
    else if (!channel_.outgoing().empty()) // an alert that says why goes out as well
        next_ = step::send;
    else
        after_output();
}

RESTBIND_COLD RESTBIND_DECL void handshake::after_output()
{
    if (detail::has_ended(channel_step_))
        fail();
    else if (channel_step_ == secure_channel::status::want_write)
        go_on();
    else
        next_ = step::receive;
}

RESTBIND_COLD RESTBIND_DECL void handshake::sent(std::size_t count)
{
    BOOST_ASSERT(next_ == step::send && count <= channel_.outgoing().size());
    channel_.sent(count);
    if (channel_.outgoing().empty())
        after_output();
}

RESTBIND_COLD RESTBIND_DECL void handshake::received(std::size_t count)
{
    BOOST_ASSERT(next_ == step::receive);
    channel_.received(count);
    // Held back, it looks whether the peer has refused the handshake, or shown that it stands.
    if (!is_held_back_)
        go_on();
    else if (!channel_.is_quiet())
        fail();
    else if (!channel_.may_be_refused())
        next_ = step::done;
}

RESTBIND_COLD RESTBIND_DECL void handshake::closed()
{
    channel_.input_ended();
    received(0);
    // Encryption waits for bytes that the peer will not send.
    if (next_ == step::receive)
        fail();
}

RESTBIND_COLD RESTBIND_DECL void handshake::failed(boost::system::error_code code)
{
    BOOST_ASSERT(next_ != step::done);
    if (detail::has_ended(channel_step_))
        return fail();
    end_with(error(error_kind::connect, code));
}

RESTBIND_COLD RESTBIND_DECL void handshake::stop_waiting()
{
    BOOST_ASSERT(next_ == step::receive && is_held_back_);
    next_ = step::done;
}

RESTBIND_COLD RESTBIND_DECL void handshake::fail()
{
    end_with(detail::channel_failure(channel_, error_kind::connect));
}

RESTBIND_COLD RESTBIND_DECL void handshake::end_with(error why)
{
    ended_ = restbind::detail::fill(why).with_phase(phase::handshake).take();
    next_ = step::done;
}

} // namespace restbind::http
