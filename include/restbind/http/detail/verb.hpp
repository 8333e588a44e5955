#pragma once

// Beast 1.81 declares operators of std::ostream without including it.
#include <boost/beast/http/verb.hpp>

#include <ostream>

namespace restbind::http
{

/** Methods of HTTP. `to_string` makes the word of the request line of one, for example `POST`. */
using boost::beast::http::verb;

} // namespace restbind::http
