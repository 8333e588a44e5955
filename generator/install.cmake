# SPDX-License-Identifier: BSL-1.0
# What is installed, and in which component: `runtime`, `ticketing`, `generator` and `sandbox` are a package each.
set(restbind_cmake_dir ${CMAKE_INSTALL_DATADIR}/cmake/restbind)
set(restbind_pkgconfig_dir ${CMAKE_INSTALL_DATADIR}/pkgconfig)

# restbind_install_headers(COMPONENT FOLDER...)
function(restbind_install_headers component)
  foreach(one IN LISTS ARGN)
    install(DIRECTORY include/${one} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT ${component}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.ipp")
  endforeach()
endfunction()

# An export set of its own for each part that a project may have without the others.
function(restbind_install_target component target file)
  install(TARGETS ${target} EXPORT ${file} COMPONENT ${component})
  install(EXPORT ${file} NAMESPACE restbind:: DESTINATION ${restbind_cmake_dir} COMPONENT ${component})
endfunction()

# The folder of headers is named from that of the file, so that an unpacked archive works wherever it lies.
function(restbind_install_pkgconfig component)
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_INCLUDEDIR BASE_DIRECTORY ${restbind_pkgconfig_dir} OUTPUT_VARIABLE restbind_includes)
  foreach(name IN LISTS ARGN)
    configure_file(${PROJECT_SOURCE_DIR}/generator/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${restbind_pkgconfig_dir} COMPONENT ${component})
  endforeach()
endfunction()

restbind_install_headers(runtime restbind)
install(TARGETS restbind_testing EXPORT restbind-targets COMPONENT runtime)
restbind_install_target(runtime restbind restbind-targets)
if(TARGET restbind_tls)
  restbind_install_target(runtime restbind_tls restbind-tls-targets)
endif()
if(TARGET restbind_journal)
  restbind_install_target(runtime restbind_journal restbind-journal-targets)
endif()
if(TARGET restbind_cli)
  restbind_install_target(runtime restbind_cli restbind-cli-targets)
endif()
configure_package_config_file(generator/restbind-config.cmake.in restbind-config.cmake
    INSTALL_DESTINATION ${restbind_cmake_dir} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(restbind-config-version.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/restbind-config.cmake ${PROJECT_BINARY_DIR}/restbind-config-version.cmake
    DESTINATION ${restbind_cmake_dir} COMPONENT runtime)
install(FILES generator/restbind.cmake generator/find_boost.cmake DESTINATION ${CMAKE_INSTALL_DATADIR}/restbind COMPONENT runtime)
restbind_install_pkgconfig(runtime restbind restbind-tls restbind-journal)

restbind_install_headers(ticketing ticketing)
restbind_install_target(ticketing ticketing restbind-ticketing-targets)
restbind_install_pkgconfig(ticketing ticketing)

# The command looks for its modules beside itself. It takes the first python3 of the PATH, unless RESTBIND_PYTHON names one.
install(DIRECTORY generator/restbind DESTINATION ${CMAKE_INSTALL_DATADIR}/restbind COMPONENT generator
    FILES_MATCHING PATTERN "*.py" PATTERN "*.j2" REGEX "/templates/docs/[^/]+$" PATTERN "codes.md" PATTERN "headers.txt" PATTERN "keys.schema.json" PATTERN "__pycache__" EXCLUDE)
set(restbind_interpreter ${RESTBIND_PYTHON})
if(NOT restbind_interpreter)
  set(restbind_interpreter "/usr/bin/env python3")
endif()
cmake_path(RELATIVE_PATH CMAKE_INSTALL_DATADIR BASE_DIRECTORY ${CMAKE_INSTALL_BINDIR} OUTPUT_VARIABLE restbind_data)
configure_file(generator/restbind.in ${PROJECT_BINARY_DIR}/restbind @ONLY)
install(PROGRAMS ${PROJECT_BINARY_DIR}/restbind DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT generator)

if(TARGET ticketing-cli) # as the sandbox below
  install(TARGETS ticketing-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command_line EXCLUDE_FROM_ALL)
endif()
if(TARGET ticketing-sandbox) # only where the component is asked for: nothing else must be built before an installation
  install(TARGETS ticketing-sandbox RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT sandbox EXCLUDE_FROM_ALL)
  install(FILES examples/sandbox/scenario.json DESTINATION ${CMAKE_INSTALL_DATADIR}/ticketing-sandbox COMPONENT sandbox EXCLUDE_FROM_ALL)
endif()
