# One folder, one library target: tandem_folder(ocp USES derivatives PUBLIC tandem::cppad PRIVATE tandem::ipopt)
# makes tandem_ocp (alias tandem::ocp) of all sources in the folder. Headers stand beside sources;
# build/include/tandem/<folder> is a link to the folder, so #include <tandem/ocp/problem.hpp> works at once. A folder's
# sources share one precompiled header (docs/notes/compile-budget.md).

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/tandem)

function(tandem_folder name)
  cmake_parse_arguments(FOLDER "" "" "USES;PUBLIC;PRIVATE;EXCLUDE;PRECOMPILE" ${ARGN})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include/tandem/${name} SYMBOLIC)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp)
  list(REMOVE_ITEM sources "" ${FOLDER_EXCLUDE})
  set(target tandem_${name})
  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:tandem_warnings> ${FOLDER_PRIVATE})
    target_precompile_headers(${target} PRIVATE <tandem/core/eigen_kernels.hpp> <fmt/format.h> <algorithm> <cmath>
                              <functional> <map> <memory> <optional> <span> <string> <utility> <vector>
                              ${FOLDER_PRECOMPILE})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(tandem::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  list(TRANSFORM FOLDER_USES PREPEND tandem_)
  target_link_libraries(${target} ${scope} tandem_flags ${FOLDER_USES} ${FOLDER_PUBLIC})
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tandem/${name}
          FILES_MATCHING PATTERN "*.hpp" PATTERN "assets" EXCLUDE)
  set_property(GLOBAL APPEND PROPERTY TANDEM_TARGETS ${target})
endfunction()
