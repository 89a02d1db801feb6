# The functions of vcpkg that the port calls, where vcpkg is not: `cmake -DPORT_DIR= -DCOPY= -DCURRENT_PACKAGES_DIR= -DLINKAGE= -P`.
cmake_minimum_required(VERSION 3.19)
file(READ "${PORT_DIR}/vcpkg.json" manifest)
string(JSON PORT GET "${manifest}" name)
string(JSON VERSION GET "${manifest}" version)
set(VCPKG_LIBRARY_LINKAGE "${LINKAGE}")
set(TARGET_TRIPLET door)

macro(vcpkg_from_github)
  cmake_parse_arguments(GITHUB "" "OUT_SOURCE_PATH;REPO;REF;SHA512;HEAD_REF" "" ${ARGN})
  if(NOT GITHUB_REF STREQUAL "v${VERSION}" OR GITHUB_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "the port fetches ${GITHUB_REF}, ${GITHUB_UNPARSED_ARGUMENTS}")
  endif()
  set(${GITHUB_OUT_SOURCE_PATH} "${COPY}")
endmacro()

function(vcpkg_execute_required_process)
  cmake_parse_arguments(RUN "" "WORKING_DIRECTORY;LOGNAME" "COMMAND" ${ARGN})
  execute_process(COMMAND ${RUN_COMMAND} WORKING_DIRECTORY "${RUN_WORKING_DIRECTORY}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_fixup_pkgconfig)
  if(NOT EXISTS "${CURRENT_PACKAGES_DIR}/lib/pkgconfig/sortid.pc")
    message(FATAL_ERROR "there is no pkg-config file to mend")
  endif()
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(COPYRIGHT "" "" "FILE_LIST" ${ARGN})
  foreach(licence ${COPYRIGHT_FILE_LIST})
    file(READ "${licence}" text)
    file(APPEND "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright" "${text}")
  endforeach()
endfunction()

# As if it lay in the port's folder.
set(CMAKE_CURRENT_LIST_DIR "${PORT_DIR}")
include("${PORT_DIR}/portfile.cmake")
