# One folder, one target: tandem_folder(ocp USES derivatives PUBLIC tandem::cppad PRIVATE tandem::ipopt) makes the
# library tandem_ocp (alias tandem::ocp) of all sources in the folder. Headers stand beside sources;
# build/include/tandem/<folder> is a link to the folder, so #include <tandem/ocp/problem.hpp> works at once.
#
# PARTS lq homotopy: these subfolders, each of which may use those before it, are libraries of their own, tandem_ocp_lq
# and so on; what is left is tandem_ocp_base, and tandem_ocp is all of them. A program that needs less builds less.
#
# The sources of a target share one precompiled header (docs/notes/compile-budget.md): of their own, with the headers
# PRECOMPILE, or that of the target PRECOMPILED_BY.

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/tandem)

# Folders with and without Boost's headers share precompiled ones, which must agree in what is defined; what FindBoost
# has defined is of Boost's libraries.
set_property(TARGET Boost::headers PROPERTY INTERFACE_COMPILE_DEFINITIONS)

function(tandem_library target export_name)
  cmake_parse_arguments(LIBRARY "" "PRECOMPILED_BY" "SOURCES;PRIVATE;PUBLIC;PRECOMPILE" ${ARGN})
  add_library(${target} STATIC ${LIBRARY_SOURCES})
  target_link_libraries(${target} PUBLIC tandem_flags ${LIBRARY_PUBLIC}
                                  PRIVATE $<BUILD_INTERFACE:tandem_warnings> ${LIBRARY_PRIVATE})
  if(LIBRARY_PRECOMPILED_BY)
    target_precompile_headers(${target} REUSE_FROM ${LIBRARY_PRECOMPILED_BY})
  else()
    target_precompile_headers(${target} PRIVATE <tandem/core/eigen_kernels.hpp> <fmt/format.h> <algorithm> <cmath>
                              <functional> <map> <memory> <optional> <span> <string> <utility> <vector>
                              ${LIBRARY_PRECOMPILE})
  endif()
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  tandem_name(${target} ${export_name})
endfunction()

function(tandem_name target export_name)
  add_library(tandem::${export_name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${export_name})
  set_property(GLOBAL APPEND PROPERTY TANDEM_TARGETS ${target})
endfunction()

function(tandem_folder name)
  cmake_parse_arguments(FOLDER "" "PRECOMPILED_BY" "USES;PUBLIC;PRIVATE;EXCLUDE;PRECOMPILE;PARTS" ${ARGN})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include/tandem/${name} SYMBOLIC)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp)
  list(REMOVE_ITEM sources "" ${FOLDER_EXCLUDE})
  list(TRANSFORM FOLDER_USES PREPEND tandem_)
  set(base ${name})
  if(FOLDER_PARTS)
    set(base ${name}_base)
  endif()
  set(base_sources ${sources})
  foreach(part IN LISTS FOLDER_PARTS)
    list(FILTER base_sources EXCLUDE REGEX "^${part}/")
  endforeach()
  tandem_library(tandem_${base} ${base} SOURCES ${base_sources} PUBLIC ${FOLDER_USES} ${FOLDER_PUBLIC}
                 PRIVATE ${FOLDER_PRIVATE} PRECOMPILE ${FOLDER_PRECOMPILE} PRECOMPILED_BY ${FOLDER_PRECOMPILED_BY})
  set(all tandem_${base})
  foreach(part IN LISTS FOLDER_PARTS)
    set(part_sources ${sources})
    list(FILTER part_sources INCLUDE REGEX "^${part}/")
    tandem_library(tandem_${name}_${part} ${name}_${part} SOURCES ${part_sources} PUBLIC ${all}
                   PRIVATE ${FOLDER_PRIVATE} PRECOMPILED_BY tandem_${base})
    list(PREPEND all tandem_${name}_${part})
  endforeach()
  if(FOLDER_PARTS)
    add_library(tandem_${name} INTERFACE)
    target_link_libraries(tandem_${name} INTERFACE ${all})
    tandem_name(tandem_${name} ${name})
  endif()
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tandem/${name}
          FILES_MATCHING PATTERN "*.hpp" PATTERN "assets" EXCLUDE)
endfunction()
