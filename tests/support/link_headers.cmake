# SPDX-License-Identifier: BSL-1.0
# restbind_link_headers(TO FOLDER...): links each FOLDER of headers into the folder TO, so that a compiler for another processor sees
# these and none beside them, which are not meant for it.
function(restbind_link_headers to)
  file(MAKE_DIRECTORY ${to})
  foreach(folder IN LISTS ARGN)
    cmake_path(GET folder FILENAME name)
    file(CREATE_LINK ${folder} ${to}/${name} SYMBOLIC)
  endforeach()
endfunction()
