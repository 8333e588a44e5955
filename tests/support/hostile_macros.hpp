// What headers of common platforms define under ordinary names: sys/sysmacros.h, old compilers, Qt, windows.h, rpcndr.h,
// Objective-C, C's complex.h. Each expands to what no program could mean. The headers of the
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
#endif
