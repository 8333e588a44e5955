// SPDX-License-Identifier: BSL-1.0
// Version numbers, switches and macros of the runtime. Every other header includes it before
// anything else, so that a compiler or a Boost that is too old is reported before anything else.
#pragma once

#if defined(_MSVC_LANG) // what __cplusplus says there only with /Zc:__cplusplus
#define RESTBIND_CPLUSPLUS _MSVC_LANG
#else
#define RESTBIND_CPLUSPLUS __cplusplus
#endif
#if RESTBIND_CPLUSPLUS < 202002L
#error "restbind needs C++20: compile with -std=c++20 or newer, by g++ 12 or clang 16 or newer"
#endif
#if !__has_include(<boost/version.hpp>)
#error "restbind needs the headers of Boost 1.81 or newer: on Debian 12 the package libboost1.81-dev, on Debian 13 libboost-dev"
#endif
#include <boost/version.hpp>
#if BOOST_VERSION < 108100
#error                                                                                             \
    "restbind needs Boost 1.81 or newer, and finds an older one: on Debian 12 the package is libboost1.81-dev, since libboost-dev is 1.74 there"
#endif

#include <version>

/** Version of the runtime: major * 10000 + minor * 100 + patch. */
#define RESTBIND_VERSION 100

/** Version of the runtime as text. */
#define RESTBIND_VERSION_STRING "0.1.0"

/** The inline namespace of all that the runtime and generated code declare. It lets two libraries
    that were built with two versions of the runtime be linked into one program. It changes with
    each major version, before 1.0 with each minor one. Programs neither write it nor declare names
    of the runtime themselves.
*/
#define RESTBIND_ABI v0_1

/** Version of the contract between generated code and this runtime.

    Generated headers include this header first, check it, and stop with "regenerate" when it is
    another one. So this header keeps its place for ever, and others may move. It rises when
    generated code of an earlier generator would no longer mean the same.
*/
#define RESTBIND_CODEGEN_VERSION 2

/** @name Hints to the optimizer
    In front of a function: seldom run, so small rather than fast; never inlined; always inlined;
    all that it calls is inlined; kept although nothing refers to it. As a statement: never reached.
    In a program that is compiled for size (-Os) the compiler decides what is inlined. With g++ 12
    and -O2, a file that makes one call emits 11% more code without RESTBIND_COLD.
    Without RESTBIND_NOINLINE, which only the reader of JSON needs, indented JSON takes 12% longer
    to read.
    @{
*/
#ifdef __GNUC__
#define RESTBIND_COLD [[gnu::cold]]
#define RESTBIND_NOINLINE [[gnu::noinline]]
#define RESTBIND_USED [[gnu::used]]
#define RESTBIND_UNREACHABLE() __builtin_unreachable()
#else // MSVC, which warns of attributes that it does not know
#define RESTBIND_COLD
#define RESTBIND_NOINLINE
#define RESTBIND_USED
#define RESTBIND_UNREACHABLE() __assume(false)
#endif
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define RESTBIND_ALWAYS_INLINE [[gnu::always_inline]]
#define RESTBIND_FLATTEN [[gnu::flatten]]
#else
#define RESTBIND_ALWAYS_INLINE
#define RESTBIND_FLATTEN
#endif
/** @} */

/** A deleted function and the reason, which the compiler's message repeats if it can. */
#if RESTBIND_CPLUSPLUS > 202302L && defined(__cpp_deleted_function)
#define RESTBIND_DELETED(reason) = delete (reason)
#else
#define RESTBIND_DELETED(reason) = delete
#endif

/** In front of each function whose body may be compiled once.

    `inline` in a header-only program. Empty when RESTBIND_SEPARATE_COMPILATION is defined (for the
    whole program): the bodies then come from the one source file that includes <restbind/src.hpp>.
*/
#ifdef RESTBIND_SEPARATE_COMPILATION
#define RESTBIND_DECL
#else
#define RESTBIND_DECL inline
#endif

/** @def RESTBIND_NO_FLOATING_FROM_CHARS
    Defined where floating-point numbers are read by strtod_l() of the C library, because the
    standard library has no std::from_chars() for them: libc++ to version 19 at least. A program may
    define it as a whole.
*/
#if !defined(__cpp_lib_to_chars) && !defined(RESTBIND_NO_FLOATING_FROM_CHARS)
#define RESTBIND_NO_FLOATING_FROM_CHARS
#endif

/** @def RESTBIND_NO_FLOATING_TO_CHARS
    Defined where floating-point numbers are written by <restbind/core/detail/write_floating.hpp>
    instead of std::to_chars(), because it is small: with newlib and picolibc. A program may define
    it as a whole.
*/

/** @def RESTBIND_USES_DEPRECATED_BEGIN
    Generated code names what its document deprecates; from here on to RESTBIND_USES_DEPRECATED_END
    that gives no warnings.
*/
#ifdef __GNUC__
#define RESTBIND_USES_DEPRECATED_BEGIN                                                             \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
#define RESTBIND_USES_DEPRECATED_END _Pragma("GCC diagnostic pop")
#else
#define RESTBIND_USES_DEPRECATED_BEGIN __pragma(warning(push)) __pragma(warning(disable : 4996))
#define RESTBIND_USES_DEPRECATED_END __pragma(warning(pop))
#endif

// A function that is written in front of those of other headers in each file that uses it, so that
// what it lacks is the first thing, or one of the first, that the linker reports. As of g++ 15
// modules may not use such a function.
#if defined(__ELF__) && defined(__GNUC__) && __GNUC__ < 15
#define RESTBIND_FIRST_IN_FILE [[gnu::noinline, gnu::section(".text")]] static inline
#else
#define RESTBIND_FIRST_IN_FILE inline
#endif

// Where a linker misses this, no source file of the program includes <restbind/src.hpp>; or, where
// only open JSON needs it, the program links Boost.JSON's library and has not defined
// RESTBIND_LINKS_BOOST_JSON.
namespace restbind::inline RESTBIND_ABI
{
extern char const restbind_include_src_hpp_in_one_source_file;
}

#ifdef RESTBIND_SEPARATE_COMPILATION
namespace restbind::inline RESTBIND_ABI::detail
{
RESTBIND_USED inline constexpr char const* needed_source =
    &restbind_include_src_hpp_in_one_source_file;
} // namespace restbind::detail
#endif

// Two copies of Asio in one program do not know each other's error categories: an error code of one
// is not equal to the same code of the other.
#if defined(RESTBIND_SEPARATE_COMPILATION) && defined(BOOST_ASIO_HEADER_ONLY)
#error                                                                                             \
    "With RESTBIND_SEPARATE_COMPILATION include a restbind header before any of Asio's, or define BOOST_ASIO_SEPARATE_COMPILATION for the whole program and compile <boost/asio/impl/src.hpp> once"
#endif

// Asio is then compiled in that file, too, unless the program compiles it separately by itself.
#if defined(RESTBIND_SEPARATE_COMPILATION) && !defined(BOOST_ASIO_SEPARATE_COMPILATION)
#define BOOST_ASIO_SEPARATE_COMPILATION
#define RESTBIND_COMPILES_ASIO
#endif
