# SPDX-License-Identifier: BSL-1.0
# Debian's compiler for 32-bit ARM, and qemu, which runs what it makes. Of the libraries only Boost's headers are there.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_CXX_COMPILER arm-linux-gnueabihf-g++)
set(CMAKE_CXX_FLAGS_INIT -Wno-psabi) # remarks on what g++ before 7 did otherwise
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm -L /usr/arm-linux-gnueabihf)
set(CMAKE_FIND_ROOT_PATH /usr/arm-linux-gnueabihf)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
include(${CMAKE_CURRENT_LIST_DIR}/link_headers.cmake)
restbind_link_headers(${CMAKE_BINARY_DIR}/shared_headers /usr/include/boost)
set(Boost_INCLUDE_DIR ${CMAKE_BINARY_DIR}/shared_headers)
