# SPDX-License-Identifier: BSL-1.0
# One of Debian's compilers for other processors, and qemu, which runs what it makes. Of the libraries only Boost's headers are there.
# RESTBIND_PROCESSOR is arm, aarch64 or s390x.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES RESTBIND_PROCESSOR)
set(restbind_triple ${RESTBIND_PROCESSOR}-linux-gnu)
if(RESTBIND_PROCESSOR STREQUAL "arm")
  string(APPEND restbind_triple eabihf)
  set(CMAKE_CXX_FLAGS_INIT -Wno-psabi) # remarks on what g++ before 7 did otherwise
endif()
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${RESTBIND_PROCESSOR})
set(CMAKE_CXX_COMPILER ${restbind_triple}-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${RESTBIND_PROCESSOR} -L /usr/${restbind_triple})
set(CMAKE_FIND_ROOT_PATH /usr/${restbind_triple})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
include(${CMAKE_CURRENT_LIST_DIR}/link_headers.cmake)
restbind_link_headers(${CMAKE_BINARY_DIR}/shared_headers /usr/include/boost)
set(Boost_INCLUDE_DIR ${CMAKE_BINARY_DIR}/shared_headers)
