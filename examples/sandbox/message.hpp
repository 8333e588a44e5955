// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_MESSAGE_HPP
#define SANDBOX_MESSAGE_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbox {

using header_list = std::vector<std::pair<std::string, std::string>>;

/// An HTTP request, detached from the library that read it.
struct request
{
    std::string method;

    /// Path and query as sent.
    std::string target;
    header_list headers;
    std::string body;

    /// The body passed the limit; `body` is empty.
    bool body_too_large = false;

    /// The first header of that name, compared without case, without surrounding blanks; empty when absent.
    [[nodiscard]] std::string_view header(std::string_view name) const;

    /// The target up to the query.
    [[nodiscard]] std::string_view path() const;

    /// The target after the first `?`; empty when there is none.
    [[nodiscard]] std::string_view query() const;

    /// The media type of the Content-Type header in lower case, without parameters.
    [[nodiscard]] std::string media_type() const;
};

/// An HTTP response, before it is framed.
struct reply
{
    unsigned status = 200;
    std::string content_type = "application/json";
    std::string body;
    header_list headers;
};

/// ASCII only.
std::string to_lower(std::string_view text);

} // namespace sandbox

#endif
