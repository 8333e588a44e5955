# SPDX-License-Identifier: BSL-1.0
# Finds Boost's headers, 1.81 or newer, as the target Boost::headers, and sets Boost_FOUND; without them restbind_needs_boost is the
# sentence that says which package has them. The package that Boost itself installs comes first, unless the caller has said where else
# Boost is; then CMake looks for it by itself.
if(NOT BOOST_ROOT AND NOT BOOST_INCLUDEDIR AND NOT DEFINED ENV{BOOST_ROOT})
  find_package(Boost 1.81 CONFIG QUIET)
endif()
if(NOT Boost_FOUND)
  if(POLICY CMP0167)
    cmake_policy(SET CMP0167 OLD) # CMake's own search; newer versions warn of it unless this says that it is meant
  endif()
  find_package(Boost 1.81 QUIET)
endif()
if(NOT Boost_FOUND)
  set(restbind_needs_boost "restbind needs the headers of Boost 1.81 or newer")
  if(Boost_VERSION_STRING)
    string(APPEND restbind_needs_boost " and finds only ${Boost_VERSION_STRING}")
  endif()
  string(APPEND restbind_needs_boost
      ": install libboost1.81-dev on Debian 12, libboost-dev on later releases, boost of Homebrew or vcpkg, or set BOOST_ROOT.")
endif()
