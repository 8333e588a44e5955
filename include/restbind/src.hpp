// Include this in exactly one source file of a program.
//
// It supplies what Boost.JSON does not inline, for programs that use open JSON values; one that
// links Boost.JSON's library instead defines RESTBIND_LINKS_BOOST_JSON. When the whole program
// defines RESTBIND_SEPARATE_COMPILATION, it supplies the network code and the bodies of the core
// and JSON as well, which other files then only see declared.
//
// A linker that does not find restbind_include_src_hpp_in_one_source_file means this header.
#pragma once

#include <restbind/core/detail/config.hpp>

extern "C" char const restbind_include_src_hpp_in_one_source_file = 0;

#ifndef RESTBIND_LINKS_BOOST_JSON
#include <boost/json/src.hpp>
#endif

#ifdef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/src.ipp>
#endif
