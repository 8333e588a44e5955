# SPDX-License-Identifier: BSL-1.0
# Artefacts of a release: `cmake --preset package && cmake --build --preset package` leaves them in build/package/artefacts.
set(artefacts ${PROJECT_BINARY_DIR}/artefacts)
set(prepared ${PROJECT_BINARY_DIR}/prepared)
set(python ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=${PROJECT_SOURCE_DIR}/generator ${RESTBIND_PYTHON})

# Every artefact carries the same time: SOURCE_DATE_EPOCH, else that of the last commit.
execute_process(COMMAND ${python} ${CMAKE_CURRENT_LIST_DIR}/archives.py epoch ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE epoch OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# Which component is which Debian package. Each has a changelog and a copyright.
set(package_of_runtime librestbind-dev)
set(package_of_ticketing libticketing-dev)
set(package_of_generator restbind)
set(package_of_sandbox ticketing-sandbox)
set(package_of_command_line ticketing-cli)
set(components runtime ticketing generator)
if(TARGET ticketing-cli)
  list(APPEND components command_line)
endif()
if(TARGET ticketing-sandbox)
  list(APPEND components sandbox)
endif()
foreach(component IN LISTS components)
  install(FILES ${prepared}/copyright ${prepared}/changelog.Debian.gz
      DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package_of_${component}} COMPONENT ${component})
endforeach()

# The guides, where their links among each other hold: those of the library with the examples, each other one with its package.
set(guides ${CMAKE_INSTALL_DATADIR}/doc/librestbind-dev)
install(FILES README.md CHANGELOG.md DESTINATION ${guides} COMPONENT runtime)
install(FILES include/restbind/README.md DESTINATION ${guides}/include/restbind COMPONENT runtime)
install(FILES examples/README.md DESTINATION ${guides}/examples COMPONENT runtime)
install(DIRECTORY examples/kiosk examples/blocking examples/own_network examples/command_line examples/kiosk_screen DESTINATION ${guides}/examples COMPONENT runtime)
install(FILES examples/sandbox/README.md DESTINATION ${guides}/examples/sandbox COMPONENT runtime)
install(FILES spec/README.md spec/fault-matrix.md spec/keywords.md DESTINATION ${guides}/spec COMPONENT runtime)
install(FILES spec/ticketing-v1.yaml DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libticketing-dev COMPONENT ticketing)
install(FILES generator/README.md generator/reference.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/restbind COMPONENT generator)
if(TARGET ticketing-sandbox)
  install(FILES examples/sandbox/README.md spec/ticketing-v1.yaml
      DESTINATION ${CMAKE_INSTALL_DATADIR}/ticketing-sandbox COMPONENT sandbox)
endif()

install(FILES ${prepared}/restbind.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT generator)
install(FILES ${prepared}/restbind DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT generator)
if(TARGET ticketing-sandbox)
  install(FILES ${prepared}/ticketing-sandbox.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT sandbox)
endif()
if(TARGET ticketing-cli)
  install(FILES ${prepared}/ticketing.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command_line)
  install(FILES examples/command_line/ticketing.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
      RENAME ticketing COMPONENT command_line)
  install(FILES examples/command_line/_ticketing DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT command_line)
  install(FILES examples/command_line/ticketing.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
      COMPONENT command_line)
  install(FILES examples/command_line/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/ticketing-cli COMPONENT command_line)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/cpack)
set(CPACK_PACKAGE_CONTACT "The restbind authors <maintainers@restbind.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

# restbind_package(COMPONENT ARCHITECTURE SECTION DEPENDS SUMMARY TEXT)
macro(restbind_package component architecture section depends summary text)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package_of_${component}})
  set(CPACK_DEBIAN_${upper}_PACKAGE_ARCHITECTURE ${architecture})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${text}")
