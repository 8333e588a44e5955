# SPDX-License-Identifier: BSL-1.0
# The port of the tree that it lies in; nothing is downloaded.
set(VCPKG_BUILD_TYPE release) # headers alone
set(VCPKG_POLICY_SKIP_MISPLACED_CMAKE_FILES_CHECK enabled) # share/cmake/restbind, where CMake looks, too
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS -DRESTBIND_BUILD_TESTS=OFF -DRESTBIND_BUILD_EXAMPLES=OFF)
vcpkg_cmake_install()
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
