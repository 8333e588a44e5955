// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/testing/received_request.hpp>
#include <restbind/testing/reply.hpp>
#include <restbind/testing/virtual_network.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/system/error_code.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::testing::detail
{

/** The far end of a connection that speaks HTTP: makes requests of bytes. */
class http_peer final : public virtual_network::peer
{
public:
    using end = virtual_network::far_end;

    /** @param respond Is given each request, and the connection to respond on.
        @param complain Is told of bytes that are no request.
    */
    http_peer(end&& client, std::function<void(received_request const&, end const&)> respond,
        std::function<void(std::string const&)> complain)
        : client_(std::move(client))
        , respond_(std::move(respond))
        , complain_(std::move(complain))
    {
    }

    void received(std::string_view bytes) override
    {
        input_ += bytes;
        while (!input_.empty() && read())
        {
        }
    }

private:
    using parser_type = boost::beast::http::request_parser<boost::beast::http::string_body>;

    /// @returns Whether to go on.
    bool read()
    {
        if (!parser_)
        {
            parser_.emplace().eager(true);
            parser_->body_limit(boost::none);
        }
        boost::system::error_code code;
        std::size_t const used = parser_->put(boost::asio::buffer(input_), code);
        input_.erase(0, used);
        if (code == boost::beast::http::error::need_more)
            return false;
        if (code)
        {
            complain_("bytes that are no request: " + code.message());
            client_.reset();
            input_.clear();
            return false;
        }
        if (!parser_->is_done())
            return used != 0;
        auto const& message = parser_->get();
        received_request whole{.method = std::string(message.method_string()),
            .target = std::string(message.target()),
            .body = message.body(),
            .at = client_.network().now()};
        for (auto const& field : message)
            whole.headers.add_unchecked(field.name_string(), field.value());
        parser_.reset();
        respond_(whole, client_);
        return true;
    }

    end client_;
    std::function<void(received_request const&, end const&)> respond_;
    std::function<void(std::string const&)> complain_;
    std::string input_;
    std::optional<parser_type> parser_;
};

/** Sends a response, whole or as much of it as arrives. */
inline void send(reply const& made, virtual_network::far_end const& client)
{
    if (made.arrives == reply::fate::lost)
        return client.reset(made.after);
    std::string bytes;
    if (made.what == reply::kind::garbage)
        bytes = made.body;
    else
    {
        bytes = "HTTP/1.1 " + std::to_string(made.status) + " Fake\r\n";
        if (!made.content_type.empty())
            bytes += "Content-Type: " + made.content_type + "\r\n";
        for (auto const& [name, value] : made.headers)
            bytes += name + ": " + value + "\r\n";
        bool const has_body = made.status != 204 && made.status != 304 && made.status >= 200;
        if (has_body)
            bytes += "Content-Length: " + std::to_string(made.body.size()) + "\r\n";
        bytes += "\r\n";
        if (has_body)
            bytes += made.body;
    }
    bool const is_cut = made.arrives == reply::fate::cut_off;
    if (is_cut)
        bytes.resize(made.bytes == reply::half ? bytes.size() / 2
                                               : (std::min)(bytes.size(), made.bytes));
    client.send(std::move(bytes), made.after);
    if (is_cut || made.what == reply::kind::garbage)
        client.close(made.after);
}

} // namespace restbind::testing::detail
