// What fits none of the alternatives that a document describes.
#pragma once

#include <boost/json/value.hpp>

#include <utility>

namespace restbind
{

/** Open JSON among the alternatives of a `std::variant`: what a response brings that fits none of
    the others. It is a `boost::json::value` that nothing becomes by itself, so that
    `variant = "text"` means the text. A request that holds it is refused, unless the document
    allows the value.
    @code
    if (auto const* other = std::get_if<restbind::open_value>(&response.reason))
        std::clog << *other;
    @endcode
*/
class open_value : public boost::json::value
{
public:
    /** Null. */
    open_value() = default;
    explicit open_value(boost::json::value one)
        : boost::json::value(std::move(one))
    {
    }

    friend bool operator==(open_value const& a, open_value const& b)
    {
        return static_cast<boost::json::value const&>(a) ==
               static_cast<boost::json::value const&>(b);
    }
};

} // namespace restbind
