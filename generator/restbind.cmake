# SPDX-License-Identifier: BSL-1.0
# restbind_add_api(): C++ bindings of an OpenAPI document, generated at build time. restbind_add_site(): a reference of it.
#
#   restbind_add_api(TARGET shop_api SPEC shop.yaml NAMESPACE shop::v1 [OPTIONS restbind.yaml] [OVERLAYS ours.yaml …] [OUT dir] [READING lenient] [FORMATS annotate] [REQUIRED_WITHOUT_DEFAULT] [SPLIT] [STRICT] [KEEP_GOING] [COMPILED])
#
# makes an interface library `shop_api` whose headers are included as <shop/v1.hpp>, <shop/v1/client.hpp>, … They are
# generated into OUT/shop/v1 (default: <current build folder>/shop_api) whenever the document, a file that it refers to, an
# overlay, or the generator itself has changed; what includes a header is compiled again only if that header has changed.
#
# OPTIONS: the options file, which has names and types of your own, and what no argument here says. Its `spec`, `out`, `namespace` and `split` do
# not count.
#
# OVERLAYS: OpenAPI Overlay 1.0 files, applied in this order. SPLIT: headers for each tag, as `--split tag` gives them; the
# generator then also runs when the project is configured, because the names of the headers depend on the document. STRICT turns
# warnings about the document into errors. KEEP_GOING accepts references that lead nowhere; see `--keep-going`.
#
# READING: how responses are read that are not as described, `strict` (the default) or `lenient`, unless a client or a call says
# otherwise; see `--reading`.
#
# REQUIRED_WITHOUT_DEFAULT: compilers warn of a forgotten required number; see `--required-without-default`.
#
# FORMATS: whether requests must keep the formats of texts, `check` (the default) or `annotate`; see `--formats`.
#
# COMPILED: what links `shop_api` is compiled with RESTBIND_SEPARATE_COMPILATION. The code of the operations is compiled once, in a
# static library `shop_api_compiled` (with SPLIT one file for each tag), that of the runtime in `restbind_runtime_compiled`, which
# all such APIs of a project share; `shop_api` links both. All APIs that a program uses are COMPILED, or none.
# For https one source file of the program includes <restbind/tls/src.hpp>.
#
#   restbind_add_site(TARGET shop_site SPEC shop.yaml [NAMESPACE shop::v1] [OPTIONS restbind.yaml] [SINCE old.yaml] [OUT dir] [PLAYGROUND]
#                     [NODE_MODULES dir])
#
# makes a target `shop_site` that writes the reference of the document, as `restbind docs` does, into OUT (default: <current build
# folder>/shop_site). It is no part of `all`. PLAYGROUND needs clang, see `--playground`. NODE_MODULES has MiniSearch or Shiki, see
# `--node-modules`.
#
# Needs Python 3.11 or newer with PyYAML and Jinja2 on the machine that builds, also when it compiles for another one;
# RESTBIND_PYTHON names another interpreter.

set(RESTBIND_GENERATOR_DIR "${CMAKE_CURRENT_LIST_DIR}" CACHE INTERNAL "Folder of the Python package restbind")

# Finds an interpreter that can run the generator: RESTBIND_PYTHON if it is set, python3 of the PATH, then the system's own
# (a python3 from elsewhere often comes first in the PATH, without the packages that the system's has).
function(restbind_find_python)
  get_property(checked GLOBAL PROPERTY restbind_checked_python) # once, however many APIs a project has
  if(checked AND checked STREQUAL "${RESTBIND_PYTHON}")
    return()
  endif()
  if(NOT EXISTS "${RESTBIND_GENERATOR_DIR}/restbind/__main__.py")
    message(FATAL_ERROR "restbind_add_api() needs the generator: on Debian the package is restbind.")
  endif()
  set(check "import sys, yaml, jinja2; sys.exit(sys.version_info < (3, 11))")
  if(RESTBIND_PYTHON)
    set(candidates "${RESTBIND_PYTHON}")
  else()
    find_program(restbind_path_python NAMES python3 NO_CACHE NO_CMAKE_FIND_ROOT_PATH) # it runs here, not on the target
    set(candidates ${restbind_path_python} /usr/bin/python3)
  endif()
  list(REMOVE_DUPLICATES candidates)
  foreach(candidate IN LISTS candidates)
    execute_process(COMMAND "${candidate}" -c "${check}" RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(status STREQUAL "0")
      set(RESTBIND_PYTHON "${candidate}" CACHE FILEPATH "Python 3.11 or newer with PyYAML and Jinja2")
      set_property(GLOBAL PROPERTY restbind_checked_python "${candidate}")
      return()
    endif()
  endforeach()
  list(JOIN candidates ", " tried)
  message(FATAL_ERROR
      "restbind_add_api() needs Python 3.11 or newer with PyYAML and Jinja2 (tried: ${tried}). Run:\n"
      "    apt-get install python3 python3-yaml python3-jinja2\n"
      "or set RESTBIND_PYTHON to an interpreter that has them.")
endfunction()

# Runs the generator and sets `headers` to what it has written. The project is configured again when a file that was read has
# changed, so that the list stays true.
function(restbind_generate_now headers folder depfile)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status ERROR_VARIABLE findings)
  if(NOT status STREQUAL "0")
    message(FATAL_ERROR "restbind_add_api(): the generator failed:\n${findings}")
  endif()
  file(STRINGS "${folder}/.restbind-manifest" names REGEX "^[^#]")
  set(found)
  foreach(name IN LISTS names)
    cmake_path(ABSOLUTE_PATH name BASE_DIRECTORY "${folder}" NORMALIZE)
    list(APPEND found "${name}")
  endforeach()
  set(${headers} "${found}" PARENT_SCOPE)
  file(READ "${depfile}" rule)
  string(REGEX MATCHALL "\n  [^\n]*[^\n\\\\ ]" inputs "${rule}") # without the backslash at a line's end, which would join two elements
  foreach(input IN LISTS inputs)
    string(STRIP "${input}" input)
    string(REGEX REPLACE "\\\\([ #])" "\\1" input "${input}")
    string(REPLACE "$$" "$" input "${input}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${input}")
  endforeach()
