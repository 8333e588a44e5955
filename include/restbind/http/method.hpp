#pragma once

#include <string_view>

namespace restbind::http
{

/** Methods of HTTP that an operation can use. */
enum class method : unsigned char
{
    get,
    post,
    put,
    patch,
    delete_,
    head,
    options
};

/** The method as it stands in the request line, for example `POST`; empty for a value outside the
    enumeration. */
constexpr std::string_view to_string(method verb) noexcept
{
    switch (verb)
    {
    case method::get:
        return "GET";
    case method::post:
        return "POST";
    case method::put:
        return "PUT";
    case method::patch:
        return "PATCH";
    case method::delete_:
        return "DELETE";
    case method::head:
        return "HEAD";
    case method::options:
        return "OPTIONS";
    }
    return {};
}

} // namespace restbind::http
