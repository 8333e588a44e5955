// Bytes that are sent as they are: a file in a form, or a whole body.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <string>
#include <utility>
#include <vector>

namespace restbind
{

/** A file of a form (`multipart/form-data`), or a body of another type than JSON, form or text.

    Only the content must be given:
    @code
    request.picture = {.content = bytes, .name = "view.png", .content_type = "image/png"};
    @endcode
*/
struct file
{
    /** The bytes, whatever they are; sent unchanged. May be empty. */
    std::string content{};

    /** Name of the file, in a form only. Empty: the name of the form's property. Must be UTF-8
        without control characters, CR and LF aside, which are sent as `%0D` and `%0A`. */
    std::string name{};

    /** Media type of the bytes, such as `image/png`; printable ASCII. Empty: the one that the
        operation describes, in a form else `application/octet-stream`. Must be given where the
        operation only describes a range, such as `image/…`. */
    std::string content_type{};

    /** Further headers of the part, in a form only: names and values, printable ASCII. Neither
        Content-Disposition nor Content-Type. */
    std::vector<std::pair<std::string, std::string>> headers{};

    bool operator==(file const&) const = default;
};

} // namespace restbind
