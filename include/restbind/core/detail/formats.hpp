// What the keyword `format` of JSON Schema says of texts.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <string_view>

namespace restbind
{

/** @name Formats
    True for every text of the format; where servers differ in what they take, or a standard leaves
    it open, also for others.
    @{
*/

/** RFC 9562: `01234567-89ab-cdef-0123-456789ABCDEF`, of any version. */
RESTBIND_DECL bool is_uuid(std::string_view text) noexcept;

/** RFC 5321 and 6531: text in quotes, or without white space and `()<>[]:;,"\@`, then `@`, then a
    host, or an address in brackets. Lengths are not checked. */
RESTBIND_DECL bool is_email(std::string_view text) noexcept;

/** RFC 1123: names of 1 to 63 letters, digits and hyphens that do not stand at an end, with dots
    between; all at most 253, a dot at the end left out. */
RESTBIND_DECL bool is_hostname(std::string_view text) noexcept;

/** Four numbers to 255 without zeros in front, with dots between. */
RESTBIND_DECL bool is_ipv4(std::string_view text) noexcept;

/** RFC 4291, section 2.2, without a zone. */
RESTBIND_DECL bool is_ipv6(std::string_view text) noexcept;

/** RFC 3986: a scheme, a colon, and what may follow it. Brackets may stand anywhere. */
RESTBIND_DECL bool is_uri(std::string_view text) noexcept;

/** RFC 3986: the same, or only what may follow a scheme. */
RESTBIND_DECL bool is_uri_reference(std::string_view text) noexcept;

/** RFC 3339: `23:59:60.25+02:00`. Seconds and the offset may be missing. */
RESTBIND_DECL bool is_time(std::string_view text) noexcept;

/** RFC 3339, appendix A: `P1Y2M3DT4H5M6S`, `P2W`. Units may be left out, the last number may have
    a fraction, and a sign may stand in front. */
RESTBIND_DECL bool is_duration(std::string_view text) noexcept;

/** @} */

} // namespace restbind

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/core/detail/formats.ipp>
#endif
