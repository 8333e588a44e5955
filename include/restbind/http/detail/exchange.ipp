// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/http/exchange.hpp>.
#pragma once

#include <restbind/http/detail/text.hpp>
#include <restbind/http/exchange.hpp>
#include <restbind/http/secure_channel.hpp>

#include <boost/assert.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/system/errc.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

RESTBIND_DECL exchange::exchange(outgoing_request const& request, response& target,
    parser_limits const& limits, input_buffer& buffer, secure_channel* channel)
    : parser_(target, limits, request.response_has_no_content)
    , response_(target)
    , buffer_(buffer)
    , channel_(channel)
    , read_size_(std::clamp<std::size_t>(limits.header, 1, max_read))
{
    if (channel_)
    {
        channel_step_ = detail::checked(*channel_, channel_->write(request.head, request.body));
        go_on_sending();
    }
    else
        unsent_ = {request.head, request.body};
}

RESTBIND_DECL void exchange::sent(std::size_t count)
{
    BOOST_ASSERT(next_ == step::send);
    report_.bytes_sent += count;
    if (channel_)
    {
        channel_->sent(count);
        if (is_sending_)
            go_on_sending();
        else if (channel_->outgoing().empty())
            go_on_receiving();
        return;
    }
    std::size_t const first = (std::min)(count, unsent_[0].size());
    unsent_[0].remove_prefix(first);
    if (!unsent_[0].empty())
        return;
    unsent_[1].remove_prefix(count - first);
    unsent_[0] = std::exchange(unsent_[1], {});
    if (unsent_[0].empty())
        end_request();
}

/// All of the request was sent.
RESTBIND_DECL void exchange::end_request()
{
    report_.outcome.sent = sent_part::all;
    is_sending_ = false;
    go_on_receiving();
}

/// Encrypts more of the request when everything that was encrypted is sent.
RESTBIND_DECL void exchange::go_on_sending()
{
    using status = secure_channel::status;
    while (channel_->outgoing().empty())
    {
        if (channel_step_ == status::ok)
            return end_request();
        if (detail::has_ended(channel_step_))
            return fail_channel(channel_step_);
        // Encryption may have to hear the rest of a message of its own before it goes on.
        bool const has_waited = channel_step_ == status::want_read;
        channel_step_ = detail::checked(*channel_, channel_->write_more());
        if (has_waited && channel_step_ == status::want_read && channel_->outgoing().empty())
        {
            next_ = step::receive;
            return;
        }
    }
    next_ = step::send;
}

/// Nothing more of the request is sent, whether all of it was or not.
RESTBIND_COLD RESTBIND_DECL void exchange::end_sending()
{
    is_sending_ = false;
    channel_step_ = secure_channel::status::ok;
    if (report_.outcome.sent == sent_part::nothing && report_.bytes_sent != 0)
        report_.outcome.sent = sent_part::some;
}

RESTBIND_DECL std::span<char> exchange::input()
{
    return channel_ ? channel_->input_capacity() : prepare_span(buffer_, read_size_);
}

RESTBIND_DECL void exchange::received(std::size_t count)
{
    BOOST_ASSERT(next_ == step::send || next_ == step::receive);
    report_.bytes_received += count;
    if (channel_)
        channel_->received(count);
    else
        take_input(count);
    if (!is_sending_)
        go_on_receiving();
    else
        take_while_sending(channel_ ? decrypt() : secure_channel::status::want_read);
}

/// Goes on after bytes have come before all of the request was sent.
RESTBIND_COLD RESTBIND_DECL void exchange::take_while_sending(secure_channel::status read)
{
    if (progress_ != response_parser::progress::need_more)
    {
        end_sending();
        go_on_receiving();
    }
    else if (read != secure_channel::status::want_read)
        fail_channel(read);
    else if (next_ == step::receive)
        go_on_sending();
}

RESTBIND_DECL void exchange::take_input(std::size_t count)
{
    response_bytes_ += count;
    buffer_.commit(count);
    std::string_view rest = view(buffer_);
    progress_ = parser_.take(rest);
    buffer_.consume(buffer_.size() - rest.size());
}

/// Decrypts until that is impossible, the response has ended, or a piece of it is to be delivered.
RESTBIND_DECL secure_channel::status exchange::decrypt()
{
    using status = secure_channel::status;
    while (progress_ == response_parser::progress::need_more && (is_sending_ || !has_piece()))
    {
        std::span<char> const space = prepare_span(buffer_, read_size_);
        auto const [read, count] = channel_->read(space);
        // Without progress this loop would not end.
        if (read == status::ok && count == 0)
            return status::failed;
        if (read != status::ok)
            return detail::checked(*channel_, read);
        take_input(count);
    }
    return status::ok;
}

