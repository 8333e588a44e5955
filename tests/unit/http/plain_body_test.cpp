// SPDX-License-Identifier: BSL-1.0
// Texts, bytes and kinds of JSON as bodies.
#include <restbind/http/detail/bodies.hpp>
#include <restbind/http/operation.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

using namespace restbind;

namespace
{

constexpr http::operation_info send_info{.operation_id = "send", .method = http::verb::post, .path = "/x"};

/// The request that a step makes, or the error that it leaves.
template <class Step>
result<http::request> built(Step&& step)
{
    http::request_builder builder(send_info);
    builder.literal("/x");
    step(builder);
    return std::move(builder).finish();
}

result<http::request> with_file(file const& value, std::string_view type)
{
    return built([&](auto& builder) { http::file_body(builder, value, type); });
}

template <class T>
result<http::request> with_text(T const& value, std::string_view type)
{
    return built([&](auto& builder) { http::text_body(builder, value, type); });
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_plain_body)

BOOST_AUTO_TEST_CASE(a_text_is_sent_as_it_is)
{
    auto const request = with_text(std::string("a\r\n\xFF"), "text/plain");
    BOOST_TEST_REQUIRE(request.has_value());
    BOOST_TEST(request->body == "a\r\n\xFF");
    BOOST_TEST(request->content_type == "text/plain");
    BOOST_TEST(request->headers.find("Content-Type").value() == "text/plain");
}

BOOST_AUTO_TEST_CASE(a_charset_is_sent_and_held_to)
{
    auto const request = with_text(std::string("\xC3\xA4"), "text/csv; charset=utf-8");
    BOOST_TEST_REQUIRE(request.has_value());
    BOOST_TEST(request->content_type == "text/csv");
    BOOST_TEST(request->headers.find("Content-Type").value() == "text/csv; charset=utf-8");
    auto const wrong = with_text(std::string("\xC3"), "text/csv; charset=utf-8");
    BOOST_TEST_REQUIRE(wrong.has_error());
    BOOST_TEST((wrong.error() == error_kind::invalid_argument));
    BOOST_TEST(wrong.error().detail() == "the body is not UTF-8");
}

BOOST_AUTO_TEST_CASE(a_charset_is_found_however_it_is_written)
{
    for (std::string_view const type :
        {"text/csv;charset=UTF-8", "text/csv; header=present; Charset=\"utf-8\""})
        BOOST_TEST(with_text(std::string("\xFF"), type).has_error());
    for (std::string_view const type :
        {"text/csv", "text/csv; charset=latin1", "text/csv; a=charset=utf-8"})
        BOOST_TEST(with_text(std::string("\xFF"), type).has_value());
}

BOOST_AUTO_TEST_CASE(other_scalars_are_sent_as_their_text)
{
    BOOST_TEST(with_text(std::int64_t(-5), "text/plain")->body == "-5");
    BOOST_TEST(with_text(true, "text/plain")->body == "true");
    auto const wrong = with_text(std::numeric_limits<double>::infinity(), "text/plain");
    BOOST_TEST_REQUIRE(wrong.has_error());
    BOOST_TEST(wrong.error().detail() == "the body has no form as text");
}

BOOST_AUTO_TEST_CASE(bytes_have_the_type_that_is_described_unless_the_caller_names_one)
{
    std::string const bytes("\0\xFF\r\n", 4);
    auto const plain = with_file({.content = bytes}, "application/octet-stream");
    BOOST_TEST_REQUIRE(plain.has_value());
    BOOST_TEST((plain->body == bytes));
    BOOST_TEST(plain->headers.find("Content-Type").value() == "application/octet-stream");
    auto const named = with_file({.content = bytes, .content_type = "image/gif"}, "image/png");
    BOOST_TEST(named->headers.find("Content-Type").value() == "image/gif");
    BOOST_TEST(named->content_type == "image/png");
}

BOOST_AUTO_TEST_CASE(of_a_range_the_caller_must_name_one)
{
    for (std::string_view const type : {"image/*", "*/*", "multipart/mixed"})
    {
        auto const wrong = with_file({.content = "x"}, type);
        BOOST_TEST_REQUIRE(wrong.has_error());
        BOOST_TEST(
            wrong.error().detail() ==
            "the body needs a content_type: the operation describes only " + std::string(type));
        auto const right =
            with_file({.content = "x", .content_type = "multipart/mixed; boundary=b"}, type);
        BOOST_TEST(right->headers.find("Content-Type").value() == "multipart/mixed; boundary=b");
    }
}

BOOST_AUTO_TEST_CASE(a_content_type_cannot_add_headers)
{
    auto const wrong = with_file({.content = "x", .content_type = "a/b\r\nX-Evil: 1"}, "image/png");
    BOOST_TEST_REQUIRE(wrong.has_error());
    BOOST_TEST((wrong.error() == error_kind::invalid_argument));
    BOOST_TEST(wrong.error().detail() ==
               "the value of header Content-Type holds a control or non-ASCII character");
}

BOOST_AUTO_TEST_CASE(json_of_another_kind_is_sent_under_its_name)
{
    auto const request = built(
        [](auto& builder) { builder.json_body(std::int64_t(7), "application/merge-patch+json"); });
    BOOST_TEST_REQUIRE(request.has_value());
    BOOST_TEST(request->body == "7");
    BOOST_TEST(request->headers.find("Content-Type").value() == "application/merge-patch+json");
}

BOOST_AUTO_TEST_CASE(the_first_error_stays)
{
    auto const request = built(
        [](auto& builder)
        {
            builder.header("X-A", std::string("\n"));
            http::file_body(builder, {.content = "x"}, "image/*");
        });
    BOOST_TEST_REQUIRE(request.has_error());
    BOOST_TEST(request.error().detail() ==
               "the value of header X-A holds a control or non-ASCII character");
    BOOST_TEST((request.error().at() == phase::encode));
}

BOOST_AUTO_TEST_SUITE_END()
