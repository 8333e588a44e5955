// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/beast/http/basic_parser.hpp>

#include <cstdint>
#include <string>

namespace bench
{

/** Beast's parser without a container for headers: the body goes into the caller's text, of the
    rest only the status is kept.
*/
class bare_parser : public boost::beast::http::basic_parser<false>
{
public:
    /** @param body Must be empty; must outlive the parser. */
    explicit bare_parser(std::string& body)
        : body_(body)
    {
        eager(true);
    }

    int status() const noexcept { return status_; }

private:
    using text = boost::beast::string_view;
    using error_code = boost::beast::error_code;

    void on_request_impl(boost::beast::http::verb, text, text, int, error_code&) override {}
    void on_response_impl(int status, text, int, error_code&) override { status_ = status; }
    void on_field_impl(boost::beast::http::field, text, text, error_code&) override {}
    void on_header_impl(error_code&) override {}
    void on_body_init_impl(boost::optional<std::uint64_t> const&, error_code&) override {}
    std::size_t on_body_impl(text piece, error_code&) override
    {
        body_.append(piece.data(), piece.size());
        return piece.size();
    }
    void on_chunk_header_impl(std::uint64_t, text, error_code&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, text piece, error_code& code) override
    {
        return on_body_impl(piece, code);
    }
    void on_finish_impl(error_code&) override {}

    std::string& body_;
    int status_ = 0;
};

} // namespace bench