RESTBIND_DECL bool exchange::has_piece() const noexcept
{
    return !response_.body.empty() && parser_.is_streamed() &&
           progress_ != response_parser::progress::failed;
}

RESTBIND_DECL void exchange::go_on_receiving()
{
    using status = secure_channel::status;
    // Encryption that has ended may have had last bytes to send. They were sent: now its end
    // counts.
    if (channel_ && !detail::has_ended(channel_step_))
    {
        channel_step_ = decrypt();
        if (channel_step_ != status::ok && !channel_->outgoing().empty())
        {
            next_ = step::send;
            return;
        }
    }
    if (progress_ == response_parser::progress::need_more && channel_step_ == status::closed)
        progress_ = parser_.end();
    if (has_piece())
        next_ = step::deliver;
    else if (progress_ != response_parser::progress::need_more)
        finish();
    else if (channel_step_ == status::failed)
        fail_channel(channel_step_);
    else
        next_ = step::receive;
}

RESTBIND_DECL void exchange::closed()
{
    BOOST_ASSERT(next_ == step::send || next_ == step::receive);
    using status = secure_channel::status;
    if (channel_)
    {
        // A stream that ends without the peer's close_notify may have been cut by anybody.
        channel_->input_ended();
        received(0);
        // The peer will not say what encryption still waits for.
        if (next_ == step::receive || is_sending_)
            fail_channel(status::closed);
    }
    else if (!is_sending_)
    {
        progress_ = parser_.end();
        go_on_receiving();
    }
    else if (parser_.has_begun() && parser_.end() == response_parser::progress::complete)
    {
        progress_ = response_parser::progress::complete;
        end_sending();
        go_on_receiving();
    }
    else
        fail_channel(status::closed);
}

RESTBIND_DECL void exchange::delivered()
{
    BOOST_ASSERT(next_ == step::deliver);
    response_.body.clear();
    go_on_receiving();
}

RESTBIND_COLD RESTBIND_DECL void exchange::delivery_failed(error why)
{
    BOOST_ASSERT(next_ == step::deliver);
    response_.body.clear();
    if (why.at() == phase::none)
        restbind::detail::fill(why).with_phase(phase::read);
    end_with(std::move(why));
}

RESTBIND_COLD RESTBIND_DECL void exchange::failed(error_code code)
{
    fail_with(code, {});
}

/// As `failed`, with a detail.
RESTBIND_COLD RESTBIND_DECL void exchange::fail_with(error_code code, std::string_view detail)
{
    BOOST_ASSERT(next_ != step::done);
    if (next_ == step::deliver)
        response_.body.clear();
    if (is_sending_)
        fail(error_kind::write, code, phase::write, detail);
    else if (next_ == step::send && detail::has_ended(channel_step_))
        go_on_receiving();
    else
        fail(error_kind::read, code, has_begun() ? phase::read : phase::first_byte, detail);
}

RESTBIND_COLD RESTBIND_DECL void exchange::fail(
    error_kind kind, error_code code, phase at, std::string_view detail)
{
    end_sending();
    end_with(error(kind, code, std::string(detail), at));
}

RESTBIND_COLD RESTBIND_DECL void exchange::end_with(error why)
{
    report_.outcome.status = response_.status;
    report_.ended = restbind::detail::fill(why).with_status(response_.status).take();
    next_ = step::done;
}

/// Encryption, or the stream, has ended.
RESTBIND_COLD RESTBIND_DECL void exchange::fail_channel(secure_channel::status last)
{
    next_ = step::receive;
    if (last == secure_channel::status::closed)
        return failed(boost::beast::http::error::end_of_stream);
    report_.outcome.encryption_has_failed = true;
    // Whatever kind of error encryption names, the peer may have read the request before: only the
    // text of the error is used.
    error const why = detail::channel_failure(*channel_, error_kind::read);
    fail_with(why.code(), why.detail());
}

RESTBIND_DECL void exchange::finish()
{
    next_ = step::done;
    if (is_complete())
    {
        report_.outcome.status = response_.status;
        // Surplus bytes would be read as the response to the next request.
        report_.surplus = buffer_.size() != 0;
        report_.reusable = report_.outcome.sent == sent_part::all &&
                           parser_.keeps_connection() && !report_.surplus;
        if (auto const limit = parser_.idle_limit()) [[unlikely]]
        {
            report_.idle_limit = *limit - std::chrono::seconds(1);
            report_.reusable = report_.reusable && limit->count() > 1;
        }
        return;
    }
    error_kind const misread = parser_.failure_kind();
    error_code code = boost::beast::http::error::end_of_stream;
    if (misread != error_kind::read)
        code = make_error_code(misread == error_kind::too_large ? boost::system::errc::message_size
                                                                : boost::system::errc::bad_message);
    fail(misread, code, has_begun() ? phase::read : phase::first_byte, parser_.failure_detail());
}

} // namespace restbind::http
