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
#
# LATER lq/ statement/export: sources whose path starts so are not called when one problem is solved, certified and
# shown. The others are a library of their own, tandem_dynamics_first and so on, of which tandem_dynamics is the rest:
# `make demo` builds no more than these, half of all. They call nothing of the rest (the demo would not link).

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/tandem)

# Sources are compiled sixteen at once: more than half of the time is what every file reads and instantiates anew. So
# constants and functions of two files of a room do not bear one name, also in unnamed namespaces.
option(TANDEM_AT_ONCE "Compile sources by the dozen: three quarters of the time for all of them, more for one" ON)

# These are compiled alone: they take as long as others together, or bear the names of their neighbours.
function(tandem_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

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
  if(TANDEM_AT_ONCE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
  endif()
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  tandem_name(${target} ${export_name})
endfunction()

# Of the sources of a library: those that LATER names, and the others.
function(tandem_split first rest later)
  list(JOIN later "|" starts)
  set(others ${ARGN})
  list(FILTER ARGN INCLUDE REGEX "^(${starts})")
  list(FILTER others EXCLUDE REGEX "^(${starts})")
  set(${first} ${others} PARENT_SCOPE)
  set(${rest} ${ARGN} PARENT_SCOPE)
endfunction()

# One of the two, which may have no sources: then it stands for those before it.
function(tandem_half target export_name)
  cmake_parse_arguments(HALF "" "PRECOMPILED_BY" "SOURCES;PRIVATE;PUBLIC;PRECOMPILE" ${ARGN})
  if(HALF_SOURCES)
    tandem_library(${target} ${export_name} ${ARGN})
  else()
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${HALF_PUBLIC})
    tandem_name(${target} ${export_name})
  endif()
endfunction()

# The library tandem_NAME, which is the rest where LATER is said, and tandem_NAME_first. USES are names of others.
function(tandem_halves name)
  cmake_parse_arguments(NAME "" "PRECOMPILED_BY" "SOURCES;USES;PUBLIC;PRIVATE;PRECOMPILE;LATER" ${ARGN})
  set(before ${NAME_USES})
  list(TRANSFORM before PREPEND tandem_)
  set(precompiled ${NAME_PRECOMPILED_BY})
  set(rest ${NAME_SOURCES})
  if(NAME_LATER)
    tandem_split(first rest "${NAME_LATER}" ${NAME_SOURCES})
    set(before_first ${before})
    list(TRANSFORM before_first APPEND _first)
    tandem_half(tandem_${name}_first ${name}_first SOURCES ${first} PUBLIC ${before_first} ${NAME_PUBLIC}
                PRIVATE ${NAME_PRIVATE} PRECOMPILE ${NAME_PRECOMPILE} PRECOMPILED_BY ${precompiled})
    list(PREPEND before tandem_${name}_first)
    if(first AND NOT precompiled)
      set(precompiled tandem_${name}_first)
    endif()
  endif()
  tandem_half(tandem_${name} ${name} SOURCES ${rest} PUBLIC ${before} ${NAME_PUBLIC} PRIVATE ${NAME_PRIVATE}
              PRECOMPILE ${NAME_PRECOMPILE} PRECOMPILED_BY ${precompiled})
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
  cmake_parse_arguments(FOLDER "" "PRECOMPILED_IN" "USES;PRIVATE;PRECOMPILE;ALSO;ROOMS;LATER" ${ARGN})
  set(before ${FOLDER_USES})
  set(precompiled "")
  foreach(room IN LISTS FOLDER_ROOMS)
    string(REPLACE "/" "_" target ${name}_${room})
    tandem_room_sources(sources ${room} ${FOLDER_ROOMS})
    set(precompile ${FOLDER_PRECOMPILE})
    if(room STREQUAL FOLDER_PRECOMPILED_IN)
      list(APPEND precompile ${FOLDER_ALSO})
    endif()
    tandem_halves(${target} SOURCES ${sources} USES ${before} PRIVATE ${FOLDER_PRIVATE} LATER ${FOLDER_LATER}
                  PRECOMPILE ${precompile} PRECOMPILED_BY ${precompiled})
    if(room STREQUAL FOLDER_PRECOMPILED_IN)
      set(precompiled tandem_${target}_first)
    endif()
    list(PREPEND before ${target})
  endforeach()
  tandem_halves(${name} USES ${before} LATER ${FOLDER_LATER})
endfunction()

function(tandem_folder name)
  cmake_parse_arguments(FOLDER "" "PRECOMPILED_BY;PRECOMPILED_IN"
                        "USES;PUBLIC;PRIVATE;EXCLUDE;PRECOMPILE;ALSO;ROOMS;LATER" ${ARGN})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include/tandem/${name} SYMBOLIC)
  if(FOLDER_ROOMS)
    tandem_rooms(${name} ROOMS ${FOLDER_ROOMS} USES ${FOLDER_USES} PRIVATE ${FOLDER_PRIVATE} LATER ${FOLDER_LATER}
                 PRECOMPILED_IN ${FOLDER_PRECOMPILED_IN} PRECOMPILE ${FOLDER_PRECOMPILE} ALSO ${FOLDER_ALSO})
  else()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp)
    list(REMOVE_ITEM sources "" ${FOLDER_EXCLUDE})
    tandem_halves(${name} SOURCES ${sources} USES ${FOLDER_USES} PUBLIC ${FOLDER_PUBLIC} PRIVATE ${FOLDER_PRIVATE}
                  PRECOMPILE ${FOLDER_PRECOMPILE} PRECOMPILED_BY ${FOLDER_PRECOMPILED_BY} LATER ${FOLDER_LATER})
  endif()
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tandem/${name}
          FILES_MATCHING PATTERN "*.hpp" PATTERN "*.tpp" PATTERN "assets" EXCLUDE)
endfunction()
