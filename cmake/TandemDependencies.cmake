# Finds what tandem is built on. deps/bring puts CasADi (with IPOPT) and CppAD into .deps/prefix; a user who has
# them already points CMAKE_PREFIX_PATH at them. The one IPOPT of the process is the one that CasADi was built
# with: two of them clash.

set(TANDEM_DEPS_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../.deps/prefix" CACHE PATH "where deps/bring unpacked the wheels")
if(DEFINED ENV{TANDEM_DEPS})
  set(TANDEM_DEPS_PREFIX "$ENV{TANDEM_DEPS}/prefix" CACHE PATH "" FORCE)
endif()
get_filename_component(TANDEM_DEPS_PREFIX "${TANDEM_DEPS_PREFIX}" ABSOLUTE)

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(Boost 1.74 REQUIRED)

if(NOT TARGET tandem::tinyxml2)
  find_path(TINYXML2_INCLUDE_DIR tinyxml2.h)
  find_library(TINYXML2_LIBRARY NAMES tinyxml2)
  if(NOT TINYXML2_INCLUDE_DIR OR NOT TINYXML2_LIBRARY)
    message(FATAL_ERROR "tinyxml2 was not found: run deps/bring, or put its folder into CMAKE_PREFIX_PATH")
  endif()
  add_library(tandem::tinyxml2 UNKNOWN IMPORTED)
  set_target_properties(tandem::tinyxml2 PROPERTIES
    IMPORTED_LOCATION ${TINYXML2_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${TINYXML2_INCLUDE_DIR})
endif()

set(tandem_casadi_hints PATHS ${TANDEM_DEPS_PREFIX}/casadi)
find_package(casadi QUIET HINTS ${TANDEM_DEPS_PREFIX}/casadi/cmake)

if(NOT TARGET tandem::ipopt)
  find_path(IPOPT_INCLUDE_DIR IpAlgBuilder.hpp PATH_SUFFIXES coin-or include/coin-or coin include/coin
            ${tandem_casadi_hints})
  find_library(IPOPT_LIBRARY NAMES ipopt libipopt.so.3 ${tandem_casadi_hints})
  if(NOT casadi_FOUND OR NOT IPOPT_INCLUDE_DIR OR NOT IPOPT_LIBRARY)
    message(FATAL_ERROR "CasADi with IPOPT was not found in ${TANDEM_DEPS_PREFIX}: run deps/bring, or put yours into CMAKE_PREFIX_PATH")
  endif()
  add_library(tandem::ipopt UNKNOWN IMPORTED)
  set_target_properties(tandem::ipopt PROPERTIES
    IMPORTED_LOCATION ${IPOPT_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${IPOPT_INCLUDE_DIR})
endif()

if(NOT TARGET tandem::cppad)
  find_path(CPPAD_INCLUDE_DIR cppad/cppad.hpp PATHS ${TANDEM_DEPS_PREFIX}/cmeel.prefix/include)
  find_library(CPPAD_LIBRARY cppad_lib PATHS ${TANDEM_DEPS_PREFIX}/cmeel.prefix/lib)
  if(NOT CPPAD_INCLUDE_DIR OR NOT CPPAD_LIBRARY)
    message(FATAL_ERROR "CppAD was not found in ${TANDEM_DEPS_PREFIX}: run deps/bring, or put yours into CMAKE_PREFIX_PATH")
  endif()
  add_library(tandem::cppad UNKNOWN IMPORTED)
  set_target_properties(tandem::cppad PROPERTIES
    IMPORTED_LOCATION ${CPPAD_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${CPPAD_INCLUDE_DIR})
endif()
