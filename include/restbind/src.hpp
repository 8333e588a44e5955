// Include this in exactly one source file of a program.
//
// It supplies what Boost.JSON does not inline, for programs that use open JSON values. When the
// whole program defines RESTBIND_SEPARATE_COMPILATION, it supplies the network code and the bodies of
// the core and JSON as well, which other files then only see declared.
#pragma once

#include <restbind/core/config.hpp>

#include <boost/json/src.hpp>

#ifdef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/impl/src.ipp>
#endif