endfunction()

# The code of the runtime, compiled once for all APIs of a project.
function(restbind_compile_runtime)
  if(TARGET restbind_runtime_compiled)
    return()
  endif()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/restbind_runtime_compiled.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include <restbind/src.hpp>\n" @ONLY)
  add_library(restbind_runtime_compiled STATIC EXCLUDE_FROM_ALL "${source}")
  target_compile_features(restbind_runtime_compiled PUBLIC cxx_std_20)
  target_compile_definitions(restbind_runtime_compiled PUBLIC RESTBIND_SEPARATE_COMPILATION)
  target_link_libraries(restbind_runtime_compiled PUBLIC restbind::restbind)
endfunction()

# Compiles the code of the operations, and once for all APIs that of the runtime.
function(restbind_compile_api target folder headers)
  restbind_compile_runtime()
  set(names ${headers})
  list(FILTER names INCLUDE REGEX "/${folder}/src/[^/]*\\.hpp$")
  if(NOT names)
    set(names "/${folder}/src.hpp")
  endif()
  set(sources)
  foreach(name IN LISTS names)
    cmake_path(GET name STEM stem)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/${target}_compiled/${stem}.cpp")
    string(REGEX REPLACE "^.*/${folder}/(src[/.])" "${folder}/\\1" name "${name}")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include <${name}>\n" @ONLY)
    list(APPEND sources "${source}")
  endforeach()
  add_library(${target}_compiled STATIC ${sources})
  add_dependencies(${target}_compiled ${target}_headers)
  target_include_directories(${target}_compiled PRIVATE $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(${target}_compiled PUBLIC restbind_runtime_compiled)
  target_link_libraries(${target} INTERFACE ${target}_compiled)
endfunction()

# restbind::NAME_compiled for bindings whose headers are there already: TARGET with the code of its operations, <FOLDER/src.hpp>, and
# that of the runtime in static libraries. Who links it is compiled with RESTBIND_SEPARATE_COMPILATION.
function(restbind_add_compiled target folder)
  string(REPLACE "restbind::" "" name "${target}")
  if(TARGET restbind::${name}_compiled)
    return()
  endif()
  restbind_compile_runtime()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/restbind_${name}_compiled.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include <${folder}/src.hpp>\n" @ONLY)
  add_library(restbind_${name}_compiled STATIC EXCLUDE_FROM_ALL "${source}")
  target_link_libraries(restbind_${name}_compiled PUBLIC ${target} restbind_runtime_compiled)
  add_library(restbind::${name}_compiled ALIAS restbind_${name}_compiled)
endfunction()

function(restbind_add_api)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "STRICT;KEEP_GOING;SPLIT;COMPILED;REQUIRED_WITHOUT_DEFAULT" "TARGET;SPEC;NAMESPACE;OPTIONS;OUT;READING;FORMATS" "OVERLAYS")
  foreach(name TARGET SPEC NAMESPACE)
    if(NOT ARG_${name})
      message(FATAL_ERROR "restbind_add_api(): ${name} is missing")
    endif()
  endforeach()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "restbind_add_api(): unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  cmake_path(ABSOLUTE_PATH ARG_SPEC NORMALIZE)
  if(NOT EXISTS "${ARG_SPEC}")
    message(FATAL_ERROR "restbind_add_api(): there is no file ${ARG_SPEC}")
  endif()
  set(overlays)
  set(overlay_options)
  foreach(overlay IN LISTS ARG_OVERLAYS)
    cmake_path(ABSOLUTE_PATH overlay NORMALIZE)
    if(NOT EXISTS "${overlay}")
      message(FATAL_ERROR "restbind_add_api(): there is no file ${overlay}")
    endif()
    list(APPEND overlays "${overlay}")
    list(APPEND overlay_options --overlay "${overlay}")
  endforeach()
  if(NOT ARG_OUT)
    set(ARG_OUT "${CMAKE_CURRENT_BINARY_DIR}/${ARG_TARGET}")
  endif()
  cmake_path(ABSOLUTE_PATH ARG_OUT BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
  restbind_find_python()

  string(REPLACE "::" "/" folder "${ARG_NAMESPACE}")
  set(options ${overlay_options})
  if(ARG_OPTIONS)
    cmake_path(ABSOLUTE_PATH ARG_OPTIONS NORMALIZE)
    list(APPEND options --options "${ARG_OPTIONS}")
  endif()
  if(ARG_FORMATS)
    list(APPEND options --formats "${ARG_FORMATS}")
  endif()
  if(ARG_READING)
    list(APPEND options --reading "${ARG_READING}")
  endif()
  if(ARG_REQUIRED_WITHOUT_DEFAULT)
    list(APPEND options --required-without-default)
  endif()
  if(ARG_STRICT)
    list(APPEND options --strict)
  endif()
  if(ARG_KEEP_GOING)
    list(APPEND options --keep-going)
  endif()
  # Unchanged headers keep their times, so only the stamp says that the generator has run; the depfile names it.
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${ARG_TARGET}.stamp")
  set(depfile "${CMAKE_CURRENT_BINARY_DIR}/${ARG_TARGET}.d")
  # The generator is compiled by Python once, into the build folder: its own folder may not be writable.
  set(generate ${CMAKE_COMMAND} -E env --unset=PYTHONDONTWRITEBYTECODE "PYTHONPATH=${RESTBIND_GENERATOR_DIR}"
      "PYTHONPYCACHEPREFIX=${CMAKE_BINARY_DIR}/pycache" "${RESTBIND_PYTHON}" -m restbind generate "${ARG_SPEC}" --quiet --out "${ARG_OUT}/${folder}" --namespace "${ARG_NAMESPACE}"
      --depfile "${depfile}" ${options})
  if(ARG_SPLIT)
    list(APPEND generate --split tag)
    restbind_generate_now(headers "${ARG_OUT}/${folder}" "${depfile}" ${generate})
  else()
    list(APPEND generate --split none)
    set(headers "${ARG_OUT}/${folder}.hpp")
    file(STRINGS "${RESTBIND_GENERATOR_DIR}/restbind/headers.txt" listed REGEX "^[a-z]")
    foreach(line IN LISTS listed)
      string(REGEX MATCH "^[a-z_]+" name "${line}")
      list(APPEND headers "${ARG_OUT}/${folder}/${name}.hpp")
    endforeach()
  endif()
  add_custom_command(
      OUTPUT "${stamp}"
      BYPRODUCTS ${headers}
      COMMAND ${generate}
      COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
      DEPENDS "${ARG_SPEC}" ${ARG_OPTIONS} ${overlays}
      DEPFILE "${depfile}"
      COMMENT "Generating ${ARG_NAMESPACE} from ${ARG_SPEC}"
      VERBATIM)
  add_custom_target(${ARG_TARGET}_headers DEPENDS "${stamp}")
  add_library(${ARG_TARGET} INTERFACE)
  add_dependencies(${ARG_TARGET} ${ARG_TARGET}_headers)
  target_include_directories(${ARG_TARGET} INTERFACE "${ARG_OUT}")
  target_link_libraries(${ARG_TARGET} INTERFACE restbind::restbind)
  if(ARG_COMPILED)
    restbind_compile_api(${ARG_TARGET} "${folder}" "${headers}")
  endif()
endfunction()

function(restbind_add_site)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "PLAYGROUND" "TARGET;SPEC;NAMESPACE;OPTIONS;SINCE;OUT;NODE_MODULES" "")
  foreach(name TARGET SPEC)
    if(NOT ARG_${name})
      message(FATAL_ERROR "restbind_add_site(): ${name} is missing")
    endif()
  endforeach()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "restbind_add_site(): unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  set(options)
  foreach(name OPTIONS SINCE NODE_MODULES)
    if(ARG_${name})
      string(TOLOWER "${name}" option)
      string(REPLACE "_" "-" option "${option}")
      cmake_path(ABSOLUTE_PATH ARG_${name} NORMALIZE)
      list(APPEND options --${option} "${ARG_${name}}")
    endif()
  endforeach()
  if(ARG_NAMESPACE)
    list(APPEND options --namespace "${ARG_NAMESPACE}")
  endif()
  if(ARG_PLAYGROUND)
    list(APPEND options --playground)
  endif()
  cmake_path(ABSOLUTE_PATH ARG_SPEC NORMALIZE)
  if(NOT ARG_OUT)
    set(ARG_OUT "${ARG_TARGET}")
  endif()
  cmake_path(ABSOLUTE_PATH ARG_OUT BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
  restbind_find_python()
  add_custom_target(${ARG_TARGET}
      COMMAND ${CMAKE_COMMAND} -E env --unset=PYTHONDONTWRITEBYTECODE "PYTHONPATH=${RESTBIND_GENERATOR_DIR}"
          "PYTHONPYCACHEPREFIX=${CMAKE_BINARY_DIR}/pycache" "${RESTBIND_PYTHON}" -m restbind docs "${ARG_SPEC}" --out "${ARG_OUT}" ${options}
      COMMENT "Writing the reference of ${ARG_SPEC}"
      VERBATIM)
endfunction()
