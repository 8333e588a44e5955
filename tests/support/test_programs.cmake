# SPDX-License-Identifier: BSL-1.0
# Test programs: few, each of several files. Under clang the headers of a layer are compiled once, code and instances of templates
# included: a file that needed 4 s then needs 1 s. g++ 12 is slower with such a header, so its tests precompile Boost.Test alone.
set(RESTBIND_PRECOMPILES OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(RESTBIND_PRECOMPILES ON)
  string(REGEX MATCH "^[0-9]+" restbind_clang_number "${CMAKE_CXX_COMPILER_VERSION}")
  find_program(RESTBIND_LLD NAMES ld.lld-${restbind_clang_number})
  if(RESTBIND_LLD)
    add_link_options(-fuse-ld=lld) # takes a fifth of the time
  endif()
endif()

# restbind_precompile(NAME HEADER LIBRARY...): compiles support/precompiled/HEADER.hpp as programs do that link the libraries.
function(restbind_precompile layer header_name)
  if(NOT RESTBIND_PRECOMPILES)
    return()
  endif()
  set(target precompiled_${layer})
  add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/tests/support/precompiled/empty.cpp)
  target_link_libraries(${target} PRIVATE ${ARGN} restbind_strict)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/precompiled/${header_name}.hpp)
  # Functions and instances go into an object file of their own, not into that of each file that uses them. Times of files stay out
  # of the result: it is the same in another folder, as ccache expects.
  target_compile_options(${target} PRIVATE -fpch-codegen -Wno-unused-command-line-argument "SHELL:-Xclang -fno-pch-timestamp")
  set(header ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.pch)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}.o)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_DEBUG}")
  add_custom_command(OUTPUT ${object}
      COMMAND ${CMAKE_CXX_COMPILER} ${flags} -std=c++20 ${restbind_sanitizer_options} -ffunction-sections -c ${header} -o ${object}
      DEPENDS ${header} COMMENT "Compiling the functions of precompiled/${header_name}.hpp" VERBATIM)
  add_custom_target(${target}_object DEPENDS ${object})
  add_dependencies(${target}_object ${target})
endfunction()

# restbind_use_precompiled(TARGET NAME): the files of a program begin with that header.
function(restbind_use_precompiled target layer)
  if(RESTBIND_PRECOMPILES)
    target_precompile_headers(${target} REUSE_FROM precompiled_${layer})
    target_link_libraries(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/precompiled_${layer}.o)
    target_link_options(${target} PRIVATE -Wl,--gc-sections) # functions that nothing calls may call what is not there
    add_dependencies(${target} precompiled_${layer}_object)
  else()
    target_precompile_headers(${target} PRIVATE <boost/test/unit_test.hpp>)
  endif()
endfunction()

# restbind_add_parts(PROGRAM NAME CASES PARTS LABELS TIMEOUT): some cases of a program as a test, or as several (support/main.cpp).
function(restbind_add_parts program name cases parts labels timeout)
  foreach(part RANGE 1 ${parts})
    set(test ${name})
    if(parts GREATER 1)
      set(test ${name}.${part})
    endif()
    add_test(NAME ${test} COMMAND ${program} --run_test=${cases} --log_level=error --report_level=short)
    # What takes long begins first.
    set_tests_properties(${test} PROPERTIES
        TIMEOUT ${timeout} LABELS "${labels}" COST ${parts} ENVIRONMENT RESTBIND_TEST_PART=${part}/${parts})
  endforeach()
endfunction()

# restbind_add_tests(NAME SOURCES file... [LIBRARIES library...] [PRECOMPILED layer] [LABELS label...] TIMEOUT seconds [PARTS n] [APART])
# makes a program of Boost.Test and up to two tests of ctest: NAME, and NAME.slow with the cases that have the label `slow`, which
# only CI runs. The label `timed`: its cases measure time and wait most of it; such programs run beside each other, and beside nothing
# that needs the processor. PARTS: every n-th case is a test of its own, NAME.1, NAME.2 and so on. Eight files at a time are compiled
# as one, sixteen for sanitizers, which takes two thirds of the time; names in the files' unnamed namespaces have to differ. APART: each
# file is compiled by itself.
function(restbind_add_tests name)
  cmake_parse_arguments(ARG "APART" "TIMEOUT;PRECOMPILED;PARTS" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES} $<TARGET_OBJECTS:test_main>)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ticketing restbind_strict ${ARG_LIBRARIES})
  if(ARG_PRECOMPILED)
    restbind_use_precompiled(${name} ${ARG_PRECOMPILED})
  endif()
  if(NOT ARG_APART)
    set(batch 8)
    if(WIN32)
      set(batch 3) # an object file of Windows holds less
    elseif(RESTBIND_SANITIZE)
      set(batch 16) # built from nothing in CI alone
    endif()
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${name} PRIVATE -Wno-subobject-linkage) # it takes the files of a unity for headers
  endif()
  if(RESTBIND_SANITIZE)
    math(EXPR ARG_TIMEOUT "3 * ${ARG_TIMEOUT}")
  elseif(CMAKE_CROSSCOMPILING)
    math(EXPR ARG_TIMEOUT "12 * ${ARG_TIMEOUT}") # an emulator takes ten times as long
  endif()
  set(has_slow_cases)
  foreach(source IN LISTS ARG_SOURCES)
    if(source MATCHES "\\.cpp$" AND EXISTS ${source})
      file(STRINGS ${source} slow REGEX "label\\(\"slow\"\\)")
      list(APPEND has_slow_cases ${slow})
    endif()
  endforeach()
  if(NOT ARG_PARTS)
    set(ARG_PARTS 1)
  endif()
  restbind_add_parts(${name} ${name} "!@slow" ${ARG_PARTS} "${ARG_LABELS}" ${ARG_TIMEOUT})
  if(has_slow_cases)
    restbind_add_parts(${name} ${name}.slow "@slow" ${ARG_PARTS} "${ARG_LABELS};ci" ${ARG_TIMEOUT})
  endif()
endfunction()
