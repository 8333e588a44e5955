// SPDX-License-Identifier: BSL-1.0
#include "checks.hpp"
#include "finding.hpp"

#include <restbind/http/detail/response_parser.hpp>

#include <support/strict_http_reader.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace fuzz
{

namespace
{

using restbind::http::response_parser;
using restbind_test::http_reading;
using progress = response_parser::progress;

// Room for every input: bounds are the business of unit tests.
constexpr restbind::http::parser_limits bounds{.body = 1U << 20, .header = 1U << 20};

/// Feeds bytes in pieces of a size. Each time they lie in a block of exactly their size: the
/// address sanitizer sees one byte too many.
std::optional<http_reading> read_ours(std::string_view bytes, bool has_no_body, std::size_t piece)
{
    restbind::http::response made;
    response_parser parser(made, bounds, has_no_body);
    auto step = progress::need_more;
    std::size_t begin = 0; // of what was not understood yet
    for (std::size_t end = 0; step == progress::need_more && end != bytes.size();)
    {
        end += (std::min)(piece, bytes.size() - end);
        auto const block = std::make_unique<char[]>(end - begin);
        bytes.copy(block.get(), end - begin, begin);
        std::string_view input(block.get(), end - begin);
        step = parser.take(input);
        begin = end - input.size();
    }
    if (step == progress::need_more)
        step = parser.end();
    if (step == progress::failed)
    {
        require(parser.failure_kind() != restbind::error_kind::none, "a failure of no kind", bytes);
        require(!parser.failure_detail().empty(), "a refusal without a reason", bytes);
        return std::nullopt;
    }
    return http_reading{
        made.status, made.content_type, made.body, bytes.size() - begin, parser.keeps_connection()};
}

} // namespace

void check_response(std::string_view bytes)
{
    for (bool const has_no_body : {false, true})
    {
        auto const strict = restbind_test::strict_http_reader(bytes, has_no_body).read();
        auto const ours = read_ours(bytes, has_no_body, bytes.size());
        require(ours || !strict, "taken by the strict reader only", bytes);
        require(strict || !ours, "taken by the parser only", bytes);
        require(ours == strict, "another meaning than to the strict reader", bytes);
        require(read_ours(bytes, has_no_body, 1) == ours, "another meaning in bytes", bytes);
        require(read_ours(bytes, has_no_body, 7) == ours, "another meaning in pieces", bytes);
    }
}

} // namespace fuzz
