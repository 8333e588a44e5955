// SPDX-License-Identifier: BSL-1.0
// What headers of common platforms define under ordinary names: sys/sysmacros.h, old compilers, Qt, windows.h, rpcndr.h,
// Objective-C, C's complex.h, X11. Each expands to what no program could mean. The headers of the
// standard library and of Boost stand in front: they are not ours to change.
#undef linux
#undef unix
#undef i386
#define linux "macro" ?
#define unix "macro" ?
#define i386 "macro" ?
#define sun "macro" ?
#undef major
#undef minor
#undef makedev
#define major(device) "macro" ?
#define minor(device) "macro" ?
#define makedev(major, minor) "macro" ?
#define slots "macro" ?
#define signals "macro" ?
#define emit "macro" ?
#define foreach(item, list) "macro" ?
#define forever "macro" ?
#define min(a, b) "macro" ?
#define max(a, b) "macro" ?
#define near "macro" ?
#define far "macro" ?
#define small "macro" ?
#define huge "macro" ?
#define hyper "macro" ?
#define cdecl "macro" ?
#define interface "macro" ?
#define IN "macro" ?
#define OUT "macro" ?
#define OPTIONAL "macro" ?
#define ERROR "macro" ?
#define DELETE "macro" ?
#define VOID "macro" ?
#define CONST "macro" ?
#define CALLBACK "macro" ?
#define STRICT "macro" ?
#define ABSOLUTE "macro" ?
#define RELATIVE "macro" ?
#define NO_ERROR "macro" ?
#define THIS "macro" ?
#define IGNORE "macro" ?
#define BOOL "macro" ?
#define CHAR "macro" ?
#undef TRUE
#undef FALSE
#define TRUE "macro" ?
#define FALSE "macro" ?
#define YES "macro" ?
#define NO "macro" ?
#define nil "macro" ?
#define pascal "macro" ?
#undef sparc
#define sparc "macro" ?
#undef mips
#define mips "macro" ?
#define PASCAL "macro" ?
#define FAR "macro" ?
#define NEAR "macro" ?
#define INTERFACE "macro" ?
#define INFINITE "macro" ?
#define TRANSPARENT "macro" ?
#define OPAQUE "macro" ?
#define DIFFERENCE "macro" ?
#define YIELD "macro" ?
#undef ECHO
#define ECHO "macro" ?
#undef TAB0
#define TAB0 "macro" ?
#define SHORT "macro" ?
#define LONG "macro" ?
#define INT "macro" ?
#define FLOAT "macro" ?
#define UINT "macro" ?
#define DWORD "macro" ?
#define WORD "macro" ?
#define BYTE "macro" ?
#define Nil "macro" ?
#undef DOMAIN
#define DOMAIN "macro" ?
#undef SING
#define SING "macro" ?
#undef OVERFLOW
#define OVERFLOW "macro" ?
#undef UNDERFLOW
#define UNDERFLOW "macro" ?
#undef PLOSS
#define PLOSS "macro" ?
#undef TLOSS
#define TLOSS "macro" ?
#define GetObject "macro" ?
#define GetMessage "macro" ?
#define SendMessage "macro" ?
#define CreateFile "macro" ?
#define DeleteFile "macro" ?
#define GetUserName "macro" ?
#define PostMessage "macro" ?
#define LoadImage "macro" ?
#define DrawText "macro" ?
// C's own: headers of the standard library and of Boost use these as C means them, and so does the
// runtime. Only generated names have to keep away from them.
#ifndef ONLY_PLATFORM_MACROS
#undef complex
#undef I
#define complex "macro" ?
#define I "macro" ?
#undef errno
#define errno "macro" ?
#define environ "macro" ?
#undef stdin
#undef stdout
#undef stderr
#undef st_atime
#undef environ
#define stdin "macro" ?
#define stdout "macro" ?
#define stderr "macro" ?
#undef EOF
#define EOF "macro" ?
#define st_atime "macro" ?
#define s_addr "macro" ?
#undef alloca
#define alloca(size) "macro" ?
#undef st_mtime
#define st_mtime "macro" ?
#undef st_ctime
#define st_ctime "macro" ?
#undef assert
#define assert(condition) "macro" ?
#undef offsetof
#define offsetof(type, member) "macro" ?
#undef setjmp
#define setjmp(buffer) "macro" ?
#undef va_arg
#define va_arg(list, type) "macro" ?
#undef va_copy
#define va_copy(to, from) "macro" ?
#undef va_end
#define va_end(list) "macro" ?
#undef va_start
#define va_start(list, last) "macro" ?
#undef NULL
#define NULL "macro" ?
#undef NAN
#define NAN "macro" ?
#undef INFINITY
#define INFINITY "macro" ?
#undef HUGE_VAL
#define HUGE_VAL "macro" ?
#undef BUFSIZ
#define BUFSIZ "macro" ?
#undef SEEK_SET
#define SEEK_SET "macro" ?
#undef SEEK_CUR
#define SEEK_CUR "macro" ?
#undef SEEK_END
#define SEEK_END "macro" ?
#undef EDOM
#define EDOM "macro" ?
#undef ERANGE
#define ERANGE "macro" ?
#undef EILSEQ
#define EILSEQ "macro" ?
#endif

#include "x11_macros.hpp"
