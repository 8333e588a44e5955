#pragma once

namespace restbind::http
{

/** The place of a parameter or key in a request. */
enum class parameter_location : unsigned char
{
    path,
    query,
    header,
    cookie
};

} // namespace restbind::http