endmacro()
set(same_version "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
restbind_package(runtime all libdevel "libboost-dev (>= 1.81) | libboost1.81-dev | libboost1.83-dev"
    "runtime of C++20 bindings for REST services"
    "Header-only library on top of Boost, with CMake and pkg-config files. Code
that restbind generates from an OpenAPI document uses it: values, JSON,
validation, HTTP, retries, tokens and encryption.")
restbind_package(ticketing all libdevel "librestbind-dev ${same_version}"
    "C++20 bindings of the ticketing service"
    "Generated headers for kiosks and box offices: catalog, cart and order of the
Ticketing Partner REST Service.")
restbind_package(generator all devel "python3 (>= 3.11), python3-jinja2 (>= 3.1), python3-yaml (>= 6.0)"
    "generator of C++20 bindings from OpenAPI documents"
    "Turns an OpenAPI 3.0, 3.1 or 3.2 document into header-only C++20 bindings,
and tells what a new version of a document changes for them.")
restbind_package(sandbox "" net ""
    "the ticketing service in one process, to develop against"
    "A complete, stateful ticketing service together with its authorization
server. It listens on the loopback address and needs no account and no
secret.")
restbind_package(command_line "" net ""
    "the ticketing service from a terminal"
    "A command for each operation of the Ticketing Partner REST Service, with
completions and a manual page; it tells refusals field by field, and whether
the service still keeps to its document.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "libssl-dev (>= 3.0)")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "libsqlite3-dev (>= 3.35), libcli11-dev (>= 2.1), restbind ${same_version}")
set(CPACK_DEBIAN_GENERATOR_PACKAGE_RECOMMENDS "librestbind-dev ${same_version}")
set(CPACK_DEBIAN_GENERATOR_PACKAGE_SUGGESTS "python3-pygments, nodejs")
set(CPACK_DEBIAN_SANDBOX_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_LINE_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_LINE_PACKAGE_SUGGESTS "ticketing-sandbox ${same_version}")
set(CPACK_DEBIAN_GENERATOR_PACKAGE_CONTROL_EXTRA ${prepared}/postinst ${prepared}/prerm)
set(CPACK_DEBIAN_GENERATOR_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)

set(wanted)
if(TARGET ticketing-sandbox)
  set(wanted ticketing-sandbox)
endif()
if(TARGET ticketing-cli)
  list(APPEND wanted ticketing-cli)
endif()
add_custom_target(artefacts
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${artefacts} ${prepared} ${PROJECT_BINARY_DIR}/cpack ${PROJECT_BINARY_DIR}/headers
    COMMAND ${python} ${CMAKE_CURRENT_LIST_DIR}/documents.py ${PROJECT_SOURCE_DIR} ${prepared} ${PROJECT_VERSION} ${epoch}
    COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${PROJECT_BINARY_DIR}/headers --component runtime
    COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${PROJECT_BINARY_DIR}/headers --component ticketing
    COMMAND ${python} ${CMAKE_CURRENT_LIST_DIR}/archives.py write ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/headers ${artefacts} ${PROJECT_VERSION} ${epoch}
    COMMAND ${python} -m restbind single-header ${PROJECT_SOURCE_DIR}/include/ticketing/v1 --out ${artefacts}/ticketing-v1-core.hpp
    COMMAND ${python} ${CMAKE_CURRENT_LIST_DIR}/bills_of_materials.py ${artefacts} ${PROJECT_VERSION} ${epoch}
    COMMAND sh -c "umask 022; exec \"$@\"" sh ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=${epoch} ${CMAKE_CPACK_COMMAND} --config ${PROJECT_BINARY_DIR}/CPackConfig.cmake
    COMMAND ${python} ${CMAKE_CURRENT_LIST_DIR}/archives.py sum ${artefacts} ${PROJECT_BINARY_DIR}/cpack
    DEPENDS ${wanted}
    WORKING_DIRECTORY ${PROJECT_BINARY_DIR}
    COMMENT "Artefacts in ${artefacts}"
    VERBATIM)
