# One folder, one target: tandem_folder(ocp USES derivatives PUBLIC tandem::cppad PRIVATE tandem::ipopt) makes the
# library tandem_ocp (alias tandem::ocp) of all sources in the folder. Headers stand beside sources;
# build/include/tandem/<folder> is a link to the folder, so #include <tandem/ocp/statement/problem.hpp> works at once.
#
# ROOMS lq statement search search/polish: these subfolders, each of which may use those before it, are libraries of
# their own, tandem_ocp_search_polish and so on; tandem_ocp is all of them. A program that needs less builds less.
#
# The sources of a target share one precompiled header (docs/notes/compile-budget.md): of their own, with the headers
# PRECOMPILE, or that of the target PRECOMPILED_BY. Of a folder with rooms, the room PRECOMPILED_IN makes it for all
# rooms behind, with the headers ALSO; those before it have their own.

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/tandem)

# A sanitized build's sources are compiled eight at once: at -O0 half of the time is what every file reads and
# instantiates anew. So constants and functions of two files of a room do not bear one name, also in unnamed namespaces;
# rooms where they do are compiled one by one.
set(tandem_rooms_one_by_one tandem_core tandem_dynamics tandem_derivatives tandem_report tandem_cli tandem_docs)

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
  if(TANDEM_SANITIZE AND NOT target IN_LIST tandem_rooms_one_by_one)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
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

# The sources of a room: those below it that stand in no room of their own.
function(tandem_room_sources result room)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${room}/*.cpp)
  foreach(other IN LISTS ARGN)
    string(FIND ${other} "${room}/" place)
    if(place EQUAL 0)
      list(FILTER sources EXCLUDE REGEX "^${other}/")
    endif()
  endforeach()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

function(tandem_rooms name)
  cmake_parse_arguments(FOLDER "" "PRECOMPILED_IN" "USES;PRIVATE;PRECOMPILE;ALSO;ROOMS" ${ARGN})
  set(before ${FOLDER_USES})
  set(precompiled "")
  foreach(room IN LISTS FOLDER_ROOMS)
    string(REPLACE "/" "_" target ${name}_${room})
    tandem_room_sources(sources ${room} ${FOLDER_ROOMS})
    set(precompile ${FOLDER_PRECOMPILE})
    if(room STREQUAL FOLDER_PRECOMPILED_IN)
      list(APPEND precompile ${FOLDER_ALSO})
    endif()
    tandem_library(tandem_${target} ${target} SOURCES ${sources} PUBLIC ${before} PRIVATE ${FOLDER_PRIVATE}
                   PRECOMPILE ${precompile} PRECOMPILED_BY ${precompiled})
    if(room STREQUAL FOLDER_PRECOMPILED_IN)
      set(precompiled tandem_${target})
    endif()
    list(PREPEND before tandem_${target})
  endforeach()
  add_library(tandem_${name} INTERFACE)
  target_link_libraries(tandem_${name} INTERFACE ${before})
  tandem_name(tandem_${name} ${name})
endfunction()

function(tandem_folder name)
  cmake_parse_arguments(FOLDER "" "PRECOMPILED_BY;PRECOMPILED_IN" "USES;PUBLIC;PRIVATE;EXCLUDE;PRECOMPILE;ALSO;ROOMS" ${ARGN})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include/tandem/${name} SYMBOLIC)
  list(TRANSFORM FOLDER_USES PREPEND tandem_)
  if(FOLDER_ROOMS)
    tandem_rooms(${name} ROOMS ${FOLDER_ROOMS} USES ${FOLDER_USES} PRIVATE ${FOLDER_PRIVATE}
                 PRECOMPILED_IN ${FOLDER_PRECOMPILED_IN} PRECOMPILE ${FOLDER_PRECOMPILE} ALSO ${FOLDER_ALSO})
  else()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp)
    list(REMOVE_ITEM sources "" ${FOLDER_EXCLUDE})
    tandem_library(tandem_${name} ${name} SOURCES ${sources} PUBLIC ${FOLDER_USES} ${FOLDER_PUBLIC}
                   PRIVATE ${FOLDER_PRIVATE} PRECOMPILE ${FOLDER_PRECOMPILE} PRECOMPILED_BY ${FOLDER_PRECOMPILED_BY})
  endif()
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tandem/${name}
          FILES_MATCHING PATTERN "*.hpp" PATTERN "*.tpp" PATTERN "assets" EXCLUDE)
endfunction()
